"""Hands by their frequencies: what a simulation of the day draws from instead of cards."""

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
    """What a hand can bring: units and points of each side, the side that did best first.

    ``has_winner`` says that the first side won it: in some games nobody wins a bid that is set.
    """

    units: tuple[int, ...]
    points: tuple[int, ...]
    has_winner: bool = True
    is_made: bool = True
    is_boston: bool = False


class DrawnHand(NamedTuple):
    """A hand: what it brought, which side (0, 1, …) came first, second and so on, and how long it took."""

    outcome: HandOutcome
    order: tuple[int, ...]
    minutes: float


class HandSource(Protocol):
    """Where the hands of a simulation come from. ``strengths`` are those of the sides at the table."""

    def __call__(self, strengths: Sequence[float], random: Random) -> DrawnHand: ...


_ORDERS = ((0, 1), (1, 0))


@dataclass(frozen=True)
class HandFigures:
    """Hands by their frequencies. A source of hands for a simulation.

    ``minutes`` are the shortest, the usual and the longest hand, dealing and scoring included. Sides that are
    equally strong come first equally often; of two, one that is stronger by 1 does so in 73 hands of a
    hundred.
    """

    outcomes: tuple[tuple[int, HandOutcome], ...]
    minutes: tuple[float, float, float]

    @classmethod
    def of(cls, hands: Iterable[HandOutcome], minutes: Iterable[float]) -> "HandFigures":
        """The figures of hands that were really played.

        The quickest and the slowest twentieth of the hands are taken for mishaps.

        :raises ValueError: if there are no hands, or none was timed.
        """
        counts = Counter(hands)
        times = sorted(minutes)
        if not counts or not times:
            raise ValueError("There are no hands to take figures from.")
        shortest, longest = times[len(times) // 20], times[-1 - len(times) // 20]
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
    """Who comes first, second and so on: each time one of those left, the stronger more often."""
    # The smallest of exponential times, each with its own rate, is drawn in just this way.
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
"""Figures to start from: two thousand hands of Fahrenheit between the built-in players, seeds 0 to 1,999.

What they bring is counted; how long they take is a guess, since the built-in players need no time: five
minutes on average, so that twenty-five minutes hold about a whole game.
"""


@lru_cache(maxsize=32)
def hands_a_game(figures: HandFigures, goal: int) -> float:
    """How many hands a game of ``goal`` units takes between equal teams, on average."""
    chances: dict[int, float] = defaultdict(float)
    for weight, outcome in figures.outcomes:
        chances[max(outcome.units)] += weight
    whole = sum(chances.values())
    # The hands still to come, by what either side has: each hand goes to either side with the same chance.
    left: dict[tuple[int, int], float] = {}
    for one, other in sorted(product(range(goal), repeat=2), reverse=True):
        stays = 1 - sum(weight for units, weight in chances.items() if units > 0) / whole
        more = sum(
            weight / whole / 2 * (left.get((one + units, other), 0.0) + left.get((one, other + units), 0.0))
            for units, weight in chances.items()
            if units > 0
        )
        left[one, other] = (1 + more) / (1 - stays) if stays < 1 else float("inf")
    return left[0, 0]
