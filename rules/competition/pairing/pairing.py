"""The next round: the pairing with the least cost.

Rulebook E-1, E-18, E-24 and E-65. Pairings are compared by eight figures; each figure counts only among
pairings that are equal in all earlier ones:

1. *second byes*: the byes that the team sitting out has had beyond the fewest of any team;
2. *torn tables*: pairs of teams that can't move and have different tables, or the same seats;
3. *kept apart*: pairs of teams that the organizer keeps apart;
4. *rematches*: the square of the times each pair has met, so that a third meeting is worse than two second
   ones;
5. *bye height*: how many of those who could sit out rank below the team that does;
6. *same city*: pairs from one home city;
7. *wins*: the square of each pair's difference in games won;
8. *distance*: the square of each pair's difference in rank.

The eight are packed into one integer, in which one step of a figure outweighs all later ones, and rustworkx
finds the perfect matching with the smallest sum. On the complete graph that is exact. In a larger field each
team has edges only to its nearest new opponents, and to more of them if somebody is left over. The largest
fields are matched in stretches from the top: the pairs well above the end of a stretch are final, and the
next stretch begins below them.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Generic

import rustworkx

from rules.competition.team import Team

EXACT_UP_TO = 500
"""Fields up to this size are matched on the complete graph."""

NEAREST = (16, 64, 256)
"""How many edges each team of a larger field has at first; the next number if somebody is left over."""

_ABROAD_WITHIN = 500

STRETCH = 1_000
"""Fields of more than two such stretches are matched stretch by stretch, if that leaves nobody over."""


@dataclass(frozen=True, slots=True)
class Entrant(Generic[Team]):
    """A team to be paired.

    ``table`` is the fixed table of a team that can't move, and ``side`` its fixed seats, ``NS`` or ``EW``.
    """

    team: Team
    standing: int = 0
    """Its rank, 0 for the first; tied teams may share one."""
    met: Mapping[Team, int] = field(default_factory=lambda: MappingProxyType({}))
    """Counts earlier games by opponent."""
    byes: int = 0
    city: str = ""
    """Empty if home cities don't matter."""
    table: int | None = None
    side: str = ""
    apart: frozenset[Team] = frozenset()
    """The teams it shouldn't meet."""
    won: int = 0
    """The games won, 0 for all if the event doesn't rank by them first."""


@dataclass(frozen=True, slots=True, order=True)
class Cost:
    """The eight figures of a pairing, as in the module's docstring. The smaller the better."""

    second_byes: int = 0
    torn_tables: int = 0
    kept_apart: int = 0
    rematches: int = 0
    bye_height: int = 0
    same_city: int = 0
    wins: int = 0
    distance: int = 0


@dataclass(frozen=True, slots=True)
class RoundPairing(Generic[Team]):
    """The pairs of a round, the best-placed first, and the team that sits out.

    The first of a pair sits North-South: the better placed, unless one has fixed seats.
    """

    pairs: tuple[tuple[Team, Team], ...]
    bye: Team | None
    rematches: int
    """Counts the pairs that have met before."""
    cost: Cost
    is_exact: bool = True
    """Means that no pairing costs less; otherwise only some of the possible pairs were considered."""


def pair(entrants: Iterable[Entrant[Team]]) -> RoundPairing[Team]:
    """The pairing with the least cost.

    The bye goes to the lowest of the teams with the fewest byes, unless that forces a rematch. Among equal
    costs the input order of tied teams decides.

    :raises ValueError: if a team is named twice.
    """
    field_ = _Field(sorted(entrants, key=lambda entrant: entrant.standing))
    if len(field_.entrants) > EXACT_UP_TO:
        near = _pair_nearest(field_)
        if near is not None:
            return near
    matched = perfect_matching(field_.size, field_.all_edges())
    assert matched is not None, "A complete graph of even size has a perfect matching."
    return seated(field_.entrants, matched, is_exact=True)


