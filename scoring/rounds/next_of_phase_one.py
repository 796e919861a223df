"""The next step of Phase I, for the floor and for every team's page."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rules.time.clock import RoundSlot
from scoring.game.slots import slots_left
from scoring.open_play.open_floor import open_floor
from scoring.open_play.open_steps import is_on, last_opened, opens_next
from tournament.event.day_rows import phase
from tournament.models import Event
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import timetable


class Next(StrEnum):
    ROUND = "round"
    OPEN = "open"
    """Open play, or rise and fly, is opened."""
    CALLING = "calling"
    """Games are called one by one, or will be after a break or a pause."""
    HELD = "held"
    """There is time for more games, and the organizer holds them back."""
    CUT = "cut"


@dataclass(frozen=True, kw_only=True)
class NextOfPhaseOne:
    """The next step."""

    kind: Next
    slots: tuple[RoundSlot, ...] = ()
    """The half-hours left."""
    held: str = ""
    """Says why open play calls no game."""

    @property
    def slot(self) -> RoundSlot | None:
        return next(iter(self.slots), None)


def next_of_phase_one(event: Event, at: datetime) -> NextOfPhaseOne:
    """The next step before the cut is settled. Twelve queries at most; seven if the event has rounds."""
    one = phase(event, PhaseKind.ONE)
    if not event.way.has_phase_one:
        return NextOfPhaseOne(kind=Next.CUT)
    if not one.has_rounds:
        return _without_rounds(event, at)
    slots = slots_left(event, at)
    return NextOfPhaseOne(kind=Next.CUT if one.started_at and not slots else Next.ROUND, slots=slots)


def _without_rounds(event: Event, at: datetime) -> NextOfPhaseOne:
    last = last_opened(event)
    opening = opens_next(timetable(event, at), last, at)
    if last is None or (opening and not is_on(last, at)):
        return NextOfPhaseOne(kind=Next.OPEN, slots=(opening,) if opening else ())
    floor = open_floor(event, at)
    if opening and floor and floor.is_over:
        return NextOfPhaseOne(kind=Next.OPEN, slots=(opening,))
    if floor is None or floor.is_over:
        return NextOfPhaseOne(kind=Next.CUT)
    return NextOfPhaseOne(kind=Next.HELD if floor.phase.calls_held_at else Next.CALLING, held=floor.held)
