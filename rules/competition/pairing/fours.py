"""Tables of two partnerships, rounds of such tables, and the counts of earlier meetings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic

from rules.competition.team import Team


@dataclass(frozen=True, slots=True)
class Four(Generic[Team]):
    """Four players at a table; North and South are partners, East and West too."""

    north: Team
    east: Team
    south: Team
    west: Team

    @property
    def players(self) -> tuple[Team, Team, Team, Team]:
        return self.north, self.east, self.south, self.west

    @property
    def partners(self) -> tuple[frozenset[Team], frozenset[Team]]:
        return frozenset((self.north, self.south)), frozenset((self.east, self.west))

    @property
    def opponents(self) -> tuple[frozenset[Team], ...]:
        return tuple(
            frozenset((one, other)) for one in (self.north, self.south) for other in (self.east, self.west)
        )


@dataclass(frozen=True, slots=True)
class IndividualRound(Generic[Team]):
    tables: tuple[Four[Team], ...]
    sits_out: tuple[Team, ...] = ()


KEPT_APART = 1_000
"""Two who are kept apart count as having met this often: more than any day has rounds."""


class Past(Generic[Team]):
    def __init__(
        self, played: Sequence[IndividualRound[Team]], apart: Iterable[frozenset[Team]] = ()
    ) -> None:
        fours = [four for one in played for four in one.tables]
        self.partners = Counter(pair for four in fours for pair in four.partners)
        self.opponents = Counter(pair for four in fours for pair in four.opponents)
        for pair in apart:
            self.partners[pair] += KEPT_APART
            self.opponents[pair] += KEPT_APART
        self.games = Counter(player for four in fours for player in four.players)
        self.rests = Counter(player for one in played for player in one.sits_out)
        self.chairs = {player: chair for four in fours for chair, player in enumerate(four.players)}
        """The last chair of each: 0 to 3 for North, East, South and West."""

    def partner_cost(self, one: Team, other: Team) -> int:
        """Four times the cost of making two players partners once more."""
        return 8 * (2 * self.partners[frozenset((one, other))] + 1)

    def opponent_cost(self, one: Team, other: Team) -> int:
        """Four times the cost of making two players opponents once more."""
        return 2 * self.opponents[frozenset((one, other))] + 1

    def weight(self, four: Sequence[Team]) -> int:
        """How much the cost of a small field (see ``next_round``) grows if these four sit in this order."""
        north, east, south, west = four
        weight = 0
        for one, other in combinations(four, 2):
            pair = frozenset((one, other))
            partners, opponents = self.partners[pair], self.opponents[pair]
            weight += 2 * (2 * (partners + opponents) + 1)
            is_new_partner = pair in (frozenset((north, south)), frozenset((east, west)))
            weight += 6 * (2 * partners + 1) if is_new_partner else 2 * opponents + 1
        return weight

    def who_may_rest(self, here: Sequence[Team]) -> list[tuple[Team, ...]]:
        """Every choice of players to sit out: the fewest rests and, among these, the most games."""
        due = sorted((self.rests[one], -self.games[one]) for one in here)[: len(here) % 4]
        if not due:
            return [()]
        sure = tuple(one for one in here if (self.rests[one], -self.games[one]) < due[-1])
        tied = [one for one in here if (self.rests[one], -self.games[one]) == due[-1]]
        return [(*sure, *more) for more in combinations(tied, len(due) - len(sure))]

    def table_cost(self, four: Sequence[Team]) -> int:
        north, east, south, west = four
        return (
            self.partner_cost(north, south)
            + self.partner_cost(east, west)
            + sum(self.opponent_cost(one, other) for one in (north, south) for other in (east, west))
        )
