"""Why open play can't begin, stop or go on. The button and the command ask here and say the same."""

from datetime import datetime

from rules.competition.clock import RoundSlot, face
from scoring.queries.rounds.open_floor import open_round
from scoring.queries.rounds.steps import TooEarly
from tournament.models import Event
from tournament.models.schedule import WITHOUT_ROUNDS, PhaseKind
from tournament.queries.clock import slots_of, timetable
from tournament.queries.countdown import wall
from tournament.queries.round_time import SHORTEST_ROUND

HAS_ROUNDS = "This day is played in rounds. Choose open play in Settings first."


def why_not_open(event: Event, at: datetime) -> str:
    """Why open play, or rise and fly, can't begin now; empty if it can. A fixed number of queries."""
    phase = event.phases.get(kind="one")
    if phase.seating not in WITHOUT_ROUNDS:
        return HAS_ROUNDS
    if phase.closed_at:
        return "Phase I is closed: the teams that go through are settled."
    if phase.rounds.called().exists():
        return "Play is open already: games are called as tables free."
    if event.teams.present().count() < 2:
        return "At least two teams must be checked in before play is opened."
    if not event.tables.filter(is_out_of_use=False).exists():
        return "The hall has no table in use. Add tables in Settings, then open play."
    day = timetable(event, at)
    if face(day, at).paused:
        return "Everything is paused just now. Resume play, then open it."
    slots = slots_of(day, PhaseKind.ONE)
    if not slots or slots[-1].whistle_at - at < SHORTEST_ROUND:
        return "No game fits before the end of Phase I. Move its end in Settings."
    return _too_early(event, slots[0], at)


def _too_early(event: Event, slot: RoundSlot, at: datetime) -> str:
    """When play is opened, if it is too early for that; empty once it isn't. No query."""
    if at >= slot.called_at:
        return ""
    opens = wall(event, slot.called_at)
    return TooEarly(f"Play is opened at {opens}. Until then teams arrive and check in.")


def why_no_hold(event: Event) -> str:
    """Why the next games can't be held back; empty if they can. One query."""
    row = open_round(event)
    if row is None:
        return "No games are being called: open play isn't on."
    return "The next games are held back already." if row.phase.calls_held_at else ""


def why_no_release(event: Event) -> str:
    """Why the calling can't go on; empty if it can. One query."""
    row = open_round(event)
    if row is None:
        return "No games are being called: open play isn't on."
    return (
        "" if row.phase.calls_held_at else "The next games are not held back: they are called as tables free."
    )
