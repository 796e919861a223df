"""Update a game's score after its hands changed. Part of every action on hands."""

from datetime import datetime

from scoring.commands.bracket import advance, call_next_of_series, take_back_after
from scoring.models import Agreement, GameScore, Hand, Report
from scoring.queries.game.locked_score import LockedScore, may_be_cut_off, where
from scoring.queries.hands.series import without_hands_after
from scoring.queries.hands.tally import Tally, own_points_of, tally_of
from tournament.commands.audit_log import log
from tournament.commands.deadlines import finish_deadlines
from tournament.commands.rounds import call_waiting_games
from tournament.commands.seats import keep_taken
from tournament.commands.substitutes import end_help, resume_help
from tournament.errors import Refused, refuse
from tournament.models import Actor, Game, Seat, Side
from tournament.queries.calling import busy_elsewhere
from tournament.queries.game import game_ruleset


def update_score(game: Game, locked: LockedScore, hands: list[Hand], *, by: Actor, at: datetime) -> None:
    """Store a game's score from ``hands``, all those that count now, and end or reopen the game if needed.

    Moves the bracket on, and calls games that waited. The caller holds the game's lock.

    :raises Refused: if a hand comes after the game was won, or the game can't be reopened.
    """
    score = locked.score
    if locked.has_answers:
        withdraw_answers(game, by=by, at=at)
    if locked.is_passed:
        # A later round is on, so this game can't go on: the side ahead has won.
        score.whistled_at = score.whistled_at or at
    elif score.whistled_at and not may_be_cut_off(game, score.whistled_at):
        # An earlier update set it, because the game was tied after its last hand. The tally checks again.
        score.whistled_at = None
    try:
        now = tally_of(game, score, hands)
    except ValueError as too_many:
        raise Refused("hand.too-late") from too_many
    if game.over_at and not now.ending:
        _check_can_reopen(game)
        take_back_after(game, by=by, at=at)
    if now.needs_decider:
        # Tied after its last hand: like a game that the whistle cut off, one more hand decides.
        score.whistled_at = score.whistled_at or max(hand.at for hand in hands)
    GameScore.objects.filter(game=game).update(whistled_at=score.whistled_at, **now.columns(game))
    _store_side_scores(game, now)
    _store_own_points(game, hands)
    if now.ending:
        close(game, by=by, at=at)
    elif game.over_at:
        ended_at, game.over_at = game.over_at, None
        Game.objects.filter(pk=game.pk).update(over_at=None)
        keep_taken(game=game)
        resume_help(game, ended_at=ended_at, by=by, at=at)
    if game.bracket_position:
        advance(game.phase, by=by, at=at)
    if game.over_at:
        call_next_of_series(game, by=by, at=at)
        call_waiting_games(phase=game.phase, by=by, at=at)


def _store_side_scores(game: Game, now: Tally) -> None:
    sides = game.by_side()
    for name, side in sides.items():
        side.units, side.points, side.bostons = now.units[name], now.points[name], now.bostons[name]
    Side.objects.bulk_update(sides.values(), ["units", "points", "bostons"])


def _store_own_points(game: Game, hands: list[Hand]) -> None:
    """Store each player's points beyond the side's, if the house rules value counters. Otherwise no query."""
    if not game_ruleset(game).house.get("own_counter_points"):
        return
    own = own_points_of(game, hands)
    for seat in Seat.objects.filter(game=game):
        Seat.objects.filter(pk=seat.pk).update(own_points=own.get(seat.chair, 0))


def close(game: Game, *, by: Actor, at: datetime) -> None:
    """End a game: clear its call for a referee, free its seats and its helpers, finish its deadlines."""
    was_on = game.over_at is None
    game.over_at = game.over_at or at
    Game.objects.filter(pk=game.pk).update(
        over_at=game.over_at, referee_called_at=None, referee_called_for="", referee_call=""
    )
    keep_taken(game=game)
    finish_deadlines(game, at=at)
    if was_on:
        end_help(game.event, by=by, at=at)


def _check_can_reopen(game: Game) -> None:
    """:raises Refused: if its teams or its table are in another open game."""
    elsewhere = Game.objects.open().filter(event=game.event).exclude(pk=game.pk)
    elsewhere = elsewhere.exclude(pk__in=without_hands_after(game))
    if (elsewhere.of(*game.everybody_ids()) | elsewhere.filter(table=game.table)).exists():
        raise Refused("hand.reopens", entrant=game.event.entrant)
    away = busy_elsewhere(game.event)
    refuse(next((away.teams[pk] for pk in game.everybody_ids() if pk in away.teams), None))
    if game.table and game.table.number in away.tables:
        raise Refused("room.table", table=game.table.number)


def withdraw_answers(game: Game, *, by: Actor, at: datetime) -> None:
    """Withdraw reports and agreements after a hand changed. The caller holds the game's lock."""
    Report.objects.filter(game=game, hand=None, withdrawn_at=None).update(withdrawn_at=at)
    if Agreement.objects.filter(game=game, withdrawn_at=None).update(withdrawn_at=at):
        log(game.event, "agreement.withdrawn", by=by, at=at, game=game, where=where(game))
