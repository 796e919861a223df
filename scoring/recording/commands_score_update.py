"""Update a game's score after its hands changed. Part of every action on hands."""

from dataclasses import dataclass
from datetime import datetime

from scoring.bracket.commands_bracket import advance, take_back_what_follows
from scoring.bracket.commands_calling import call_next_of_series
from scoring.game.locked_score import LockedScore, may_be_cut_off, where
from scoring.hands.tally import Tally, own_points_of, tally_of
from scoring.models import Agreement, GameScore, Hand, Report
from tournament.errors import Refused
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import sides_at
from tournament.floor.calling import busy_teams, free_tables, is_before_whistle
from tournament.floor.commands_drafts import call_waiting_games
from tournament.floor.commands_floor import NO_CALL
from tournament.floor.commands_seats import keep_taken, seat_sides
from tournament.floor.commands_substitutes import end_help, resume_help
from tournament.log.audit_log import log
from tournament.log.locks import write
from tournament.models import Actor, Game, Seat, Table
from tournament.schedule.commands_deadlines import finish_deadlines


def update_score(game: Game, locked: LockedScore, hands: list[Hand], *, by: Actor, at: datetime) -> None:
    """Store a game's score from ``hands``, all those that count now, and end or reopen the game if needed.

    Moves the bracket on, and calls games that waited. The caller holds the game's lock.

    :raises Refused: if a hand comes after the game was won, or a game that can't go on needs a deciding hand.
    """
    score, was_over = locked.score, game.over_at is not None
    if locked.has_answers:
        withdraw_answers(game, by=by, at=at)
    if locked.is_passed:
        # A later round is on, so this game can't go on: the side ahead has won.
        score.whistled_at = score.whistled_at or at
    elif score.whistled_at and not may_be_cut_off(game, score.whistled_at):
        # An earlier update set it, because the game was tied after its last hand. The tally checks again.
        score.whistled_at = None
    now, seat = _tally(game, score, hands), None
    if game.over_at and not now.ending:
        take_back_what_follows(game, by=by, at=at)
        if (seat := _seat_again(game, at)) is None:
            # Its teams play on already, so the side ahead has won here, too (Rulebook E-216).
            score.whistled_at = score.whistled_at or at
            now = _tally(game, score, hands)
            if now.needs_decider:
                raise Refused("hand.needs-decider")
    if now.needs_decider:
        # Tied after its last hand: like a game that the whistle cut off, one more hand decides.
        score.whistled_at = score.whistled_at or max(hand.at for hand in hands)
    write(score, whistled_at=score.whistled_at, **now.columns(game))
    _store_side_scores(game, now)
    _store_own_points(game, hands)
    if now.ending:
        close(game, by=by, at=at)
    elif game.over_at and seat:
        _reopen(game, seat, by=by, at=at)
    if game.bracket_position and (was_over or game.over_at):
        advance(game.phase, by=by, at=at)
    if game.over_at:
        call_next_of_series(game, by=by, at=at)
    if game.over_at or game.called_at is None:
        call_waiting_games(phase=game.phase, by=by, at=at)


def _tally(game: Game, score: GameScore, hands: list[Hand]) -> Tally:
    try:
        return tally_of(game, score, hands)
    except ValueError as too_many:
        raise Refused("hand.too-late") from too_many


def _store_side_scores(game: Game, now: Tally) -> None:
    """One query for each side whose score changes: mostly one."""
    for name, side in game.by_side().items():
        won = now.won_by(name)
        if won != {column: getattr(side, column) for column in won}:
            write(side, **won)


def _store_own_points(game: Game, hands: list[Hand]) -> None:
    """Store each player's points beyond the side's, if the house rules value counters. Otherwise no query."""
    if not game_ruleset(game).play.beside.own_points:
        return
    own = own_points_of(game, hands)
    for seat in Seat.objects.filter(game=game):
        Seat.objects.filter(pk=seat.pk).update(own_points=own.get(seat.chair, 0))


def close(game: Game, *, by: Actor, at: datetime) -> None:
    """End a game: clear its call for a referee, free its seats and its helpers, finish its deadlines."""
    was_on = game.over_at is None
    write(game, over_at=game.over_at or at, **NO_CALL)
    keep_taken(game=game)
    finish_deadlines(game, at=at)
    if was_on:
        end_help(game.event, by=by, at=at)


@dataclass(frozen=True)
class _Seat:
    """Where a reopened game goes on; without a ``table`` it waits for one."""

    table: Table | None


def _seat_again(game: Game, at: datetime) -> _Seat | None:
    """Where a game that isn't over after all goes on: at its table, at a free one, or once it is called.

    None if it can't, because its teams play on and no more games of its round are called.
    """
    busy, free = busy_teams(game.event), free_tables(game.event)
    if not any(pk in busy for pk in game.everybody_ids()):
        if game.table in free or game.table is None:
            return _Seat(game.table)
        if free:
            return _Seat(free[0])
    is_of_round = game.round is not None
    is_called_later = game.phase.has_rounds and is_before_whistle(game, at)
    return _Seat(None) if is_called_later or not is_of_round else None


def _reopen(game: Game, seat: _Seat, *, by: Actor, at: datetime) -> None:
    ended_at, waits = game.over_at, seat.table is None and game.table is not None
    write(game, over_at=None, table=seat.table, called_at=None if waits else game.called_at)
    keep_taken(game=game)
    if waits:
        seat_sides(game, dict.fromkeys(sides_at(game)))
    assert ended_at
    resume_help(game, ended_at=ended_at, by=by, at=at)


def withdraw_answers(game: Game, *, by: Actor, at: datetime) -> None:
    """Withdraw reports and agreements after a hand changed. The caller holds the game's lock."""
    Report.objects.filter(game=game, hand=None, withdrawn_at=None).update(withdrawn_at=at)
    if Agreement.objects.filter(game=game, withdrawn_at=None).update(withdrawn_at=at):
        log(game.event, "agreement.withdrawn", by=by, at=at, game=game, where=where(game))
