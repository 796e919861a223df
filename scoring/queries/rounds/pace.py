"""The day's pace: what a game and a hand take today (Rulebook E-43)."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from rules.competition.clock import Span, elapsed
from rules.competition.pace import Pace, pace
from rules.games.ruleset import Ruleset, units_to_win
from scoring.models import Ending
from simulation.days.figures import DEFAULT_HANDS, hands_a_game
from tournament.models import Event, Game
from tournament.models.floor import GameKind
from tournament.queries.game import ruleset_for
from tournament.queries.sitting import seated_at, sides_at

USUAL_POINTS_GAME = timedelta(minutes=25)


def pace_of(event: Event, games: Iterable[Game], frozen: Iterable[Span]) -> Pace:
    """The pace of these games, which come with their scores and rounds. No query."""
    spans = tuple(frozen)
    played = [game for game in games if is_played_out(game)]
    return pace(
        [game_length(game, spans) for game in played],
        [hand_length(game, spans) for game in played],
        usual_pace(ruleset_for(event)),
    )


def games_played(event: Event) -> list[Game]:
    """Every game of the event that its hands have ended, with score, round and sides. Two queries."""
    return list(
        Game.objects.standing()
        .filter(event=event, over_at__isnull=False, kind=GameKind.GAME, score__ending=Ending.WON)
        .select_related("score", "round")
        .with_everybody()
        .order_by("pk")
    )


def is_played_out(game: Game) -> bool:
    """Whether its hands ended it: not the whistle, a forfeit or a ruling. No query."""
    return bool(
        game.over_at and game.kind == GameKind.GAME and game.score.ending == Ending.WON and game.score.hands
    )


def game_length(game: Game, frozen: Iterable[Span]) -> timedelta:
    """How long a game took from its call, or from when its round's cards were dealt. No query."""
    return elapsed(_begun(game), game.over_at or _begun(game), frozen)


def hand_length(game: Game, frozen: Iterable[Span]) -> timedelta:
    """How long each of its hands took, from when everybody sat. No query."""
    sat = max([at for side in sides_at(game) if (at := seated_at(game, side))], default=_begun(game))
    return elapsed(max(sat, _begun(game)), game.over_at or sat, frozen) / max(game.score.hands, 1)


def usual_pace(ruleset: Ruleset) -> Pace:
    """What a game of these rules takes before the day has shown it. No query."""
    hand = timedelta(minutes=DEFAULT_HANDS.mean_minutes)
    goal = units_to_win(ruleset)
    game = hand * hands_a_game(DEFAULT_HANDS, goal) if goal else USUAL_POINTS_GAME
    return Pace(game, hand, games=0, is_measured=False)


def _begun(game: Game) -> datetime:
    called = game.called_at or game.made_at
    return max(called, game.round.play_from) if game.round else called
