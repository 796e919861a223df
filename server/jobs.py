"""The scheduler's jobs. An embedded Uptown runs them (``server/ticker.py``), or Celery does."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scoring.tasks import simulate, tidy, watched_tick, work_on_lists
from seasons.tasks import delete_due, draw_due, forget_due, rate_due
from server.backups import keep_backups
from server.messages import send_messages
from server.webhooks import deliver


class Queue(StrEnum):
    """Celery's queues. The work of ``WORK`` may take minutes."""

    DUE = "due"
    MESSAGES = "messages"
    WORK = "work"


@dataclass(frozen=True, kw_only=True)
class Job:
    """A function that does what is due, and the seconds from one run to the next."""

    run: Callable[[datetime], int]
    every: float = 1.0
    queue: Queue = Queue.WORK

    @property
    def name(self) -> str:
        return self.run.__name__


JOBS = (
    Job(run=watched_tick, queue=Queue.DUE),
    Job(run=deliver, queue=Queue.MESSAGES),
    Job(run=send_messages, queue=Queue.MESSAGES),
    Job(run=work_on_lists),
    Job(run=simulate),
    Job(run=draw_due),
    Job(run=tidy, every=60.0),
    Job(run=delete_due, every=60.0),
    Job(run=forget_due, every=60.0),
    Job(run=rate_due, every=60.0),
    Job(run=keep_backups, every=60.0),
)
