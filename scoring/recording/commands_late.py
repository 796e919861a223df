"""The five-minute rule (Rulebook E-13 to E-17)."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import uuid5

from django.db import transaction

from rules.ruleset.hands import HandFacts
from rules.time.five_minutes import HANDS, forfeiting, go_on
from scoring.hands.begun import has_begun
from scoring.models import Hand
from scoring.recording.commands_ending import forfeit_rest
from scoring.recording.commands_hands import record_in
from scoring.recording.late_hands import hands_lost, why_no_five_minutes
from tournament.errors import Refused, refuse
from tournament.event.day_rows import with_shared_rows
from tournament.event.sitting import late_at, name_on, seated_at, side_at, sides_at
from tournament.floor.calling import has_whistled
from tournament.floor.commands_floor import cancel_call, want_referee
from tournament.floor.commands_seats import seat_sides
from tournament.log.audit_log import log
from tournament.log.locks import lock_game
from tournament.models import Actor, Deadline, Event, Game, Team, Work
from tournament.models.events import LateForfeits
from tournament.models.floor import RefereeCall
from tournament.models.schedule import DeadlineQuerySet
from tournament.schedule.commands_deadlines import finish_deadlines, set_deadline
from tournament.schedule.five_minutes import late_hand_id
from tournament.schedule.live import table_of
from tournament.scheduler.commands_attempts import Attempts
from tournament.settings.commands_event import clock_badge

MOST_AT_ONCE = 500


@transaction.atomic
def forfeit_late_hand(*, deadline: Deadline, by: Actor, at: datetime) -> Hand | None:
    """Forfeit the hand or the game of a team that wasn't ready in five minutes, or propose it to a referee.

    If both are late, neither scores, and a referee is called. ``at`` is when the deadline was due, however
    late the tick runs. Idempotent.
    """
    game = lock_game(deadline.game)
    game.event = with_shared_rows(game.event)
    # Read under the lock: the day may have been paused meanwhile, or the hand forfeited.
    mine = Deadline.objects.due(at).filter(pk=deadline.pk).first()
    if mine is None:
        return None
    late = _late_sides(game, at)
    away = forfeiting(late)
    is_proposed = away is not None and game.event.late_forfeits == LateForfeits.PROPOSED
    Deadline.objects.filter(pk=mine.pk).update(**{"proposed_at" if is_proposed else "done_at": at})
    if not late:
        return None
    hand = None
    if away is None:
        many = "More than one player is late, so nobody scores."
        late_ones = many if game.event.way.many_sides else "Both sides are late, so neither scores."
        why = f"{late_ones} Start the game, or give no result."
        want_referee(game, why, RefereeCall.BOTH_LATE, by=by, at=at)
    elif is_proposed:
        _propose(game, away, by=by, at=at)
    else:
        hand = _forfeit(game, mine, away, by=by, at=at)
    if game.over_at:
        return hand
    lost = hands_lost(game, away) if away else 0
    if go_on(late, mine.step, lost=lost):
        set_deadline(game, step=mine.step + 1, call=mine.call, from_at=mine.due_at)
    return hand


@transaction.atomic
def forfeit_proposed_hand(*, deadline: Deadline, by: Actor, at: datetime) -> Hand:
    """Forfeit a late team's hand that a referee confirms, as of when the deadline was due.

    :raises Refused: if it is decided already, or the game is over.
    """
    game = lock_game(deadline.game)
    row = _undecided(deadline)
    away = forfeiting(_late_sides(game, row.due_at))
    if away is None:
        raise Refused("late.in-time")
    Deadline.objects.filter(pk=row.pk).update(done_at=at)
    hand = _forfeit(game, row, away, by=by, at=row.due_at)
    _close_call_if_decided(game)
    return hand


@transaction.atomic
def waive_late_hand(*, deadline: Deadline, reason: str, by: Actor, at: datetime) -> Deadline:
    """Waive a late team's forfeit, with a referee's reason.

    :raises Refused: if it is decided already, or no reason is given.
    """
    game = lock_game(deadline.game)
    row = _undecided(deadline)
    if not reason.strip():
        raise Refused("late.reason", field="reason")
    row.waived_at, row.waived_because, row.done_at = at, reason.strip()[:300], at
    Deadline.objects.filter(pk=row.pk).update(
        waived_at=row.waived_at, waived_because=row.waived_because, done_at=at
    )
    _close_call_if_decided(game)
    log(game.event, "late.waived", by=by, at=at, game=game, reason=row.waived_because)
    return row


@transaction.atomic
def end_five_minutes(*, deadline: Deadline, by: Actor, at: datetime) -> Game:
    """End the five minutes of a game whose deadline fails, so that nothing waits for it. Nobody forfeits.

    Repeating it changes nothing.
    """
    game = lock_game(deadline.game)
    if game.deadlines.filter(done_at=None).exists():
        finish_deadlines(game, at=at)
        log(game.event, "late.ended", by=by, at=at, game=game)
    return game


def catch_up_table(*, game: Game, at: datetime, real: datetime) -> None:
    """Run the overdue deadlines of a table before something is recorded there.

    A hand forfeited between two ticks comes before the one recorded now, and stays even if that one is
    refused: each deadline is a separate action. One query if nothing is due. ``at`` is on the event's clock;
    at the moment ``real`` one that fails is flagged.

    :raises Refused: if one fails.
    """
    _catch_up(game.deadlines.due(at), game.event, real)


def catch_up_event(*, event: Event, at: datetime, real: datetime) -> int:
    """Run all overdue deadlines of an event up to ``at``, in order. Returns how many.

    Called by actions that change who plays whom, because a hand forfeited between two ticks begins a game.
    Each deadline is a separate action, so no lock is held afterward. One query if nothing is due. ``at`` is
    on the event's clock; at the moment ``real`` one that fails is flagged.

    :raises Refused: if one fails; the others are run.
    """
    return _catch_up(event.deadlines.due(at), event, real)


def run_deadlines(overdue: DeadlineQuerySet, event: Event, attempts: Attempts) -> int:
    """Run overdue deadlines of an event, in order, each tried by itself. Returns how many."""
    tried: set[int] = set()
    done = 0
    # One at a time, because an action may make the next one due.
    while len(tried) < MOST_AT_ONCE:
        due = overdue.exclude(pk__in=tried).values_list("pk", flat=True).first()
        if due is None:
            break
        tried.add(due)
        done += attempts.run(Work.LATE, partial(_act_on, due, event), row=due, event_id=event.pk)
    return done


def _act_on(due: int, event: Event) -> int:
    row = Deadline.objects.select_related("game").get(pk=due)
    forfeit_late_hand(deadline=row, by=Actor(clock_badge(event), "clock"), at=row.due_at)
    return 1


def _catch_up(overdue: DeadlineQuerySet, event: Event, real: datetime) -> int:
    attempts = Attempts(real, Work.LATE, is_action=True)
    done = run_deadlines(overdue, event, attempts)
    if attempts.failed:
        raise Refused("late.fails", table=table_of(attempts.failed[0]))
    return done


@transaction.atomic
def start_five_minutes(*, game: Game, team: Team, by: Actor, at: datetime) -> Deadline:
    """Start the five minutes of a team that left its table between hands, or isn't back from a break.

    Rulebook E-13. The team forfeits no more hands than the game still needs.

    :raises Refused: if the game isn't on, or five minutes run there already.
    """
    game = lock_game(game)
    refuse(why_no_five_minutes(game, at))
    away = side_at(game, team.pk)
    if away is None:
        raise Refused("late.team", field="team")
    finish_deadlines(game, at=at)
    seats = {side: None if side == away else seated_at(game, side) or at for side in sides_at(game)}
    seat_sides(game, seats)
    row = set_deadline(game, step=1, from_at=at)
    log(game.event, "late.started", by=by, at=at, game=game, team=team, who=name_on(game, away).name)
    return row


def _late_sides(game: Game, at: datetime) -> Sequence[str]:
    """The sides not seated at ``at``; none if the game was over, or the whistle went before then."""
    if game.over_at or game.recalled_at or has_whistled(game, at, before=True):
        return ()
    return late_at(game, at)


def _forfeit(game: Game, deadline: Deadline, side: str, *, by: Actor, at: datetime) -> Hand:
    first = late_hand_id(deadline)
    if game.event.late_forfeits == LateForfeits.GAME and not has_begun(game):
        # Rulebook E-214: as many hands as the game may need.
        more = [uuid5(first, str(number)) for number in range(1, HANDS)]
        return forfeit_rest(game, side, [first, *more], by=by, at=at)[0]
    return record_in(game, hand_id=first, facts=HandFacts(forfeited_by=side), by=by, at=at)


def _propose(game: Game, side: str, *, by: Actor, at: datetime) -> None:
    why = f"{name_on(game, side).name} not seated. Forfeit the hand, or waive it with a reason."
    want_referee(game, why, RefereeCall.LATE_HAND, by=by, at=at)


def _undecided(deadline: Deadline) -> Deadline:
    row = Deadline.objects.proposed().filter(pk=deadline.pk).first()
    if row is None:
        raise Refused("late.decided")
    return row


def _close_call_if_decided(game: Game) -> None:
    """Withdraw the referee call once nothing is left to decide."""
    if not game.deadlines.proposed().exists():
        cancel_call(game, RefereeCall.LATE_HAND)
