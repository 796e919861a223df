"""Time passing, where many processes share the work: beat says each second, one worker ticks.

    celery -A config.celery worker -B

A tick that no worker took in time is dropped; the next one does everything that is due.
"""

import os
from typing import Any, cast

import django
from billiard import current_process
from celery import Celery
from celery.signals import beat_init, celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# Only now are the models there to be imported.
from django.conf import settings  # noqa: E402
from django.core.management import CommandError  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.utils import timezone  # noqa: E402

from config.scheduler import Scheduler  # noqa: E402
from scoring.tasks import simulate, tidy, watched_tick  # noqa: E402
from server.backups import keep_backups  # noqa: E402
from server.surroundings import check_to_work  # noqa: E402
from server.ticker import Waiting  # noqa: E402

if not settings.REDIS_URL:
    raise SystemExit("REDIS_URL isn't set. Without it ./uptown run does all the work by itself.")

EVERY_SECONDS = 1.0

app = Celery("uptown", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    # Else a dead worker's tasks come back only after some hundred seconds.
    broker_transport_options={"unacked_restore_interval": 5, "unacked_restore_throttle": 1},
    beat_scheduler=Scheduler,
    beat_schedule={
        "tick": {"task": "tick", "schedule": EVERY_SECONDS, "options": {"expires": 5 * EVERY_SECONDS}},
        "simulate": {
            "task": "simulate",
            "schedule": EVERY_SECONDS,
            "options": {"expires": 5 * EVERY_SECONDS},
        },
        "tidy": {"task": "tidy", "schedule": 60.0, "options": {"expires": 60.0}},
        "keep_backups": {"task": "keep_backups", "schedule": 60.0, "options": {"expires": 60.0}},
    },
    beat_schedule_filename=str(settings.DATA / "celerybeat-schedule"),
)


waiting_tick, waiting_simulate, waiting_tidy, waiting_keep_backups = map(
    Waiting, (watched_tick, simulate, tidy, keep_backups)
)


@celeryd_init.connect  # type: ignore[untyped-decorator]
@beat_init.connect  # type: ignore[untyped-decorator]
def check_surroundings(**named: Any) -> None:
    """End a worker or a beat with a sentence, where something is missing that each of its tasks needs."""
    if current_process().name != "MainProcess":  # The beat inside a worker, which has looked already.
        return
    try:
        check_to_work()
    except CommandError as sentence:
        raise SystemExit(str(sentence)) from None
    finally:
        # The worker's processes are forked after this: each opens connections for itself.
        connections.close_all()
        if connection.vendor == "postgresql":
            cast(Any, connection).close_pool()


@app.task(name="tick")  # type: ignore[untyped-decorator]
def tick_now() -> int:
    return waiting_tick(timezone.now())


@app.task(name="simulate")  # type: ignore[untyped-decorator]
def simulate_now() -> int:
    return waiting_simulate(timezone.now())


@app.task(name="tidy")  # type: ignore[untyped-decorator]
def tidy_now() -> int:
    return waiting_tidy(timezone.now())


@app.task(name="keep_backups")  # type: ignore[untyped-decorator]
def keep_backups_now() -> int:
    """Copy the database, if it is time."""
    return waiting_keep_backups(timezone.now())
