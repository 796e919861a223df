"""The end of a game: somebody stands by its result, or objects to it (Rulebook R-10)."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.models import Agreement, Hand
from scoring.queries.game.agreement import NOT_PLAYED, QUIET, quiet_since, to_witness
from scoring.queries.game.books import where
from scoring.queries.game.reports import side_of_team
from scoring.queries.hands.conflict_of_interest import MAY_RULE, why_not_yours
from scoring.queries.hands.labels import score_words
from tournament.commands.audit_log import log
from tournament.commands.floor import answer_call, call_referee
from tournament.commands.locks import lock_event, lock_game
from tournament.errors import Refused, refuse
from tournament.models import Actor, Event, Game, LogEntry
from tournament.models.events import Agreed
from tournament.models.floor import RefereeCall
from tournament.queries.countdown import both_times, wall
from tournament.queries.sitting import name_on


@transaction.atomic
def agree_result(
    *, game: Game, by: Actor, at: datetime, said_at: datetime | None = None, written: int | None = None
) -> Agreement:
    """A team says that the result of its game is right. Said twice, it is said once.

    ``said_at`` is when that was said, if it waited on a phone since; ``written`` how many hands were ever
    written for the game on the page where it was said: nobody stands by what they have not seen.

    :raises Refused: if the game isn't over, isn't theirs, was changed since, or the event doesn't
        ask the teams.
    """
    game = lock_game(game)
    side = _side(game, by)
    _check_over(game)
    if game.event.agreed_by != Agreed.TEAMS:
        raise Refused("result.nobody-agrees")
    known = _standing(game, Agreement.How.TEAM, side)
    if known:
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
    """A team says that the result of its game is wrong: a referee is called to it.

    ``key`` is the objection's own id: sent twice, it calls once, also when the referee has been there
    meanwhile. ``said_at`` is when it was said, if it waited on a phone since: within the three quiet minutes
    it stops them, however late it comes in. ``written`` is as in ``agree_result``.

    :raises Refused: if the game isn't over, isn't theirs, was changed since, or is agreed already.
    """
    game = lock_game(game)
    side = _side(game, by)
    if key and _is_heard(game, key):
        return game
    _check_over(game)
    _check_seen(game, written)
    since, name = _since(game, said_at, at), name_on(game, side).name
    _stop_the_quiet(game, name, since, by=by, at=at)
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
    """A referee stands by a finished game. It settles what somebody objected to; done twice, it is done once.

    :raises Refused: if the game isn't over, or somebody else than a referee asks.
    """
    game = lock_game(game)
    if by.badge.role not in MAY_RULE:
        raise Refused("result.witness")
    refuse(why_not_yours(game, by.badge))
    _check_over(game)
    known = _standing(game, Agreement.How.REFEREE)
    if known:
        return known
    answer_call(game=game, by=by, at=at)
    row = _agree(game, Agreement.How.REFEREE, by=by, at=at)
    log(
        game.event,
        "result.witnessed",
        by=by,
        at=at,
        game=game,
        badge=by.badge,
        score=_score(game),
    )
    return row


@transaction.atomic
def witness_results(*, event: Event, by: Actor, at: datetime) -> list[Agreement]:
    """Somebody who may rule stands by all results that wait, but those of their own and those objected to.

    :raises Refused: if somebody else than a referee asks.
    """
    event = lock_event(event.pk)
    asked = [row.game_id for row in to_witness(event, at)]
    games = Game.objects.filter(pk__in=asked).with_its_place().select_related("score").order_by("pk")
    mine = [game for game in games if not why_not_yours(game, by.badge)]
    return [witness_result(game=game, by=by, at=at) for game in mine]


@transaction.atomic
def agree_quietly(*, game: Game, by: Actor, at: datetime) -> Agreement | None:
    """Three minutes have passed and nobody objected. Done twice, it is done once; too early, not at all.

    ``at`` is when they were over, however late the tick runs.
    """
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
    """When something was said of a finished game: never before it was over, and never later than now."""
    return min(at, max(said_at or at, game.over_at or at))


def _check_seen(game: Game, written: int | None) -> None:
    # Hands are only ever added, so their number says which of them somebody saw.
    if written is not None and written != Hand.objects.filter(game=game).count():
        raise Refused("result.changed")


def _is_heard(game: Game, key: UUID) -> bool:
    heard = LogEntry.objects.filter(event=game.event, action="result.objected")
    return heard.filter(facts__game=str(game.key), facts__objection=str(key)).exists()


def _stop_the_quiet(game: Game, name: str, since: datetime, *, by: Actor, at: datetime) -> None:
    """Take back what three quiet minutes agreed to, where somebody had objected within them."""
    quiet = _standing(game, Agreement.How.QUIET)
    if _standing(game, Agreement.How.REFEREE) or (quiet and since >= quiet.at):
        raise Refused("result.agreed")
    if quiet:
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
