"""Ending the current round early, or making it longer; the break after it moves too (Rulebook E-64)."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from rules.time.clock import RoundSlot
from tournament.errors import Refused, refuse
from tournament.event.day_rows import day_rows
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Round, ScheduleChange
from tournament.schedule.clock import timetable
from tournament.schedule.commands_deadlines import follow_schedule
from tournament.schedule.commands_schedule_changes import change_schedule
from tournament.schedule.countdown import wall
from tournament.schedule.why_no_round_time import slot_now, why_not_change, why_not_longer

Kind = ScheduleChange.Kind
MOST_LONGER = 30


@transaction.atomic
def end_round(*, event: Event, whistle: datetime, by: Actor, at: datetime) -> ScheduleChange:
    """End the current round now. ``whistle`` is its planned end, as the organizer saw it.

    With fewer tables than games a round lasts several half-hours; it then ends with the current one.
    """
    event = lock_event(event.pk)
    row = _round_on(event, whistle, at)
    on = slot_now(timetable(event, at), at)
    if on is None or on.number > row.slot:
        raise Refused("round.moved-on")
    Round.objects.filter(pk=row.pk).update(slot=on.number)
    what: dict[str, Any] = {"break_at": on.whistle_at, "slot": row.slot if row.slot != on.number else None}
    return change_schedule(event, Kind.ENDED, "round.ended", {"round": row}, by=by, at=at, **what)


@transaction.atomic
def lengthen_round(
    *, event: Event, whistle: datetime, minutes: int, by: Actor, at: datetime
) -> ScheduleChange:
    """Make the current round ``minutes`` longer, and the next one shorter by as much."""
    event = lock_event(event.pk)
    row = _round_on(event, whistle, at)
    if not 1 <= minutes <= MOST_LONGER:
        raise Refused("round.minutes", most=MOST_LONGER, field="minutes")
    refuse(why_not_longer(timetable(event, at), row, minutes))
    facts = {"round": row, "minutes": minutes, "is_one": minutes == 1}
    return change_schedule(
        event, Kind.LONGER, "round.longer", facts, by=by, at=at, break_at=whistle, minutes=minutes
    )


def bring_forward(event: Event, slot: RoundSlot, *, by: Actor, at: datetime) -> None:
    """Begin a break now, because the next round is called early. Part of a larger action."""
    facts = {"planned": wall(event, slot.called_at, at), "clock": wall(event, at, at)}
    change_schedule(event, Kind.ENDED, "round.called-early", facts, by=by, at=at, break_at=slot.called_at)


def put_back(event: Event, *, called_at: datetime, at: datetime) -> None:
    """Undo ``bring_forward``, because the round called then is recalled. Part of a larger action."""
    moved = event.schedule_changes.standing().filter(kind=Kind.ENDED, at=called_at)
    if moved.update(undone_at=at):
        follow_schedule(event, at=at, since=called_at - timedelta(microseconds=1))


def _round_on(event: Event, whistle: datetime, at: datetime) -> Round:
    row = day_rows(event).round
    refuse(why_not_change(event, timetable(event, at), row, at))
    if row is None or row.whistle_at != whistle:
        raise Refused("round.moved-on")
    return row
