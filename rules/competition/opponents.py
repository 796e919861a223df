"""How strong those were whom a team met: Buchholz, median Buchholz, Sonneborn-Berger. Rulebook A-18.

All are told for one game, so that teams with unequal numbers of games can be compared by them, and a bye,
which has no opponent, neither helps nor harms. Times the games it played, they are the sums that chess
players know.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType

Met = Sequence[tuple[Hashable, float]]
"""Whom a team met, game by game, and what it won of each: 1, or 0; half of it where a game can be drawn."""

Scores = Mapping[Hashable, float]
"""How many games everybody won."""


def buchholz(met: Met, scores: Scores) -> float:
    """The games that its opponents won, on average."""
    return _mean([scores[other] for other, _ in met])


def median_buchholz(met: Met, scores: Scores) -> float:
    """The same without the best and the worst of them, once it has met three."""
    theirs = sorted(scores[other] for other, _ in met)
    return _mean(theirs[1:-1] if len(theirs) > 2 else theirs)


def sonneborn_berger(met: Met, scores: Scores) -> float:
    """The games won by the opponents it beat, for each game it played."""
    return _mean([won * scores[other] for other, won in met])


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures) if figures else 0.0


STRENGTHS: Mapping[str, Callable[[Met, Scores], float]] = MappingProxyType(
    {"buchholz": buchholz, "median_buchholz": median_buchholz, "sonneborn_berger": sonneborn_berger}
)
