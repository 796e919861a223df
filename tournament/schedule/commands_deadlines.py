"""Setting and moving the stored deadlines and whistles. The tick finds those that come due."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max

from rules.time.clock import FOREVER, Timetable, deadline
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Deadline, Event, Game, Role, Round
from tournament.schedule.clock import event_now, frozen_as_known, planned_play, planned_whistle, timetable
from tournament.schedule.five_minutes import late_hand_id
from tournament.schedule.live import TICKED


def set_deadline(
    game: Game, *, step: int, call: int | None = None, from_at: datetime | None = None
) -> Deadline:
    """Set a game's deadline for the hand ``step``, ``ready_minutes`` after its call or ``from_at``.

    ``call`` counts how often the five minutes began (see ``Deadline``); by default they begin now.
    """
    if call is None:
        call = 1 + (game.deadlines.aggregate(last=Max("call"))["last"] or 0)
    from_at = from_at or game.called_at
    if from_at is None:
        raise ValueError("Nobody is late for a game that was not called.")
    due_at = deadline(from_at, game.event.ready_minutes, frozen_as_known(game.event, from_at))
    return Deadline.objects.create(
        event=game.event, game=game, call=call, step=step, from_at=from_at, due_at=due_at
    )


def set_first_deadlines(event: Event, games: Iterable[int], *, at: datetime) -> None:
    """Set the first deadline of the games with these ids, called at ``at``. Four queries, however many."""
    due_at = deadline(at, event.ready_minutes, frozen_as_known(event, at))
    Deadline.objects.bulk_create(
        Deadline(event_id=event.pk, game_id=game, step=1, from_at=at, due_at=due_at) for game in games
    )


def follow_schedule(event: Event, *, at: datetime, since: datetime | None = None) -> None:
    """Move every future whistle and deadline to its time in the changed schedule.

    Those due by ``since`` (by default ``at``) don't move, and none moves to before ``since``.
    """
    day = timetable(event, at)
    _move_rounds(event, day, since or at)
    _move_deadlines(event, day, since or at)


def _move_rounds(event: Event, day: Timetable, since: datetime) -> None:
    rounds = Round.objects.called().filter(phase__event=event, whistle_at__gt=since)
    for row in rounds.select_related("phase"):
        play_from = row.play_from if row.play_from <= since else planned_play(day, row)
        Round.objects.filter(pk=row.pk).update(
            play_from=_as_stored(day, play_from),
            whistle_at=_as_stored(day, max(since, planned_whistle(day, row))),
        )


def _as_stored(day: Timetable, moment: datetime) -> datetime:
    """The value to store: ``FOREVER`` while the day is paused before that moment."""
    is_held_up = any(pause.ends_at == FOREVER and pause.starts_at < moment for pause in day.pauses)
    return FOREVER if is_held_up else moment


def _move_deadlines(event: Event, day: Timetable, since: datetime) -> None:
    rows = list(event.deadlines.coming().filter(due_at__gt=since))
    for row in rows:
        row.due_at = max(since, deadline(row.from_at, event.ready_minutes, day.frozen))
    Deadline.objects.bulk_update(rows, ["due_at"], batch_size=500)


def finish_deadlines(game: Game, *, at: datetime) -> None:
    Deadline.objects.filter(game=game, done_at=None).update(done_at=at)


def stop_when_taken_back(game: Game, hand: UUID, *, at: datetime) -> None:
    """End a game's five minutes if the clock forfeited the taken-back ``hand``. One or two queries."""
    if any(late_hand_id(row) == hand for row in game.deadlines.all()):
        finish_deadlines(game, at=at)


@transaction.atomic
def doubt_clock(*, event: Event, now: datetime) -> bool:
    """Hold an event's deadlines, because the computer's clock has jumped, until somebody confirms the time.

    Returns whether they weren't held before.
    """
    event = lock_event(event.pk)
    if event.clock_doubted_at:
        return False
    at = event_now(event, now)
    Event.objects.filter(pk=event.pk).update(clock_doubted_at=at)
    clock = Actor(event.badges.get(role=Role.CLOCK), "clock")
    log(event, "clock.doubted", by=clock, at=at)
    return True


@transaction.atomic
def trust_clock(*, event: Event, by: Actor, at: datetime) -> Event:
    """Let the deadlines go on: an organizer has confirmed the time."""
    event = lock_event(event.pk)
    if event.clock_doubted_at:
        Event.objects.filter(pk=event.pk).update(clock_doubted_at=None)
        log(event, "clock.trusted", by=by, at=at)
    event.refresh_from_db()
    return event


def record_tick(*, now: datetime) -> None:
    """Report that the scheduler runs; ``last_tick`` reads it."""
    cache.set(TICKED, now, timeout=None)
