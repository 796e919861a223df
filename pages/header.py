"""What the header of every page shows: the event, where the day stands, and when the next break is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pages.access import Request
from rules.competition.clock import Span
from tournament.models import Event, Round
from tournament.queries.clock import day_face_and_round, whistle_of
from tournament.queries.countdown import Countdown, countdown, wall
from tournament.queries.game import plays_alone
from tournament.queries.names import round_title
from tournament.queries.schedule import stage_in_words


@dataclass(frozen=True, kw_only=True)
class HeaderClock:
    """The chips of the header.

    ``label`` is where the day stands ("Phase I · Round 2"), ``left`` the time that is left of it. The
    break is the one now, or the next one of this phase; None where none is left. While the day is paused
    every clock stands still.
    """

    label: str
    left: Countdown | None
    is_break: bool
    is_paused: bool
    break_left: Countdown | None
    is_practice: bool
    wall: str


def header(request: Request) -> dict[str, Any]:
    """The event and its clock, for the context of a page. Four queries."""
    return {
        "event": request.event,
        "clock": header_clock(request.event, request.at),
        "plays_alone": plays_alone(request.event),
    }


def header_clock(event: Event, at: datetime) -> HeaderClock:
    """What the clock in the header shows at ``at``. Four queries."""
    day, face, last = day_face_and_round(event, at)
    row = _if_on(last, at)
    until = whistle_of(day, row) if row else face.until
    rest = face.in_break.ends_at if face.in_break else face.next_break.starts_at if face.next_break else None
    return HeaderClock(
        label=f"{face.label} · {round_title(row, row.phase)}"
        if row
        else stage_in_words(event, day, face, at),
        left=countdown(at, until, is_still=face.paused) if until else None,
        is_break=face.in_break is not None,
        is_paused=face.paused,
        break_left=countdown(at, rest, is_still=face.paused) if rest else None,
        is_practice=event.is_practice,
        wall=wall(event, at, at),
    )


def _if_on(last: Round | None, at: datetime) -> Round | None:
    """The round that was called last, until its whistle. No query."""
    if last is None or last.called_at is None or last.whistle_at is None:
        return None
    return last if at in Span(last.called_at, max(last.called_at, last.whistle_at)) else None
