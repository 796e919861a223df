"""The header of every page: the event, its current stage, and its next break."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.access import Request
from tournament.models import Event
from tournament.queries.clock import day_face_and_round, whistle_of
from tournament.queries.contacts import notice
from tournament.queries.countdown import Countdown, countdown, wall
from tournament.queries.schedule import FarOff, far_off, round_in_words, stage_in_words


@dataclass(frozen=True, kw_only=True)
class HeaderClock:
    """The chips of the header.

    ``label`` is the stage of the day ("Phase I · Round 2"), ``left`` the time left in it. ``far`` replaces
    ``left`` if the next stage is hours away. ``break_left`` is the time to the end of this break, or to the
    next one in this phase. It is None if there is none, and in a pause, when its time is unknown.
    """

    label: str
    left: Countdown | None
    far: FarOff | None
    is_break: bool
    is_paused: bool
    break_left: Countdown | None
    is_practice: bool
    wall: str


def header(request: Request) -> dict[str, Any]:
    """Template context: the event, its clock, and the message to everybody. Five queries."""
    event = request.event
    return {"event": event, "clock": header_clock(event, request.at), "notice": notice(event)}


def header_clock(event: Event, at: datetime) -> HeaderClock:
    day, face, row = day_face_and_round(event, at)
    is_on = row is not None and face.is_in_round
    until = whistle_of(day, row) if row and is_on else face.until
    far = far_off(event, face, at)
    rest = None if face.paused or not face.next_break else face.next_break.starts_at
    if face.in_break:
        rest = face.in_break.ends_at
    label = face.label if far else stage_in_words(event, day, face, at)
    return HeaderClock(
        label=round_in_words(day, row) if row and is_on else label,
        left=countdown(at, until, is_still=face.paused) if until and not far else None,
        far=far,
        is_break=face.in_break is not None,
        is_paused=face.paused,
        break_left=countdown(at, rest, is_still=face.paused) if rest else None,
        is_practice=event.is_practice,
        wall=wall(event, at, at),
    )