def _pair_nearest(field_: "_Field[Team]") -> RoundPairing[Team] | None:
    """The best pairing among near opponents; None if somebody is left over.

    More opponents are tried until nobody is left over; except in a long field, also for as long as they could
    separate more pairs from one city.
    """
    is_long = len(field_.entrants) > 2 * STRETCH
    if is_long:
        matched = field_.matched_in_stretches(NEAREST[0])
        if matched is not None:
            return seated(field_.entrants, matched, is_exact=False)
    best: RoundPairing[Team] | None = None
    for nearest in NEAREST:
        matched = perfect_matching(field_.size, field_.near_edges(nearest))
        if matched is None:
            continue
        pairing = seated(field_.entrants, matched, is_exact=False)
        if best is None or pairing.cost < best.cost:
            best = pairing
        if is_long or best.cost.same_city <= field_.fewest_at_home():
            break
    if best is None and is_long:
        # The complete graph doesn't fit in memory, so neighbors meet, even a second time.
        matched = perfect_matching(field_.size, field_.near_edges(NEAREST[0], is_choosy=False))
        return seated(field_.entrants, matched, is_exact=False) if matched is not None else None
    return best


def cost_of(
    entrants: Iterable[Entrant[Team]], pairs: Iterable[tuple[Team, Team]], bye: Team | None = None
) -> Cost:
    ordered = sorted(entrants, key=lambda entrant: entrant.standing)
    by_team = {entrant.team: entrant for entrant in ordered}
    couples = [(by_team[one], by_team[other]) for one, other in pairs]
    second_byes = bye_height = 0
    if bye is not None:
        fewest = min(entrant.byes for entrant in ordered)
        second_byes = by_team[bye].byes - fewest
        index = [entrant.team for entrant in ordered].index(bye)
        bye_height = sum(entrant.byes == by_team[bye].byes for entrant in ordered[index + 1 :])
    return Cost(
        second_byes=second_byes,
        torn_tables=sum(_is_torn(one, other) for one, other in couples),
        kept_apart=sum(are_kept_apart(one, other) for one, other in couples),
        rematches=sum(times_met(one, other) ** 2 for one, other in couples),
        bye_height=bye_height,
        same_city=sum(_is_same_city(one, other) for one, other in couples),
        wins=sum((one.won - other.won) ** 2 for one, other in couples),
        distance=sum((one.standing - other.standing) ** 2 for one, other in couples),
    )


def seated(
    ordered: Sequence[Entrant[Team]], couples: Iterable[tuple[int, int]], *, is_exact: bool
) -> RoundPairing[Team]:
    """The pairing of these places in ``ordered``; the place after the last is the bye."""
    pairs: list[tuple[Team, Team]] = []
    bye: Team | None = None
    rematches = 0
    for upper, lower in couples:
        one = ordered[upper]
        if lower == len(ordered):
            bye = one.team
            continue
        other = ordered[lower]
        is_turned = one.side == "EW" or (other.side == "NS" and one.side != "NS")
        pairs.append((other.team, one.team) if is_turned else (one.team, other.team))
        rematches += times_met(one, other) > 0
    return RoundPairing(tuple(pairs), bye, rematches, cost_of(ordered, pairs, bye), is_exact)


def weights_of(ordered: Sequence[Entrant[Team]]) -> dict[tuple[int, int], int]:
    """The cost of each pair of places in ``ordered`` as one integer; the place after the last is the bye."""
    return {(one, other): cost for one, other, cost in _Field(list(ordered)).all_edges()}


def times_met(one: Entrant[Team], other: Entrant[Team]) -> int:
    return max(one.met.get(other.team, 0), other.met.get(one.team, 0))


def are_kept_apart(one: Entrant[Team], other: Entrant[Team]) -> bool:
    """Whether the organizer keeps these two apart (Rulebook E-65)."""
    return other.team in one.apart or one.team in other.apart


