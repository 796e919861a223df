"""Random seasons of known strengths, and how well grades recover them.

The figure is the rank correlation (Spearman) of the grades' order with the true one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Any

from trueskillthroughtime import History

from rules.seasons.ratings import RatedGame, rate


@dataclass(frozen=True, slots=True)
class Season:
    """Random games."""

    strengths: Mapping[int, float]
    """The people's; a pair is as strong as its two together."""
    games: tuple[RatedGame, ...]

    def of(self, pair: Sequence[int]) -> float:
        return sum(self.strengths[person] for person in pair)


def season(people: int, nights: int, *, changes_partners: bool, seed: int = 1, games: int = 4) -> Season:
    """A season of ``games`` a night. Strengths are normal; a pair better by 1 wins 73 of 100 games."""
    rng = Random(seed)
    strengths = {person: rng.gauss(0, 0.7) for person in range(1, people + 1)}
    everybody = list(strengths)
    pairs = list(zip(everybody[::2], everybody[1::2], strict=True))
    played = []
    for _ in range(nights):
        if changes_partners:
            rng.shuffle(everybody)
            pairs = [(min(two), max(two)) for two in zip(everybody[::2], everybody[1::2], strict=True)]
        for _ in range(games):
            rng.shuffle(pairs)
            for one, other in zip(pairs[::2], pairs[1::2], strict=True):
                gap = sum(strengths[person] for person in one) - sum(strengths[person] for person in other)
                played.append(RatedGame((one, other), int(rng.random() >= 1 / (1 + exp(-gap)))))
    return Season(strengths, tuple(played))


def uptown(played: Season, *, by_person: bool) -> dict[Any, float]:
    ratings = rate(played.games)
    grades: Mapping[Any, Any] = ratings.people if by_person else ratings.pairs
    return {who: grade.mu for who, grade in grades.items()}


def through_time(played: Season, *, by_person: bool) -> dict[Any, float]:
    """The oracle: all games at once, forward and back, until it converges."""
    games, winners = [], []
    for game in played.games:
        games.append([[str(each) for each in side] if by_person else [str(side)] for side in game.sides])
        winners.append([int(index == game.winner) for index in range(2)])
    history = History(games, winners, sigma=1.6, gamma=0.0)
    history.convergence(epsilon=0.01, iterations=10, verbose=False)
    names = {
        str(who): who
        for who in (played.strengths if by_person else {side for g in played.games for side in g.sides})
    }
    return {names[name]: curve[-1][1].mu for name, curve in history.learning_curves().items()}


def correlation(found: Mapping[Any, float], true: Mapping[Any, float]) -> float:
    """Spearman's rank correlation, over the keys that both have."""
    keys = [key for key in found if key in true]
    ours, theirs = (_ranks([figures[key] for key in keys]) for figures in (found, true))
    apart = sum(abs(one - other) * abs(one - other) for one, other in zip(ours, theirs, strict=True))
    return 1.0 - 6.0 * apart / (len(keys) * (len(keys) * len(keys) - 1))


def _ranks(figures: Sequence[float]) -> list[int]:
    ranks = [0] * len(figures)
    for rank, index in enumerate(sorted(range(len(figures)), key=figures.__getitem__)):
        ranks[index] = rank
    return ranks


def recovered(found: Mapping[Any, float], played: Season, *, by_person: bool) -> float:
    true: Mapping[Any, float] = played.strengths if by_person else {pair: played.of(pair) for pair in found}
    return correlation(found, true)
