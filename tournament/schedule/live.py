"""What a running server polls: event versions, clocks, whether the scheduler runs, and what fails there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db.models import Q

from rules.time.practice_clock import EventClock
from tournament.models import Deadline, Event, Failure, Game, Work
from tournament.schedule.clock import clock_of

TICKED = "ticked"
TOO_LONG = timedelta(seconds=40)
"""Without a tick for this long, the scheduler has stopped. It reports one every ten seconds."""


@dataclass(frozen=True, kw_only=True)
class EventVersion:
    version: int
    clock: EventClock


def event_versions(slugs: Iterable[str]) -> dict[str, EventVersion]:
    """The versions of these events, by slug, if they exist. One query."""
    rows = Event.objects.filter(slug__in=list(slugs)).only(
        "slug", "version", "clock_real", "clock_shown", "clock_speed"
    )
    return {row.slug: EventVersion(version=row.version, clock=clock_of(row)) for row in rows}


def last_tick() -> datetime | None:
    """The time of the last reported tick; None if no server ever started. One query."""
    ticked_at: datetime | None = cache.get(TICKED)
    return ticked_at


def stopped_since(now: datetime) -> datetime | None:
    """The last tick if the scheduler has stopped, so that nothing comes due; else None. One query."""
    last = last_tick()
    return last if last and now - last > TOO_LONG else None


AT_A_TABLE = (Work.NEXT, Work.QUIET, Work.CALLED)
"""Work on one game."""
ADVICE: dict[str, str] = {
    Work.DOUBT: "Compare the computer’s clock with your watch.",
    Work.CLOCK: "Nobody forfeits by the clock: a referee enters forfeited hands at the table.",
    Work.LATE: "End their time here. A referee then enters what happened at the table.",
    Work.PLACES: "Move teams up at the desk.",
    Work.OPEN: "Games in progress go on.",
    Work.ROOM: "Move a waiting game to a free table on its page.",
    Work.BRACKET: "Call them from the floor.",
    Work.NEXT: "Call it from the floor.",
    Work.RESULTS: "A referee can witness each result.",
    Work.QUIET: "A referee can witness it at the table.",
    Work.SIMULATION: "Stop it on its page, or wait.",
    Work.LIST: "Discard it on its page and upload it again, or wait.",
    Work.CALLED: "Teams see the call on their pages and on the wall.",
    Work.MESSAGE: "The page Messages says which.",
    Work.WEBHOOK: "The page Programs says which.",
    Work.DELIVERY: "The page Programs says which.",
    Work.BACKUP: "Is the stick or disk for copies plugged in, and not full? Server check says where they go.",
}
"""What an organizer can do meanwhile. For the rest, only the operator can."""
OPERATOR = "The server’s log says why: tell the person who runs the computer."


@dataclass(frozen=True, kw_only=True)
class FailureRow:
    """A thing that fails and is tried again, and what to do."""

    what: str
    advice: str
    since: datetime
    tries: int
    table: int | None
    deadline_id: int | None
    """Its time can be ended."""


def failures(event: Event | None) -> list[FailureRow]:
    """What fails now at an event or on the whole server; without one, everything.

    One query, and one for each game.
    """
    rows = Failure.objects.open()
    here = Q(event=event) | Q(event=None, row=0)
    return [_failure_row(row) for row in (rows.filter(here) if event else rows)]


def _failure_row(row: Failure) -> FailureRow:
    return FailureRow(
        what=row.get_work_display(),
        advice=f"{ADVICE.get(row.work, '')} {OPERATOR}".strip(),
        since=row.since,
        tries=row.tries,
        table=table_of(row),
        deadline_id=row.row if row.work == Work.LATE else None,
    )


def table_of(failure: Failure) -> int | None:
    """The number of the table that a failure is about. One query at most."""
    if failure.work == Work.LATE:
        rows = Deadline.objects.filter(pk=failure.row)
        return rows.values_list("game__table__number", flat=True).first()
    if failure.work in AT_A_TABLE:
        return Game.objects.filter(pk=failure.row).values_list("table__number", flat=True).first()
    return None
