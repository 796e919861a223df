"""Whether the current round can be ended early or made longer, and why not (Rulebook E-64)."""

from datetime import datetime, timedelta

from rules.time.clock import SHORTEST_ROUND, RoundSlot, Timetable
from tournament.errors import Refused
from tournament.models import Event, Round
from tournament.models.schedule import PhaseKind
from tournament.schedule.changes_of_schedule import open_pause
from tournament.schedule.clock import session_of, slots_of
from tournament.schedule.countdown import wall


def why_not_change(event: Event, day: Timetable, row: Round | None, at: datetime) -> Refused | None:
    """Why the time of the last called round can't be changed; None if it can. Its phase is loaded."""
    if open_pause(day, at):
        return Refused("day.is-paused")
    if row is None or row.phase.kind != PhaseKind.ONE or row.whistle_at is None or row.whistle_at <= at:
        return Refused("round.none-on")
    if not row.phase.has_rounds:
        return Refused("round.open-play")
    if at <= row.play_from:
        return Refused("round.not-begun", round=row.number, clock=wall(event, row.play_from, at))
    if any(at in span for span in day.breaks):
        return Refused("round.in-a-break")
    return None


def why_not_longer(day: Timetable, row: Round, minutes: int) -> Refused | None:
    session = session_of(day, row)
    slots = [slot for slot in slots_of(day, PhaseKind.ONE) if slot.session == session]
    later = [slot for slot in slots if slot.number > row.slot]
    if not later:
        is_last = session == len(day.sessions(PhaseKind.ONE))
        return Refused("round.last" if is_last else "round.last-of-session")
    if later[0].whistle_at - later[0].play_from - timedelta(minutes=minutes) < SHORTEST_ROUND:
        return Refused("round.next-too-short")
    return None


def slot_now(day: Timetable, at: datetime) -> RoundSlot | None:
    begun = [slot for slot in slots_of(day, PhaseKind.ONE) if slot.called_at <= at]
    return begun[-1] if begun else None
