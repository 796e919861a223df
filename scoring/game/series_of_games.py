"""The previous and next games of a series, and its score (Rulebook E-80)."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from scoring.models import Hand
from tournament.models import Game, Team
from tournament.models.floor import GameQuerySet


def game_before(game: Game) -> Game | None:
    """The previous game of the series; None for the first, and in Phase I. One query at most."""
    if game.number == 1:
        return None
    return _series(game).filter(number=game.number - 1).select_related("table").first()


def games_after(game: Game) -> GameQuerySet:
    return _series(game).filter(number__gt=game.number) if game.best_of > 1 else Game.objects.none()


def _series(game: Game) -> GameQuerySet:
    return Game.objects.standing().filter(phase=game.phase_id, bracket_position=game.bracket_position)


def without_hands_after(game: Game) -> GameQuerySet:
    played = Hand.objects.standing().filter(game=OuterRef("pk"))
    return games_after(game).filter(~Exists(played), over_at=None)


@dataclass(frozen=True, kw_only=True)
class SeriesScore:
    """A game's number in its series, and the games won so far by each of the ``sides``."""

    number: int
    best_of: int
    sides: tuple[tuple[Team, ...], ...]
    won: tuple[int, ...]

    @property
    def short(self) -> str:
        score = f", {self.won[0]} to {self.won[1]}" if any(self.won) else ""
        return f"Game {self.number} of {self.best_of}{score}"

    @property
    def sentence(self) -> str:
        ahead, behind = max(self.won), min(self.won)
        if ahead == behind:
            return f"The series is tied, {ahead} to {behind}."
        name = " & ".join(team.name for team in self.sides[self.won.index(ahead)])
        is_won = 2 * ahead > self.best_of
        return f"{name} {'won' if is_won else 'lead'} the series {ahead} to {behind}."

    def told_to(self, team: Team) -> str:
        """The score from one team's point of view: ``Game 2 of 3, you lead 1 to 0``."""
        index = next(index for index, side in enumerate(self.sides) if team in side)
        own, theirs = self.won[index], self.won[1 - index]
        word = "" if own == theirs else "you lead " if own > theirs else "you trail "
        score = f", {word}{own} to {theirs}" if any(self.won) else ""
        return f"Game {self.number} of {self.best_of}{score}"


def series_score(game: Game) -> SeriesScore | None:
    """The score of a game's series; None if there is none. Two queries at most."""
    if game.best_of == 1:
        return None
    winners = list(_series(game).filter(over_at__isnull=False).values_list("score__winner", flat=True))
    sides = tuple(game.teams_by_side().values())
    return SeriesScore(
        number=game.number,
        best_of=game.best_of,
        sides=sides,
        won=tuple(winners.count(side[0].pk) for side in sides),
    )
