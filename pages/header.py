"""The header of every page: the event, its current stage, and its next break."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.utils.functional import SimpleLazyObject

from accounts.access import Request
from scoring.recording.awaited import Awaited, What, awaited
from tournament.messages.audience import notice
from tournament.models import Event
from tournament.schedule.countdown import Countdown, countdown, wall
from tournament.schedule.day_page import FarOff


@dataclass(frozen=True, kw_only=True)
class HeaderClock:
    """The chips of the header.

    ``far`` replaces ``left`` if the next stage is hours away.
    """

    label: str
    """The stage of the day ("Phase I · Round 2")."""
    left: Countdown | None
    """The time left in it, or to the start that the label names."""
    is_start: bool
    far: FarOff | None
    is_break: bool
    is_paused: bool
    break_left: Countdown | None
    """The time to the end of this break, or to the next one in this phase. It is None if there is none, and
    in a pause, when its time is unknown.
    """
    is_practice: bool
    wall: str

    @property
    def names_start(self) -> bool:
        """Whether the label is of the start that ``left`` counts down to ("Phase II starts")."""
        return self.is_start and self.label.endswith(" starts")

    @property
    def shows_left(self) -> bool:
        """Whether the first chip has ``left``, beside a chip for the break."""
        return self.left is not None and (self.is_start or self.break_left is None)


def header(request: Request) -> dict[str, Any]:
    """Template context: the event, its clock, and the message to everybody. ``awaited`` and two queries.

    Clock and message are read when a template shows them, unless the page has a ``clock`` of what it has read
    already.
    """
    event = request.event
    clock = SimpleLazyObject(partial(header_clock, event, request.at))
    return {"event": event, "clock": clock, "notice": SimpleLazyObject(partial(notice, event))}


def header_clock(event: Event, at: datetime, now: Awaited | None = None) -> HeaderClock:
    """The clock of a page; ``now`` is what everybody waits for, if the page has read it."""
    now = now or awaited(event, at)
    rest = None if now.is_paused or not now.clock.next_break else now.clock.next_break.starts_at
    if now.in_break:
        rest = now.in_break.ends_at
    return HeaderClock(
        label=now.stage,
        left=now.left,
        is_start=now.what in (What.START, What.PHASE_TWO),
        far=now.far,
        is_break=now.in_break is not None,
        is_paused=now.is_paused,
        break_left=countdown(at, rest, is_still=now.is_paused) if rest and not now.is_over else None,
        is_practice=event.is_practice,
        wall=wall(event, at, at),
    )
