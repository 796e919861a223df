"""Move a game to another table, before its first hand or later (Rulebook E-1), or recall it (E-78)."""

from datetime import datetime

from django.db import transaction

from scoring.hands.begun import begun, has_begun
from scoring.models import GameScore
from scoring.sheet.pending_reports import pending_reports
from tournament.errors import Refused, refuse
from tournament.event.sitting import sides_at
from tournament.floor.calling import busy_teams, free_tables, why_no_call
from tournament.floor.commands_drafts import call_waiting_games
from tournament.floor.commands_floor import NO_CALL
from tournament.floor.commands_seats import keep_taken, seat_sides
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, lock_game, write
from tournament.models import Actor, Game, Table
from tournament.schedule.commands_deadlines import finish_deadlines, set_deadline


@transaction.atomic
def move_game(*, game: Game, table: Table, reason: str, by: Actor, at: datetime) -> Game:
    """Move a game to another table; two games that haven't begun may swap tables.

    A game that has begun just goes on there. For one that hasn't, the five minutes start again.

    :raises Refused: if the game is over, or the other table is taken or out of use.
    """
    event = lock_event(game.event_id)
    game = Game.objects.with_table_and_round().get(pk=game.pk)
    if not reason.strip() and not _is_draft(game):
        raise Refused("move.reason", field="reason")
    at_table = Game.objects.filter(event=game.event_id, table=table, over_at=None, recalled_at=None)
    at_table = at_table.filter(round=game.round_id).exclude(pk=game.pk) if game.round_id else at_table.none()
    others = list(at_table.with_table_and_round())
    table = Table.objects.get(pk=table.pk)
    _check_can_move(game, table)
    have_begun = begun([game, *others])
    is_free = bool(others) or _is_draft(game) or table in free_tables(event)
    if not is_free or (others and have_begun):
        free = [other.number for other in free_tables(event)[:8]]
        raise Refused("move.taken", table=table.number, free=free)
    if game.called_at is None and not _is_draft(game):
        refuse(why_no_call(game, busy_teams(event), at=at, is_table_free=True))
    _log_move(game, table, reason, by=by, at=at)
    old = game.table
    for each in (game, *others):
        Game.objects.filter(pk=each.pk).update(table=None)
    for each, to in ((game, table), *((other, old) for other in others)):
        _sit_at(each, to, has_begun=each.pk in have_begun, at=at)
    call_waiting_games(phase=game.phase, by=by, at=at)
    return game


@transaction.atomic
def recall_game(*, game: Game, by: Actor, at: datetime) -> Game:
    """Take back the call of a bracket game or a play-off hand, until its first hand (Rulebook E-78).

    It waits for a table again. An organizer calls it: no game that was recalled is called by itself.

    :raises Refused: if it has a hand or an entry, or belongs to a round.
    """
    game = lock_game(game)
    _check_can_recall(game)
    log(game.event, "game.recalled", by=by, at=at, game=game, who=str(game), table=game.table)
    finish_deadlines(game, at=at)
    seat_sides(game, dict.fromkeys(sides_at(game)))
    write(game, table=None, called_at=None, **NO_CALL)
    keep_taken(game=game)
    GameScore.objects.filter(game=game).update(whistled_at=None)
    call_waiting_games(phase=game.phase, by=by, at=at)
    return game


def _check_can_recall(game: Game) -> None:
    if game.round_id:
        raise Refused("recall.of-a-round")
    if game.recalled_at:
        raise Refused("game.taken-back")
    if game.over_at:
        raise Refused("game.over")
    if not game.called_at or not game.table:
        raise Refused("game.not-called")
    if has_begun(game):
        raise Refused("recall.game-has-hands", table=game.table.number)
    if pending_reports(game):
        raise Refused("recall.entry-waits", table=game.table.number)


def _sit_at(game: Game, table: Table | None, *, has_begun: bool, at: datetime) -> None:
    """Assign the table; unless the game has begun or is a draft, call it again."""
    game.table = table
    Game.objects.filter(pk=game.pk).update(table=table)
    if has_begun or _is_draft(game):
        return
    game.called_at = game.called_at if game.called_at and table else at if table else None
    Game.objects.filter(pk=game.pk).update(called_at=game.called_at)
    keep_taken(game=game)
    seat_sides(game, dict.fromkeys(sides_at(game)))
    finish_deadlines(game, at=at)
    if table:
        set_deadline(game, step=1, from_at=at)


def _is_draft(game: Game) -> bool:
    return game.round is not None and game.round.called_at is None


def _check_can_move(game: Game, table: Table) -> None:
    if game.recalled_at:
        raise Refused("move.taken-back")
    if game.over_at or game.is_bye:
        raise Refused("move.game-over", game=game)
    if game.called_at is None and not game.round:
        raise Refused("move.not-called", game=game)
    if game.table_id == table.pk:
        raise Refused("move.same-table", game=game, table=table.number, field="table")
    if table.is_out_of_use:
        raise Refused("move.out-of-use", table=table.number)


def _log_move(game: Game, table: Table, reason: str, *, by: Actor, at: datetime) -> None:
    log(
        game.event,
        "game.moved",
        by=by,
        at=at,
        game=game,
        who=str(game),
        before=game.table,
        table=table,
        reason=reason.strip(),
    )
