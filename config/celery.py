"""Celery, for several processes: beat sends a tick each second, and one worker runs it.

    celery -A config worker --beat
    celery -A config worker -Q due        # a worker for one of the queues

A tick that no worker starts in time expires; the next one does everything that is due.
"""

import os
from collections.abc import Callable
from datetime import datetime
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

from config.scheduler import Scheduler  # noqa: E402
from scoring.tasks import simulate, tidy, watched_tick, work_on_lists  # noqa: E402
from seasons.tasks import delete_due, draw_due, forget_due, rate_due  # noqa: E402
from server.backups import keep_backups  # noqa: E402
from server.messages import send_messages  # noqa: E402
from server.surroundings import check_to_work  # noqa: E402
from server.ticker import Waiting  # noqa: E402
from server.webhooks import deliver  # noqa: E402

if not settings.REDIS_URL:
    raise SystemExit("REDIS_URL isn't set. Without it ./uptown run does all the work by itself.")

SECONDS = dict.fromkeys(
    (watched_tick, simulate, work_on_lists, deliver, send_messages, draw_due), 1.0
) | dict.fromkeys((tidy, delete_due, forget_due, rate_due, keep_backups), 60.0)
"""The seconds from one run of a task to the next."""
QUEUES = {watched_tick: "due", deliver: "messages", send_messages: "messages"}
OTHER_WORK = "work"
"""The queue of all other tasks, which may take minutes. A worker without ``-Q`` takes from all queues."""

app = Celery("uptown", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_ignore_result=True,
    worker_hijack_root_logger=False,  # The log is the same as that of the server (config/logs.py).
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    task_queues={name: {} for name in ("due", "messages", OTHER_WORK)},
    task_default_queue=OTHER_WORK,
    # Otherwise a dead worker's tasks come back only after minutes.
    broker_transport_options={"unacked_restore_interval": 5, "unacked_restore_throttle": 1},
    beat_scheduler=Scheduler,
    beat_schedule={
        work.__name__: {
            "task": work.__name__,
            "schedule": every,
            "options": {"expires": max(5.0, every), "queue": QUEUES.get(work, OTHER_WORK)},
        }
        for work, every in SECONDS.items()
    },
    beat_schedule_filename=str(settings.DATA / "celerybeat-schedule"),
)


def _task(work: Callable[[datetime], int]) -> None:
    waiting = Waiting(work)

    @app.task(name=work.__name__)  # type: ignore[untyped-decorator]
    def run() -> int:
        return waiting(timezone.now())


for work in SECONDS:
    _task(work)


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
