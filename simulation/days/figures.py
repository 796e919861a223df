"""Hand outcomes with their frequencies. A simulation draws from these instead of playing cards."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import exp
from random import Random
from typing import NamedTuple, Protocol


class HandOutcome(NamedTuple):
    """Units and points of each side, best side first. In some games a bid that is set has no winner."""

    units: tuple[int, ...]
    points: tuple[int, ...]
    has_winner: bool = True
    is_made: bool = True
    is_boston: bool = False


class DrawnHand(NamedTuple):
    """A random hand: its outcome, the sides (0, 1, …) from best to worst, and its length in minutes."""

    outcome: HandOutcome
    order: tuple[int, ...]
    minutes: float


class HandSource(Protocol):
    """Draws the hands of a simulation, given the strengths of the sides at the table."""

    def __call__(self, strengths: Sequence[float], random: Random) -> DrawnHand: ...


_ORDERS = ((0, 1), (1, 0))


@dataclass(frozen=True)
class HandFigures:
    """Hand outcomes with their weights. A ``HandSource``.

    Equal sides come first equally often; of two sides, one that is stronger by 1 comes first in 73 of 100
    hands.
    """

    outcomes: tuple[tuple[int, HandOutcome], ...]
    minutes: tuple[float, float, float]
    """The lengths of the shortest, the usual and the longest hand, with dealing and scoring."""

    @classmethod
    def of(cls, hands: Iterable[HandOutcome], minutes: Iterable[float]) -> "HandFigures":
        """The figures of real hands. The minutes leave out the fastest 5% and the slowest 5%.

        :raises ValueError: if there are no hands, or none was timed.
        """
        counts = Counter(hands)
        times = sorted(minutes)
        if not counts or not times:
            raise ValueError("There are no hands to take figures from.")
        shortest, longest = times[len(times) // 20], times[-1 - len(times) // 20]
        # The mode of the triangular distribution with the same mean.
        usual = min(max(3 * sum(times) / len(times) - shortest - longest, shortest), longest)
        outcomes = tuple((count, outcome) for outcome, count in sorted(counts.items()))
        return cls(outcomes, (shortest, usual, longest))

    @property
    def mean_minutes(self) -> float:
        return sum(self.minutes) / 3

    @cached_property
    def _drawn(self) -> tuple[list[int], list[HandOutcome]]:
        return list(accumulate(weight for weight, _ in self.outcomes)), [one for _, one in self.outcomes]

    def __call__(self, strengths: Sequence[float], random: Random) -> DrawnHand:
        weights, outcomes = self._drawn
        outcome = outcomes[bisect(weights, random.random() * weights[-1], 0, len(weights) - 1)]
        if len(strengths) == 2:
            order: tuple[int, ...] = _ORDERS[random.random() >= 1 / (1 + exp(strengths[1] - strengths[0]))]
        else:
            order = _drawn_order(strengths, random)
        shortest, usual, longest = self.minutes
        return DrawnHand(outcome, order, random.triangular(shortest, longest, usual))


def _drawn_order(strengths: Sequence[float], random: Random) -> tuple[int, ...]:
    # The order of exponential waiting times, each with its own rate, has this distribution.
    times = [random.expovariate(exp(strength)) for strength in strengths]
    return tuple(sorted(range(len(times)), key=times.__getitem__))


DEFAULT_HANDS = HandFigures(
    outcomes=(
        (283, HandOutcome((1, 0), (4, 0))),
        (454, HandOutcome((1, 0), (5, 0))),
        (424, HandOutcome((1, 0), (6, 0))),
        (17, HandOutcome((2, 0), (4, 0))),
        (34, HandOutcome((2, 0), (5, 0))),
        (14, HandOutcome((2, 0), (6, 0))),
        (182, HandOutcome((2, 0), (7, 0))),
        (534, HandOutcome((1, 0), (0, 0), is_made=False)),
        (58, HandOutcome((2, 0), (0, 0), is_made=False)),
    ),
    minutes=(3.5, 4.5, 7.0),
)
"""2,000 hands of Fahrenheit by the built-in players, seeds 0 to 1,999. The minutes are a guess."""


@lru_cache(maxsize=32)
def hands_a_game(figures: HandFigures, goal: int) -> float:
    """The average number of hands in a game of ``goal`` units between equal teams."""
    whole = sum(weight for weight, _ in figures.outcomes)
    chances: dict[int, float] = defaultdict(float)
    for weight, outcome in figures.outcomes:
        if units := max(outcome.units):
            chances[units] += weight / whole
    counts = sum(chances.values())
    # The expected hands to come, by the units of each side; both sides are equally likely to win a hand.
    left: dict[tuple[int, int], float] = {}
    for one, other in sorted(product(range(goal), repeat=2), reverse=True):
        more = sum(
            chance / 2 * (left.get((one + units, other), 0.0) + left.get((one, other + units), 0.0))
            for units, chance in chances.items()
        )
        left[one, other] = (1 + more) / counts if counts else float("inf")
    return left[0, 0]
