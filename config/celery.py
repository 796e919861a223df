"""Time passing, where many processes share the work: beat says each second, one worker ticks.

    celery -A config.celery worker -B

A tick that no worker took in time is dropped; the next one does everything that is due.
"""

import os

import django
from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

# Only now are the models there to be imported.
from django.conf import settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from scoring.tasks import simulate, tidy, watched_tick  # noqa: E402

EVERY_SECONDS = 1.0

app = Celery("uptown", broker=settings.CELERY_BROKER_URL)
app.conf.update(
    task_ignore_result=True,
    task_acks_late=True,
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
    # Else a dead worker's tasks come back only after some hundred seconds.
    broker_transport_options={"unacked_restore_interval": 5, "unacked_restore_throttle": 1},
    beat_schedule={
        "tick": {"task": "tick", "schedule": EVERY_SECONDS, "options": {"expires": 5 * EVERY_SECONDS}},
        "simulate": {
            "task": "simulate",
            "schedule": EVERY_SECONDS,
            "options": {"expires": 5 * EVERY_SECONDS},
        },
        "tidy": {"task": "tidy", "schedule": 60.0, "options": {"expires": 60.0}},
    },
    beat_schedule_filename=str(settings.DATA / "celerybeat-schedule"),
)


@app.task(name="tick")  # type: ignore[untyped-decorator]
def tick_now() -> int:
    """Do what is due by now."""
    return watched_tick(timezone.now())


@app.task(name="simulate")  # type: ignore[untyped-decorator]
def simulate_now() -> int:
    """Play some more days of a simulation that was asked for."""
    return simulate(timezone.now())


@app.task(name="tidy")  # type: ignore[untyped-decorator]
def tidy_now() -> int:
    """Once a day, let go of what nobody needs any more."""
    return tidy(timezone.now())
