"""Games of a series: the ones before and after, and how it stands (Rulebook E-80)."""

from django.db.models import Exists, OuterRef

from scoring.models import Hand
from tournament.models import Game, Team
from tournament.models.floor import GameQuerySet


def series_of(game: Game) -> list[Game]:
    """All games of its series that count so far, in order. One query, with scores and everybody two more."""
    mine = Game.objects.standing().filter(phase=game.phase_id, bracket_position=game.bracket_position)
    return list(mine.select_related("score", "table").with_everybody().order_by("number"))


def game_before(game: Game) -> Game | None:
    """The game of a series that was played before; None of the first, and in Phase I. One query at most."""
    if game.number == 1:
        return None
    there = Game.objects.standing().filter(phase=game.phase_id, bracket_position=game.bracket_position)
    return there.filter(number=game.number - 1).select_related("table").first()


def games_after(game: Game) -> GameQuerySet:
    """The later games of its series that there are."""
    mine = Game.objects.standing().filter(phase=game.phase_id, bracket_position=game.bracket_position)
    return mine.filter(number__gt=game.number) if game.best_of > 1 else mine.none()


def without_hands_after(game: Game) -> GameQuerySet:
    """Those of them of which nobody has played a hand yet, and which nobody has won by a walkover."""
    played = Hand.objects.standing().filter(game=OuterRef("pk"))
    return games_after(game).filter(~Exists(played), over_at=None)


def games_won(games: list[Game], game: Game) -> tuple[int, int]:
    """How many of these games of a series each team has won, in the order of the sides. No query."""
    winners = [each.score.winner_id for each in games if each.over_at]
    first, second = game.everybody_ids()
    return winners.count(first), winners.count(second)


def series_words(game: Game) -> str:
    """Which game of its series it is, and how that stands: ``Game 2 of 3: Joker Joy lead 1 to 0``.

    Empty where there is no series. Three queries at most.
    """
    if game.best_of == 1:
        return ""
    games = series_of(game)
    won = games_won(games, game)
    said = f"Game {game.number} of {game.best_of}"
    if not any(won):
        return said
    ahead, behind = max(won), min(won)
    if ahead == behind:
        return f"{said}: {ahead} to {behind}"
    name = game.everybody()[won.index(ahead)].name
    if 2 * ahead > game.best_of:
        return f"{said}: {name} won the series {ahead} to {behind}"
    return f"{said}: {name} lead {ahead} to {behind}"


def own_series_words(game: Game, team: Team) -> str:
    """The same to one of its teams, in short: ``Game 2 of 3, you lead 1 to 0``. Three queries at most."""
    if game.best_of == 1:
        return ""
    won = dict(zip(game.everybody_ids(), games_won(series_of(game), game), strict=True))
    said, own = f"Game {game.number} of {game.best_of}", won.pop(team.pk)
    (theirs,) = won.values()
    if not own and not theirs:
        return said
    word = "" if own == theirs else "you lead " if own > theirs else "you trail "
    return f"{said}, {word}{own} to {theirs}"
