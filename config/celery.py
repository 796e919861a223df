"""Celery, for several processes: beat sends a tick each second, and one worker runs it.

    celery -A config worker --beat
    celery -A config worker -Q due -n due@%h     # so that no deadline waits for the other work

A tick that no worker starts in time expires; the next one does everything that is due.
"""

import os
from typing import Any, cast

import django
from billiard import current_process
from celery import Celery
from celery.signals import beat_init, celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# Only now can models be imported.
from django.conf import settings  # noqa: E402
from django.core.management import CommandError  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from config.scheduler import Consumer, Scheduler  # noqa: E402
from server.jobs import JOBS, Job, Queue  # noqa: E402
from server.surroundings import check_to_work  # noqa: E402
from server.ticker import Waiting  # noqa: E402

if not settings.REDIS_URL:
    raise SystemExit("REDIS_URL isn’t set. Without it ./uptown run does all the work by itself.")

app = Celery("uptown", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_ignore_result=True,
    worker_hijack_root_logger=False,  # The log is the same as that of the server (config/logs.py).
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,  # A worker waits for Redis as long as it takes.
    worker_consumer=Consumer,
    # A worker without ``-Q`` takes from all queues.
    task_queues={queue.value: {} for queue in Queue},
    task_default_queue=Queue.WORK.value,
    # Otherwise a dead worker's tasks come back only after minutes.
    broker_transport_options={"unacked_restore_interval": 5, "unacked_restore_throttle": 1},
    beat_scheduler=Scheduler,
    beat_schedule={
        job.name: {
            "task": job.name,
            "schedule": job.every,
            "options": {"expires": max(5.0, job.every), "queue": job.queue.value},
        }
        for job in JOBS
    },
    beat_schedule_filename=str(settings.DATA / "celerybeat-schedule"),
)


def _task(job: Job) -> None:
    waiting = Waiting(job.run)

    @app.task(name=job.name)  # type: ignore[untyped-decorator]
    def run() -> int:
        return waiting(timezone.now())


for job in JOBS:
    _task(job)


@celeryd_init.connect  # type: ignore[untyped-decorator]
@beat_init.connect  # type: ignore[untyped-decorator]
def check_surroundings(**named: Any) -> None:
    """Exit with an error message if something that a worker or a beat needs is missing."""
    if current_process().name != "MainProcess":  # A beat inside a worker: the worker has checked already.
        return
    try:
        check_to_work()
    except CommandError as sentence:
        raise SystemExit(str(sentence)) from None
    finally:
        # The worker forks after this: its processes must not share connections.
        connections.close_all()
        if connection.vendor == "postgresql":
            cast(Any, connection).close_pool()
