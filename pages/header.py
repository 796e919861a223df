"""What the header of every page shows: the event, where the day stands, and when the next break is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pages.access import Request
from rules.contest.clock import ClockFace, Span
from tournament.models import Event, Round
from tournament.queries.clock import clock_face
from tournament.queries.countdown import Countdown, countdown, wall


@dataclass(frozen=True, kw_only=True)
class HeaderClock:
    """The chips of the header.

    ``label`` is where the day stands ("Phase I · Round 2"), ``left`` the time that is left of it. The
    break is the one now, or the next one of this phase; None where none is left.
    """

    label: str
    left: Countdown | None
    is_break: bool
    break_left: Countdown | None
    is_rehearsal: bool
    wall: str


def header(request: Request) -> dict[str, Any]:
    """The event and its clock, for the context of a page. Three queries."""
    return {"event": request.event, "clock": header_clock(request.event, request.at)}


def header_clock(event: Event, at: datetime) -> HeaderClock:
    """What the clock in the header shows at ``at``. Three queries."""
    face = clock_face(event, at)
    row = _round_now(event, face, at)
    until = row.whistle_at if row else face.until
    rest = face.in_break.ends_at if face.in_break else face.next_break.starts_at if face.next_break else None
    return HeaderClock(
        label=f"{face.label} · Round {row.number}" if row else face.label,
        left=countdown(event, at, until) if until else None,
        is_break=face.in_break is not None,
        break_left=countdown(event, at, rest) if rest else None,
        is_rehearsal=event.is_rehearsal,
        wall=wall(event, at),
    )


def _round_now(event: Event, face: ClockFace, at: datetime) -> Round | None:
    """The round that is on: the last one called, until its whistle. One query."""
    row = Round.objects.called().filter(phase__event=event).order_by("-called_at", "-pk").first()
    if row is None or row.called_at is None or row.whistle_at is None:
        return None
    return row if at in Span(row.called_at, max(row.called_at, row.whistle_at)) else None
