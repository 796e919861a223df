"""The floor: calling games to tables, seating teams, calling a referee."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.errors import Refused, refuse
from tournament.event.sitting import name_on, seated_at, side_at, teams_on
from tournament.floor.calling import busy_teams, free_tables, why_no_call
from tournament.floor.commands_seats import keep_taken, log_in_other_event, seat_sides
from tournament.log.audit_log import log
from tournament.log.locks import lock_game, write
from tournament.models import Actor, Badge, Game, Table, Team
from tournament.models.floor import RefereeCall
from tournament.schedule.commands_deadlines import set_deadline
from tournament.schedule.countdown import both_times

WORDS = 200
"""The most characters of a call."""
NO_CALL: Mapping[str, Any] = {
    "referee_call": "", "referee_called_for": "", "referee_called_at": None, "referee_coming": ""
}  # fmt: skip
"""The columns of a game that calls no referee."""


@transaction.atomic
def call_game(*, game: Game, by: Actor, at: datetime, table: Table | None = None) -> Game:
    """Call a bracket game, a play-off hand or a waiting game to a table, and start its five minutes."""
    # Locked before the checks, or two games could be called to the same table.
    game = lock_game(game)
    free = free_tables(game.event)
    refuse(why_no_call(game, busy_teams(game.event), at=at, is_table_free=bool(free)))
    if table and table not in free:
        raise Refused("table.not-free", table=table.number)
    write(game, table=table or free[0], called_at=at)
    keep_taken(game=game)  # From now on no other game may have these players.
    set_deadline(game, step=1)
    log(game.event, "game.called", by=by, at=at, game=game, who=str(game))
    log_in_other_event(game.event, [game], by=by, at=at)
    return game


@transaction.atomic
def mark_seated(*, game: Game, team: Team, by: Actor, at: datetime, said_at: datetime | None = None) -> Game:
    """Record that a team's side is seated, which ends its five minutes. One partner is enough (E-54).

    ``said_at`` is when they pressed the button, if the request was queued on a phone. Repeating it changes
    nothing.
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
        cancel_call(game, RefereeCall.BOTH_LATE)
        facts: dict[str, Any] = {"who": name_on(game, side).name, "is_pair": len(teams_on(game, side)) > 1}
        times = both_times(game.event, since, at)
        log(
            game.event, "team.seated", by=by, at=at, concerns=game, game=game, team=team, **facts, times=times
        )
    return game


def _check_begun_before(game: Game, since: datetime) -> None:
    """Refuse a queued request if a referee restarted the five minutes since: the team had left again."""
    if game.deadlines.filter(call__gt=1, from_at__gt=since).exists():
        raise Refused("game.missing-since")


@transaction.atomic
def call_referee(
    *, game: Game, why: str, by: Actor, at: datetime, call: RefereeCall = RefereeCall.ASKED
) -> Game:
    game = lock_game(game)
    want_referee(game, why, call, by=by, at=at)
    return game


def want_referee(game: Game, why: str, call: RefereeCall, *, by: Actor, at: datetime) -> None:
    """Call a referee, as part of a larger action. The caller holds the game's lock."""
    if game.referee_called_at is None:
        _keep_call(game, call, why.strip() or "A referee is wanted.", at)
        log(game.event, "referee.called", by=by, at=at, concerns=game, game=game, why=game.referee_called_for)


@transaction.atomic
def claim_call(*, game: Game, by: Actor, at: datetime) -> Game:
    """Record that this referee is coming. The last one who says so comes.

    :raises Refused: if nobody calls any more.
    """
    game = _called(game)
    if game.referee_coming != by.badge.name:
        write(game, referee_coming=by.badge.name)
        log(game.event, "referee.coming", by=by, at=at, concerns=game, game=game, who=by.badge.name)
    return game


@transaction.atomic
def pass_call(*, game: Game, words: str, by: Actor, at: datetime, to: Badge | None = None) -> Game:
    """Pass a call on with a word, to another referee or to the one who comes first.

    :raises Refused: if nobody calls any more, or without a word.
    """
    game = _called(game)
    if not (words := _as_sentence(words)):
        raise Refused("call.no-word")
    said = f"{game.referee_called_for} {by.badge.name}: {words}"
    name = to.name if to else ""
    write(game, referee_called_for=said[-WORDS:], referee_coming=name)
    log(
        game.event,
        "referee.passed",
        by=by,
        at=at,
        concerns=game,
        game=game,
        to=name,
        why=words,
    )
    return game


def _as_sentence(words: str) -> str:
    words = words.strip()
    return f"{words}." if words and words[-1] not in ".!?" else words


def _called(game: Game) -> Game:
    game = lock_game(game)
    if game.referee_called_at is None:
        raise Refused("call.none")
    return game


@transaction.atomic
def answer_call(*, game: Game, by: Actor, at: datetime, words: str = "") -> Game:
    """End a call. ``words`` say what was done."""
    game = lock_game(game)
    if game.referee_called_at is not None:
        write(game, **NO_CALL)
        log(game.event, "referee.came", by=by, at=at, game=game, done=_as_sentence(words))
    return game


def cancel_call(game: Game, kind: RefereeCall) -> None:
    """Cancel the game's referee call if it is of this kind, because its reason is gone."""
    if game.referee_call == kind:
        write(game, **NO_CALL)


def _keep_call(game: Game, call: str, words: str, at: datetime) -> None:
    write(game, referee_call=call, referee_called_for=words[:WORDS], referee_called_at=at, referee_coming="")


@transaction.atomic
def call_head_referee(*, game: Game, why: str, by: Actor, at: datetime) -> Game:
    """Call the head referee to a table. An open referee call there becomes one for them."""
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
