"""Time passing: find what is due, call one command each."""

from datetime import datetime

from scoring.commands.late import forfeit_late_hand
from tournament.commands.events import clock_badge
from tournament.models import By, Event
from tournament.queries.clock import event_now

MOST_AT_ONCE = 500


def tick(now: datetime) -> int:
    """Do what has come due by ``now``, in order, and say how many deeds that was.

    What was due while nobody ticked is done as if it had been on time: each deed gets the moment
    it was due as its ``at``. Done twice, nothing happens twice.
    """
    waiting = Event.objects.filter(deadlines__done_at=None, deadlines__isnull=False).distinct()
    return sum(_tick_event(event, event_now(event, now)) for event in waiting)


def _tick_event(event: Event, now: datetime) -> int:
    by = By(clock_badge(event), "clock")
    done: set[int] = set()
    # One at a time and in order, because a deed may make the next one due.
    while len(done) < MOST_AT_ONCE:
        due = event.deadlines.filter(done_at=None, due_at__lte=now).exclude(pk__in=done).first()
        if due is None:
            break
        forfeit_late_hand(deadline=due, by=by, at=due.due_at)
        done.add(due.pk)
    return len(done)
