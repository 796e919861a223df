"""The floor: calling games to tables, seating teams, calling a referee."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.deadlines import set_deadline
from tournament.commands.locks import lock_game, write
from tournament.commands.seats import keep_taken, seat_sides, tell_room
from tournament.errors import Refused, refuse
from tournament.models import Actor, Game, Table, Team
from tournament.models.floor import RefereeCall
from tournament.queries.calling import busy_teams, free_tables, why_no_call
from tournament.queries.countdown import both_times
from tournament.queries.sitting import name_on, seated_at, side_at, teams_on


@transaction.atomic
def call_game(*, game: Game, by: Actor, at: datetime, table: Table | None = None) -> Game:
    """Call one game of the bracket, a play-off hand, or a waiting game of a round. Its five minutes begin."""
    # Locked before the checks, or two games are called to the same table.
    game = lock_game(game)
    free = free_tables(game.event)
    refuse(why_no_call(game, busy_teams(game.event), at=at, is_table_free=bool(free)))
    if table and table not in free:
        raise Refused("table.not-free", table=table.number)
    write(game, table=table or free[0], called_at=at)
    keep_taken(game=game)  # From now on no other game may have these players.
    set_deadline(game, step=1)
    log(game.event, "game.called", by=by, at=at, game=game, who=str(game))
    tell_room(game.event, [game], by=by, at=at)
    return game


@transaction.atomic
def mark_seated(*, game: Game, team: Team, by: Actor, at: datetime, said_at: datetime | None = None) -> Game:
    """Say that a team sits, which ends its five minutes. One of two partners is enough (Rulebook E-54).

    ``said_at`` is when they said it, if it waited on a phone since. Saying it twice is the same as once.
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
        facts: dict[str, Any] = {"who": name_on(game, side).name, "is_pair": len(teams_on(game, side)) > 1}
        times = both_times(game.event, since, at)
        log(
            game.event, "team.seated", by=by, at=at, concerns=game, game=game, team=team, **facts, times=times
        )
    return game


def _check_begun_before(game: Game, since: datetime) -> None:
    """A team that sat, and left again since, must say so again."""
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
    """Take back the call of a referee to an empty table, because somebody sits there now."""
    if game.referee_call == RefereeCall.BOTH_LATE:
        _end_call(game)


def late_hand_is_decided(game: Game) -> None:
    """Take back the call of a referee to a late team, because its hand was decided."""
    if game.referee_call == RefereeCall.LATE_HAND:
        _end_call(game)


def reports_agree(game: Game) -> None:
    """Take back the call of a referee to differing reports, because they were settled."""
    if game.referee_call == RefereeCall.REPORTS:
        _end_call(game)


def _end_call(game: Game) -> None:
    _keep_call(game, "", "", None)


def _keep_call(game: Game, call: str, words: str, at: datetime | None) -> None:
    write(game, referee_call=call, referee_called_for=words[:200], referee_called_at=at)


@transaction.atomic
def call_head_referee(*, game: Game, why: str, by: Actor, at: datetime) -> Game:
    """Call the head referee to a table. A referee's call there becomes the head referee's."""
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
