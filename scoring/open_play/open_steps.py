"""Why open play can't begin, stop or resume, for the button and the command."""

from datetime import datetime

from rules.time.clock import SHORTEST_ROUND, RoundSlot, Timetable, face
from scoring.open_play.open_floor import open_round
from tournament.errors import Refused
from tournament.models import Event, Round
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import session_of, slots_of, timetable
from tournament.schedule.countdown import at_the_time


def why_not_open(event: Event, at: datetime) -> Refused | None:
    """Why open play, or rise and fly, can't begin now; None if it can. A fixed number of queries."""
    phase = event.phases.get(kind="one")
    if phase.has_rounds:
        return Refused("open.rounds")
    if phase.closed_at:
        return Refused("phase-one.closed")
    day, last = timetable(event, at), last_opened(event)
    opening = opens_next(day, last, at)
    if last and not opening:
        return Refused("open.begun")
    if last and opening and is_on(last, at):
        return _too_early(event, opening, at)
    if event.teams.present().count() < 2:
        return Refused("teams.too-few")
    if not event.tables.filter(is_out_of_use=False).exists():
        return Refused("table.none-in-use")
    if face(day, at).paused:
        return Refused("day.is-paused")
    if opening is None:
        return Refused("open.no-time")
    return _too_early(event, opening, at)


def last_opened(event: Event) -> Round | None:
    """The last session's round, with its phase; None before the first. One query."""
    rounds = Round.objects.called().filter(phase__event=event, phase__kind=PhaseKind.ONE)
    return rounds.select_related("phase__event").order_by("-number").first()


def is_on(row: Round, at: datetime) -> bool:
    return row.whistle_at is None or at < row.whistle_at


def opens_next(day: Timetable, last: Round | None, at: datetime) -> RoundSlot | None:
    """The start of the session to open after ``last`` (Rulebook E-69); None if no game fits. No query."""
    before = session_of(day, last) if last else 0
    slots = [slot for slot in slots_of(day, PhaseKind.ONE) if slot.session > before]
    fits = next((slot.session for slot in slots if slot.whistle_at - at >= SHORTEST_ROUND), None)
    return next((slot for slot in slots if slot.session == fits), None)


def _too_early(event: Event, slot: RoundSlot, at: datetime) -> Refused | None:
    if at >= slot.called_at:
        return None
    opens = at_the_time(event, slot.called_at, at)
    if slot.session > 1:
        return Refused("open.too-early-for-session", session=slot.session, clock=opens)
    return Refused("open.too-early", clock=opens)


def why_no_hold(event: Event) -> Refused | None:
    """Why the next games can't be held back; None if they can. One query."""
    row = open_round(event)
    if row is None:
        return Refused("open.not-on")
    return Refused("open.held") if row.phase.calls_held_at else None


def why_no_release(event: Event) -> Refused | None:
    """Why calling can't resume; None if it can. One query."""
    row = open_round(event)
    if row is None:
        return Refused("open.not-on")
    return None if row.phase.calls_held_at else Refused("open.not-held")
