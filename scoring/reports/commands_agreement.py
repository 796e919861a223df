"""Agree to, object to, or witness the result of a finished game (Rulebook R-10)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.game.labels import score_words
from scoring.game.locked_score import where
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.models import Agreement, Hand
from scoring.reports.agreed import NOT_PLAYED, QUIET, quiet_since, result_of, to_witness
from scoring.sheet.pending_reports import side_of_team
from tournament.errors import Refused, refuse
from tournament.event.sitting import name_on
from tournament.floor.commands_floor import answer_call, call_referee
from tournament.log.audit_log import log
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_event, lock_game
from tournament.models import Actor, Event, Game, LogEntry
from tournament.models.events import Agreed
from tournament.models.floor import RefereeCall
from tournament.models.keys import KEYS
from tournament.schedule.countdown import both_times, wall


@transaction.atomic
def agree_result(
    *, game: Game, by: Actor, at: datetime, said_at: datetime | None = None, written: int | None = None
) -> Agreement:
    """Record that a team agrees with the result of its game. Idempotent.

    ``said_at`` is when the team agreed, if the request waited on a phone. ``written`` is the number of hands
    on the team's page, replaced ones included: nobody agrees with hands they haven't seen.

    :raises Refused: if the game isn't over, isn't theirs or was changed since, or the event doesn't ask the
        teams.
    """
    game = lock_game(game)
    side = _side(game, by)
    _check_over(game)
    if game.event.agreed_by != Agreed.TEAMS:
        raise Refused("result.nobody-agrees")
    if known := _standing(game, Agreement.How.TEAM, side):
        return known
    _check_seen(game, written)
    since = _since(game, said_at, at)
    row = _agree(game, Agreement.How.TEAM, by=by, at=since, side=side)
    log(
        game.event,
        "result.agreed",
        by=by,
        at=at,
        game=game,
        who=name_on(game, side).name,
        score=_score(game),
        times=both_times(game.event, since, at),
    )
    return row


@transaction.atomic
def object_to_result(
    *,
    game: Game,
    why: str,
    by: Actor,
    at: datetime,
    key: UUID | None = None,
    said_at: datetime | None = None,
    written: int | None = None,
) -> Game:
    """Record a team's objection to the result of its game, and call a referee.

    ``key`` identifies the objection: sent twice, it calls once, even if the referee came meanwhile.
    ``said_at`` is when the team objected, if the request waited on a phone: an objection from within the
    three quiet minutes counts, however late it arrives. ``written`` is as in ``agree_result``.

    :raises Refused: if the game isn't over, isn't theirs, was changed since, is agreed already, or is final
        (Rulebook R-11).
    """
    game = lock_game(game)
    side = _side(game, by)
    if key:
        known = game if _is_recorded(game, key) else None
        content, now = (game, why.strip()), why.strip() or "No words"
        if sent_before("result.objected", known, key=key, content=content, now=now, was=_objection):
            return game
    _check_over(game)
    _check_seen(game, written)
    since, name = _since(game, said_at, at), name_on(game, side).name
    _check_not_final(game, since)
    _withdraw_quiet_agreement(game, name, since, by=by, at=at)
    Agreement.objects.filter(game=game, side=side, withdrawn_at=None).update(withdrawn_at=at)
    log(
        game.event,
        "result.objected",
        by=by,
        at=at,
        game=game,
        who=name,
        score=_score(game),
        times=both_times(game.event, since, at),
        objection=key,
    )
    words = f": {why.strip()}" if why.strip() else "."
    why = f"{name} object to the result{words}"
    return call_referee(game=game, why=why, by=by, at=at, call=RefereeCall.OBJECTION)


@transaction.atomic
def witness_result(*, game: Game, by: Actor, at: datetime) -> Agreement:
    """Record that a referee witnessed a game's result, which also closes objections. Idempotent.

    :raises Refused: if the game isn't over, or the actor plays in it or isn't a referee.
    """
    game = lock_game(game)
    if not KEYS["rule"].opens(by.badge):
        raise Refused("result.witness")
    refuse(why_not_yours(game, by.badge))
    _check_over(game)
    if known := _standing(game, Agreement.How.REFEREE):
        return known
    answer_call(game=game, by=by, at=at)
    row = _agree(game, Agreement.How.REFEREE, by=by, at=at)
    log(game.event, "result.witnessed", by=by, at=at, game=game, badge=by.badge, score=_score(game))
    return row


@transaction.atomic
def witness_results(*, event: Event, by: Actor, at: datetime) -> list[Agreement]:
    """Witness all waiting results, except those of the referee's own games and those objected to.

    :raises Refused: if the actor is no referee.
    """
    event = lock_event(event.pk)
    asked = [row.game_id for row in to_witness(event, at)]
    games = Game.objects.filter(pk__in=asked).with_table_and_round().select_related("score").order_by("pk")
    mine = [game for game in games if not why_not_yours(game, by.badge)]
    return [witness_result(game=game, by=by, at=at) for game in mine]


@transaction.atomic
def agree_quietly(*, game: Game, by: Actor, at: datetime) -> Agreement | None:
    """Agree to a result that nobody objected to in the three minutes that ended ``at``. Idempotent."""
    game = lock_game(game)
    if not game.over_at or game.recalled_at or game.referee_called_at or game.score.ending in NOT_PLAYED:
        return None
    if game.event.agreed_by != Agreed.QUIET or quiet_since([game])[game.pk] + QUIET > at:
        return None
    if Agreement.objects.filter(game=game, withdrawn_at=None).exclude(how=Agreement.How.TEAM).exists():
        return None
    row = _agree(game, Agreement.How.QUIET, by=by, at=at)
    log(game.event, "result.agreed", by=by, at=at, game=game, score=_score(game))
    return row


def _agree(game: Game, how: str, *, by: Actor, at: datetime, side: str = "") -> Agreement:
    return Agreement.objects.create(game=game, how=how, side=side, at=at, by=by.badge)


def _standing(game: Game, how: str, side: str = "") -> Agreement | None:
    return Agreement.objects.filter(game=game, how=how, side=side, withdrawn_at=None).first()


def _check_over(game: Game) -> None:
    if not game.over_at or game.recalled_at:
        raise Refused("result.not-over")
    if game.score.ending in NOT_PLAYED:
        raise Refused("result.not-played")


def _side(game: Game, by: Actor) -> str:
    side = side_of_team(game, by.badge.team_id)
    if not side:
        raise Refused("result.not-theirs")
    return side


def _since(game: Game, said_at: datetime | None, at: datetime) -> datetime:
    """The time of a statement about a finished game: not before the game was over, not later than now."""
    return min(at, max(said_at or at, game.over_at or at))


def _check_seen(game: Game, written: int | None) -> None:
    # Hands are only ever added, so their number says which of them the page showed.
    if written is not None and written != Hand.objects.filter(game=game).count():
        raise Refused("result.changed")


def _objection(game: Game) -> str:
    return f"The objection to {game}"


def _is_recorded(game: Game, key: UUID) -> bool:
    heard = LogEntry.objects.filter(event=game.event, action="result.objected")
    return heard.filter(facts__game=str(game.key), facts__objection=str(key)).exists()


def _check_not_final(game: Game, since: datetime) -> None:
    """Refuse an objection to what a referee witnessed, or that was made too late."""
    if _standing(game, Agreement.How.REFEREE):
        raise Refused("result.agreed")
    if game.event.objection_minutes:
        final_at = result.final_at if (result := result_of(game, since)) else None
        if final_at and final_at <= since:
            raise Refused("result.final", since=wall(game.event, final_at))
    elif (quiet := _standing(game, Agreement.How.QUIET)) and since >= quiet.at:
        raise Refused("result.agreed")


def _withdraw_quiet_agreement(game: Game, name: str, since: datetime, *, by: Actor, at: datetime) -> None:
    if quiet := _standing(game, Agreement.How.QUIET):
        Agreement.objects.filter(pk=quiet.pk).update(withdrawn_at=at)
        log(
            game.event,
            "agreement.withdrawn",
            by=by,
            at=at,
            game=game,
            where=where(game),
            who=name,
            since=wall(game.event, since),
        )


def _score(game: Game) -> str:
    return f"{game} {score_words(*(side.units for side in game.by_side().values()))}"
