"""How evenly people meet, beside what arithmetic allows. Rulebook E-153."""

from dataclasses import dataclass
from math import floor


@dataclass(frozen=True, slots=True)
class Meetings:
    """The shares of pairs, from 0 to 1, who meet never, once, twice, and so on.

    ``again`` is the share of meetings between two who have met before. No seating that gives people as many
    games has a smaller one than ``least_again``: nobody meets more others for the first time than there are.
    ``evenest`` are the shares where no two pairs differ by more than one meeting. Both are bounds, which not
    every number of people and games can reach.
    """

    shares: tuple[tuple[int, float], ...]

    @property
    def each(self) -> float:
        """How often a pair meets, on average."""
        return sum(times * share for times, share in self.shares)

    @property
    def again(self) -> float:
        repeats = sum((times - 1) * share for times, share in self.shares if times)
        return repeats / self.each if self.each else 0.0

    @property
    def least_again(self) -> float:
        return max(0.0, 1 - 1 / self.each) if self.each else 0.0

    @property
    def evenest(self) -> tuple[tuple[int, float], ...]:
        # Sums of shares are not exact, and a whole number of meetings should stay one.
        each = round(self.each, 9)
        times, more = floor(each), each - floor(each)
        return ((times, 1 - more), (times + 1, more)) if more else ((times, 1.0),)
