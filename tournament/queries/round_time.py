"""What can be done to the time of the round that is on, and why not (Rulebook E-64).

The page and the command ask here, and say the same.
"""

from datetime import datetime, timedelta

from rules.competition.clock import SHORTEST_ROUND, RoundSlot, Timetable
from tournament.models import Event, Round
from tournament.models.schedule import WITHOUT_ROUNDS, PhaseKind
from tournament.queries.clock import session_of, slots_of
from tournament.queries.countdown import wall
from tournament.queries.schedule_changes import open_pause

MOVED_ON = "The round’s time has changed meanwhile. Look at it again."


def why_not_change(event: Event, day: Timetable, row: Round | None, at: datetime) -> str:
    """Why nothing can be done to the time of the round that was called last; empty if it can. No query.

    The round comes with its phase.
    """
    if open_pause(day, at):
        return "The day is paused. Resume play, then change the round."
    if row is None or row.phase.kind != PhaseKind.ONE or row.whistle_at is None or row.whistle_at <= at:
        return "No round is being played."
    if row.phase.seating in WITHOUT_ROUNDS:
        return "Play is open, and has no rounds. Add minutes, or hold the next games back on the floor."
    if at <= row.play_from:
        return f"{row} is played from {wall(event, row.play_from, at)}. Until then its time can’t be changed."
    if any(at in span for span in day.breaks):
        return "The hall is in a break. Its round can be changed once play goes on."
    return ""


def why_not_longer(day: Timetable, row: Round, minutes: int) -> str:
    """Why a round can't have time of the next one; empty if it can. No query."""
    session = session_of(day, row)
    slots = [slot for slot in slots_of(day, PhaseKind.ONE) if slot.session == session]
    later = [slot for slot in slots if slot.number > row.slot]
    if not later:
        last = "the last round" if session == len(day.sessions(PhaseKind.ONE)) else "the session’s last round"
        return f"It is {last}, and no other can give it time. Make everything later instead."
    if later[0].whistle_at - later[0].play_from - timedelta(minutes=minutes) < SHORTEST_ROUND:
        return "The next round would be too short. Make everything later instead."
    return ""


def slot_now(day: Timetable, at: datetime) -> RoundSlot | None:
    """The half-hour of Phase I that is on at a moment. No query."""
    begun = [slot for slot in slots_of(day, PhaseKind.ONE) if slot.called_at <= at]
    return begun[-1] if begun else None
