"""The floor: seating games at tables, sitting down, calling a referee."""

from datetime import datetime

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.deadlines import set_deadline
from tournament.commands.locks import lock_game
from tournament.commands.seats import keep_taken, seat_sides
from tournament.errors import Refused, refuse
from tournament.models import Actor, Game, Table, Team
from tournament.models.floor import RefereeCall
from tournament.queries.calling import busy_teams, free_tables, why_no_call
from tournament.queries.countdown import both_times
from tournament.queries.sitting import name_on, seated_at, side_at, teams_on


@transaction.atomic
def call_game(*, game: Game, by: Actor, at: datetime, table: Table | None = None) -> Game:
    """Call one game to a table: of the bracket, a play-off hand, or one of a round that waits for a table.

    Its five minutes begin.

    :raises Refused: if it was called already, no table is free, or a team still plays elsewhere.
    """
    # Locked before looking, or two games are called to the same table.
    game = lock_game(game)
    free = free_tables(game.event)
    refuse(why_no_call(game, busy_teams(game.event), at=at, is_table_free=bool(free)))
    if table and table not in free:
        raise Refused("table.not-free", table=table.number)
    game.table, game.called_at = table or free[0], at
    Game.objects.filter(pk=game.pk).update(table=game.table, called_at=at)
    keep_taken(game=game)
    set_deadline(game, step=1)
    log(game.event, "game.called", by=by, at=at, game=game, who=str(game))
    return game


@transaction.atomic
def mark_seated(*, game: Game, team: Team, by: Actor, at: datetime, said_at: datetime | None = None) -> Game:
    """A team sits at its table. Its five minutes stop. Of two partners one says it for both (Rulebook E-54).

    ``said_at`` is when that was said, if it waited on a phone since. Said twice, it is heard once.

    :raises Refused: if the team isn't in this game, the game isn't open, or its minutes began anew.
    """
    game = lock_game(game)
    side = side_at(game, team.pk)
    if side is None:
        raise Refused("game.not-theirs", team=team)
    if said_at and seated_at(game, side) is not None and not game.recalled_at:
        return game
    if game.recalled_at or game.over_at or not game.called_at:
        raise Refused("game.not-on")
    if seated_at(game, side) is None:
        since = min(at, max(said_at or at, game.called_at))
        if since < at:
            _check_begun_before(game, since)
        seat_sides(game, {side: since})
        are_no_longer_both_late(game)
        is_pair = len(teams_on(game, side)) > 1
        log(
            game.event,
            "team.seated",
            by=by,
            at=at,
            concerns=game,
            game=game,
            team=team,
            who=name_on(game, side).name,
            is_pair=is_pair,
            times=both_times(game.event, since, at),
        )
    return game


def _check_begun_before(game: Game, since: datetime) -> None:
    """Who sat, and was missing again since, says so again."""
    if game.deadlines.filter(call__gt=1, from_at__gt=since).exists():
        raise Refused("game.missing-since")


@transaction.atomic
def call_referee(
    *, game: Game, why: str, by: Actor, at: datetime, call: RefereeCall = RefereeCall.ASKED
) -> Game:
    game = lock_game(game)
    if game.referee_called_at is None:
        _keep_call(game, call, why.strip() or "A referee is wanted.", at)
        log(game.event, "referee.called", by=by, at=at, concerns=game, game=game, why=game.referee_called_for)
    return game


@transaction.atomic
def answer_call(*, game: Game, by: Actor, at: datetime) -> Game:
    game = lock_game(game)
    if game.referee_called_at is not None:
        _end_call(game)
        log(game.event, "referee.came", by=by, at=at, game=game)
    return game


def are_no_longer_both_late(game: Game) -> None:
    """Take back the call of a referee to a table where nobody was: somebody sits there now."""
    if game.referee_call == RefereeCall.BOTH_LATE:
        _end_call(game)


def late_hand_is_decided(game: Game) -> None:
    """Take back the call of a referee to a late team: one has decided about its hand."""
    if game.referee_call == RefereeCall.LATE_HAND:
        _end_call(game)


def reports_agree(game: Game) -> None:
    """Take back the call of a referee to a hand that was reported differently: it is settled."""
    if game.referee_call == RefereeCall.REPORTS:
        _end_call(game)


def _end_call(game: Game) -> None:
    _keep_call(game, "", "", None)


def _keep_call(game: Game, call: str, words: str, at: datetime | None) -> None:
    game.referee_call, game.referee_called_for, game.referee_called_at = call, words[:200], at
    Game.objects.filter(pk=game.pk).update(
        referee_call=game.referee_call,
        referee_called_for=game.referee_called_for,
        referee_called_at=game.referee_called_at,
    )


@transaction.atomic
def call_head_referee(*, game: Game, why: str, by: Actor, at: datetime) -> Game:
    """Send for the head referee: the tables page and the floor say so until somebody was there.

    A referee's call that stands there already becomes the head referee's. Called twice, it is called once.

    :raises Refused: if nobody was ever called to that game.
    """
    game = lock_game(game)
    if game.recalled_at or not game.called_at:
        raise Refused("game.no-table")
    if game.referee_call == RefereeCall.HEAD:
        return game
    words = f": {why.strip()}" if why.strip() else ""
    wanted = f"The head referee is wanted by {by.badge.name}{words}"
    _keep_call(game, RefereeCall.HEAD, wanted, game.referee_called_at or at)
    log(game.event, "head.called", by=by, at=at, game=game, why=game.referee_called_for)
    return game