def perfect_matching(size: int, edges: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int], ...] | None:
    """The pairs of 0 to ``size`` − 1 with the least total cost; None if somebody is left over.

    An edge is two numbers and the cost of pairing them.
    """
    matched = largest_matching(size, edges)
    return matched if 2 * len(matched) == size else None


def largest_matching(size: int, edges: Sequence[tuple[int, int, int]]) -> tuple[tuple[int, int], ...]:
    if len(edges) == 1:
        return ((min(edges[0][:2]), max(edges[0][:2])),)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * size)
    graph.add_edges_from([(one, other, -cost) for one, other, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return tuple(sorted((min(couple), max(couple)) for couple in matched))


class _Field(Generic[Team]):
    """The entrants by rank, with the bye as one more place if their number is odd, and the costs of pairs."""

    def __init__(self, entrants: list[Entrant[Team]]) -> None:
        self.entrants = entrants
        if len({entrant.team for entrant in entrants}) < len(entrants):
            raise ValueError("A team can’t be seated twice in one round.")
        self.has_bye = len(entrants) % 2 == 1
        self.size = len(entrants) + self.has_bye
        fewest = min((entrant.byes for entrant in entrants), default=0)
        # The lowest first: the place in this list is the bye height.
        self.bye_candidates = [
            index for index in reversed(range(len(entrants))) if entrants[index].byes == fewest
        ]
        self._weigh()

    def _weigh(self) -> None:
        """Set the figures' weights: each outweighs all later figures together."""
        entrants, pairs = self.entrants, self.size // 2
        standings, won = [one.standing for one in entrants] or [0], [one.won for one in entrants] or [0]
        most_met = max((times for entrant in entrants for times in entrant.met.values()), default=0)
        has_cities = any(entrant.city for entrant in entrants)
        has_apart = any(entrant.apart for entrant in entrants)
        # Unused figures get no room: the sum of all pairs must fit into the 128 bits of rustworkx.
        self.per_win = pairs * (standings[-1] - standings[0]) ** 2 + 1
        self.per_city = self.per_win * (pairs * (max(won) - min(won)) ** 2 + 1)
        self.per_step = self.per_city * (pairs * has_cities + 1)
        self.per_rematch = self.per_step * (self.size * self.has_bye + 1)
        self.per_apart = self.per_rematch * (pairs * most_met**2 + 1)
        self.per_torn = self.per_apart * (pairs * has_apart + 1)

    def all_edges(self) -> list[tuple[int, int, int]]:
        entrants = self.entrants
        edges = [
            (one, other, self._cost(entrants[one], entrants[other]))
            for one, other in combinations(range(len(entrants)), 2)
        ]
        return edges + self._bye_edges(len(self.bye_candidates))

    def matched_in_stretches(self, nearest: int) -> tuple[tuple[int, int], ...] | None:
        """The matching of a long field, stretch by stretch; None if somebody is left over.

        The lowest possible team has the bye. A stretch is cut between two pairs well above its end, so that
        its lowest teams are matched again with those below.
        """
        if self.has_bye:
            bye = self.bye_candidates[0]
            others = _Field([*self.entrants[:bye], *self.entrants[bye + 1 :]])
            matched = others.matched_in_stretches(nearest)
            if matched is None:
                return None
            moved = [(one + (one >= bye), other + (other >= bye)) for one, other in matched]
            return tuple(sorted([*moved, (bye, len(self.entrants))]))
        edges = self.near_edges(nearest)
        firsts = [one for one, _, _ in edges]
        pairs: list[tuple[int, int]] = []
        start = 0
        while start < self.size:
            end = self.size if self.size - start <= 2 * STRETCH else start + STRETCH
            within = edges[bisect_left(firsts, start) : bisect_left(firsts, end)]
            matched = perfect_matching(
                end - start,
                [(one - start, other - start, cost) for one, other, cost in within if other < end],
            )
            if matched is None:
                return None
            cut = end if end == self.size else start + _clean_cut(matched)
            pairs += [(one + start, other + start) for one, other in matched if one + start < cut]
            if cut == start:
                return None
            start = cut
        return tuple(pairs)

    def fewest_at_home(self) -> int:
        """The fewest pairs from one city that any pairing must have."""
        homes = Counter(entrant.city for entrant in self.entrants if entrant.city)
        largest = max(homes.values(), default=0)
        return max(0, (2 * largest - self.size + 1) // 2)

    def near_edges(self, nearest: int, *, is_choosy: bool = True) -> list[tuple[int, int, int]]:
        """The edges from each team to its nearest possible opponents, new ones only if ``is_choosy``.

        If cities count, as many edges again go to teams from other cities.
        """
        count = len(self.entrants)
        couples: set[tuple[int, int]] = set()
        if not is_choosy:
            for one in range(count):
                couples.update((one, other) for other in range(one + 1, min(one + nearest, count)))
        for index, entrant in enumerate(self.entrants):
            couples.update(self._near(index, nearest, is_abroad=False))
            if entrant.city:
                couples.update(self._near(index, nearest, is_abroad=True))
        edges = [
            (one, other, self._cost(self.entrants[one], self.entrants[other]))
            for one, other in sorted(couples)
        ]
        if is_choosy:
            # ``_near`` reads only one team's ``met``; this drops rematches that only the other one has.
            edges = [edge for edge in edges if edge[2] < self.per_rematch]
        return edges + self._bye_edges(nearest)

    def _near(self, index: int, nearest: int, *, is_abroad: bool) -> list[tuple[int, int]]:
        entrants = self.entrants
        entrant = entrants[index]
        met, city, is_fixed = entrant.met, entrant.city if is_abroad else "", _is_fixed(entrant)
        found: list[tuple[int, int]] = []
        for step in range(
            1, min(len(entrants), max(_ABROAD_WITHIN, nearest)) if is_abroad else len(entrants)
        ):
            for other in (index - step, index + step):
                if not 0 <= other < len(entrants):
                    continue
                opponent = entrants[other]
                if (
                    met.get(opponent.team)
                    or are_kept_apart(entrant, opponent)
                    or (city and opponent.city == city)
                ):
                    continue
                if is_fixed and _is_torn(entrant, opponent):
                    continue
                found.append((index, other) if index < other else (other, index))
            if len(found) >= nearest:
                break
        return found

    def _bye_edges(self, most: int) -> list[tuple[int, int, int]]:
        if not self.has_bye:
            return []
        bye = len(self.entrants)
        return [
            (index, bye, height * self.per_step) for height, index in enumerate(self.bye_candidates[:most])
        ]

    def _cost(self, one: Entrant[Team], other: Entrant[Team]) -> int:
        cost = (one.standing - other.standing) ** 2 + (one.won - other.won) ** 2 * self.per_win
        met = times_met(one, other)
        if met:
            cost += met * met * self.per_rematch
        if one.city and one.city == other.city:
            cost += self.per_city
        if (one.apart or other.apart) and are_kept_apart(one, other):
            cost += self.per_apart
        if _is_fixed(one) and _is_torn(one, other):
            cost += self.per_torn
        return cost


def _clean_cut(matched: Sequence[tuple[int, int]]) -> int:
    """The last place, in the first nine tenths of a stretch, that no pair spans."""
    limit = 9 * len(matched) * 2 // 10
    farthest = cut = 0
    for one, other in matched:
        if one >= farthest and one <= limit:
            cut = one
        farthest = max(farthest, other + 1)
    return cut


def _is_torn(one: Entrant[Team], other: Entrant[Team]) -> bool:
    if one.side and one.side == other.side:
        return True
    return one.table is not None and other.table is not None and one.table != other.table


def _is_fixed(entrant: Entrant[Team]) -> bool:
    return entrant.table is not None or entrant.side != ""


def _is_same_city(one: Entrant[Team], other: Entrant[Team]) -> bool:
    return one.city != "" and one.city == other.city
