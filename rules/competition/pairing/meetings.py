"""How evenly people meet, compared with what arithmetic allows. Rulebook E-153."""

from dataclasses import dataclass
from math import floor


@dataclass(frozen=True, slots=True)
class Meetings:
    """The shares of pairs, from 0 to 1, who meet never, once, twice, and so on.

    ``again`` is the share of meetings that are repeats. ``least_again`` is its lower bound with as many
    games, since nobody can meet more people for the first time than there are. ``evenest`` are the shares if
    no two pairs differ by more than one meeting. Not every number of people and games can reach these bounds.
    """

    shares: tuple[tuple[int, float], ...]

    @property
    def each(self) -> float:
        """The average number of times that a pair meets."""
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
