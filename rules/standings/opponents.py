"""The strength of a team's opponents: Buchholz, median Buchholz, Sonneborn-Berger. Rulebook A-18.

All are averages over the games played, so that teams with unequal numbers of games can be compared, and a bye
neither helps nor harms. Chess uses the sums: the average times the number of games.
"""

from collections.abc import Hashable, Mapping, Sequence

Met = Sequence[tuple[Hashable, float]]
"""The opponents, game by game, with the result: 1 for a win, 0 for a loss, 0.5 for a draw."""

Scores = Mapping[Hashable, float]
"""The games that each team won."""


def buchholz(met: Met, scores: Scores) -> float:
    return _mean([scores[other] for other, _ in met])


def median_buchholz(met: Met, scores: Scores) -> float:
    """Buchholz without the best and the worst opponent, once the team has met three."""
    theirs = sorted(scores[other] for other, _ in met)
    return _mean(theirs[1:-1] if len(theirs) > 2 else theirs)


def sonneborn_berger(met: Met, scores: Scores) -> float:
    """The games won by the opponents that the team beat, for each game it played."""
    return _mean([won * scores[other] for other, won in met])


def _mean(figures: Sequence[float]) -> float:
    return sum(figures) / len(figures) if figures else 0.0
