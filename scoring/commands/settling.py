"""What a game's hands come to once they changed, and what follows from it. Part of every deed on hands."""

from datetime import datetime

from scoring.commands.bracket import advance
from scoring.commands.standing_by import let_go
from scoring.models import GameScore, Hand
from scoring.queries.tally import tally_of
from tournament.commands.deadlines import finish_deadlines
from tournament.commands.seats import call_waiting_games
from tournament.errors import Refused
from tournament.models import By, Game
from tournament.models.floor import GameKind


class HandRefused(Refused):
    """The hand cannot be recorded as reported."""


def locked(game: Game) -> Game:
    """A game, locked with all that is asked of it before a hand of it changes. One query."""
    return (
        Game.objects.select_for_update(of=("self",))
        .select_related("event", "round", "table__referee", "phase", "ns", "ew", "south", "west")
        .get(pk=game.pk)
    )


def standing_hands(game: Game) -> list[Hand]:
    """The hands of a game that count, in order. One query."""
    return list(Hand.objects.standing().filter(game=game).order_by("place"))


def settle(game: Game, score: GameScore, hands: list[Hand], *, by: By, at: datetime) -> None:
    """Write down what the hands add up to, and what follows from it."""
    let_go(game, by=by, at=at)
    if _is_passed(game):
        # The hall has moved on: this game can't go on, so whoever is ahead has won it.
        score.whistled_at = score.whistled_at or at
    elif score.whistled_at and not has_whistled(game, score.whistled_at):
        # It was level after its last hand, not at the whistle. Whether it still is, its hands say.
        score.whistled_at = None
    try:
        now = tally_of(game, score, hands)
    except ValueError as too_many:
        raise HandRefused(
            "With this change the game would have been over earlier. Take back the hands after it first."
        ) from too_many
    if game.over_at and not now.ending:
        _check_can_reopen(game)
    if now.needs_decider:
        # Its last hand left it level: like a game that the whistle cut off, one more hand decides.
        score.whistled_at = score.whistled_at or at
    GameScore.objects.filter(game=game).update(whistled_at=score.whistled_at, **now.columns(game))
    if now.ending:
        close(game, at)
    elif game.over_at:
        game.over_at = None
        Game.objects.filter(pk=game.pk).update(over_at=None)
    if game.slot:
        advance(game.phase, by=by, at=at)
    if game.over_at:
        call_waiting_games(phase=game.phase, by=by, at=at)


def close(game: Game, at: datetime) -> None:
    """The game is over: nobody need come to its table, and nothing more comes due."""
    game.over_at = game.over_at or at
    Game.objects.filter(pk=game.pk).update(
        over_at=game.over_at, referee_called_at=None, referee_called_for=""
    )
    finish_deadlines(game, at=at)


def has_whistled(game: Game, at: datetime) -> bool:
    """Whether the whistle of its round had gone. No query, if the round came with it."""
    return bool(game.round and game.round.whistle_at and game.round.whistle_at <= at)


def where(game: Game) -> str:
    """Where a game is played, as the log says it."""
    return str(game.table or game)


def _is_passed(game: Game) -> bool:
    return bool(
        game.kind == GameKind.GAME
        and game.round
        and game.phase.rounds.called().filter(number__gt=game.round.number).exists()
    )


def _check_can_reopen(game: Game) -> None:
    elsewhere = Game.objects.open().filter(event=game.event).exclude(pk=game.pk)
    if (elsewhere.of(*game.everybody_ids()) | elsewhere.filter(table=game.table)).exists():
        raise HandRefused(
            "Without this hand the game isn't over, and its teams or its table are busy again. "
            "Correct the hand to what really happened instead."
        )
