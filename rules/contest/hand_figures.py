"""Hands by their frequencies: what a rehearsal of the day draws from instead of cards."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, product
from math import exp
from random import Random
from typing import Protocol


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """What a hand brought and how long it took."""

    won_by_ns: bool
    units: int
    points_ns: int
    points_ew: int
    minutes: float


class HandSource(Protocol):
    """Where the hands of a rehearsal come from. ``edge`` is how much stronger North and South are."""

    def __call__(self, edge: float, random: Random) -> DrawnHand: ...


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """One way a hand can end: how often, whether the bid was made, what it counts, the bidders' points."""

    weight: float
    is_made: bool
    units: int
    points: int


@dataclass(frozen=True)
class HandFigures:
    """Hands by their frequencies. A source of hands for a rehearsal.

    ``minutes`` are the shortest, the usual and the longest hand, dealing and scoring included. Of two teams
    that are equal each wins half of the hands; with an edge of 1 the stronger wins 73 in a hundred.
    """

    outcomes: tuple[HandOutcome, ...]
    minutes: tuple[float, float, float]

    @classmethod
    def of(cls, hands: Iterable[tuple[bool, int, int]], minutes: Iterable[float]) -> "HandFigures":
        """The figures of hands that were really played: whether the bid was made, units, and the bidders'
        points.

        The quickest and the slowest twentieth of the hands are taken for mishaps.

        :raises ValueError: if there are no hands, or none was timed.
        """
        counts = Counter(hands)
        times = sorted(minutes)
        if not counts or not times:
            raise ValueError("There are no hands to take figures from.")
        shortest, longest = times[len(times) // 20], times[-1 - len(times) // 20]
        usual = min(max(3 * sum(times) / len(times) - shortest - longest, shortest), longest)
        outcomes = (HandOutcome(count, *hand) for hand, count in sorted(counts.items()))
        return cls(tuple(outcomes), (shortest, usual, longest))

    @property
    def mean_minutes(self) -> float:
        """How long a hand takes on average, dealing and scoring included."""
        return sum(self.minutes) / 3

    @cached_property
    def _weights(self) -> list[float]:
        return list(accumulate(outcome.weight for outcome in self.outcomes))

    def __call__(self, edge: float, random: Random) -> DrawnHand:
        outcome = random.choices(self.outcomes, cum_weights=self._weights)[0]
        won_by_ns = random.random() < 1 / (1 + exp(-edge))
        points = outcome.points if outcome.is_made else 0
        shortest, usual, longest = self.minutes
        return DrawnHand(
            won_by_ns=won_by_ns,
            units=outcome.units,
            points_ns=points if won_by_ns else 0,
            points_ew=0 if won_by_ns else points,
            minutes=random.triangular(shortest, longest, usual),
        )


DEFAULT_HANDS = HandFigures(
    outcomes=(
        HandOutcome(264, is_made=True, units=1, points=4),
        HandOutcome(453, is_made=True, units=1, points=5),
        HandOutcome(423, is_made=True, units=1, points=6),
        HandOutcome(16, is_made=True, units=2, points=4),
        HandOutcome(34, is_made=True, units=2, points=5),
        HandOutcome(14, is_made=True, units=2, points=6),
        HandOutcome(182, is_made=True, units=2, points=7),
        HandOutcome(555, is_made=False, units=1, points=0),
        HandOutcome(59, is_made=False, units=2, points=0),
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
    for outcome in figures.outcomes:
        chances[outcome.units] += outcome.weight
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
