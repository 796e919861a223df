"""What decides the next round of a day: who is here, what was played, and the standings."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product
from types import MappingProxyType

from rules.competition.lots import draw
from rules.competition.pairing.empty_chair import EMPTY
from rules.competition.pairing.pairing import Entrant
from rules.competition.taking_part import TEAMS, WayOfTakingPart

Sides = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PastGame:
    """An earlier game: all who sat there, who played together, and who won. A bye has one side."""

    round: int
    table: int | None
    players: tuple[int, ...]
    sides: Sides
    winner: int | None = None
    """A team or player of the winning side; None where nobody won."""
    is_over: bool = True

    @property
    def is_bye(self) -> bool:
        return len(self.players) == 1


@dataclass(frozen=True, kw_only=True)
class History:
    """Who is here, and what they have played: everything that decides the next round.

    Tied teams are ordered by a lot drawn from ``words``, or by number without words. With
    ``has_empty_chair``, one table of people who come alone has three (Rulebook E-212).
    """

    numbers: Mapping[int, int]
    """Has the public number of everybody here."""
    games: Sequence[PastGame]
    """In the order of rounds and tables."""
    round: int
    later: int = 0
    """Rounds follow this one."""
    standing: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Everybody's rank, 0 for the first."""
    won: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """The games won, if the event ranks by them."""
    homes: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    fixed: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """The tables of teams that can't move."""
    words: str = ""
    tables: int | None = None
    """Set if teams sit out for want of one; otherwise a round may take longer."""
    seats: int = 4
    way: WayOfTakingPart = TEAMS
    apart: frozenset[frozenset[int]] = frozenset()
    has_empty_chair: bool = False

    @property
    def people(self) -> Mapping[int, int]:
        """Everybody's number where partners change; an empty chair has the highest."""
        empty = {EMPTY: max(self.numbers.values()) + 1} if self.has_empty_chair else {}
        return {**self.numbers, **empty}

    def still_here(self, entrants: Iterable[int]) -> tuple[int | None, ...]:
        """The entrants, with None for one that has left, and for an empty chair that is no longer needed."""
        people = self.people
        return tuple(one if one in people else None for one in entrants)

    @cached_property
    def entrants(self) -> tuple[Entrant[int], ...]:
        """Everybody here, the best first: with opponents so far, opponents to avoid, byes and home."""
        numbers, met, words = self.numbers, times_met(self.games), self.words
        byes = Counter(game.players[0] for game in self.games if game.is_bye)
        lots = {number: lot for lot, number in enumerate(draw(numbers.values(), words))} if words else {}
        from_whom = apart_from(pair for pair in self.apart if numbers.keys() >= pair)
        in_order = sorted(
            numbers, key=lambda team: (self.standing.get(team, 0), lots.get(numbers[team], numbers[team]))
        )
        return tuple(
            Entrant(
                team=team,
                standing=self.standing.get(team, 0),
                won=self.won.get(team, 0),
                met=met.get(team, {}),
                apart=from_whom.get(team, frozenset()),
                byes=byes[team],
                city=self.homes.get(team, ""),
                table=self.fixed.get(team),
            )
            for team in in_order
        )


@dataclass(frozen=True, kw_only=True)
class SeatedRound:
    """Groups of team ids in the order of ``chairs_for``, and the byes."""

    groups: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    keeps: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """Has tables that are kept."""

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((group[0], group[1]) for group in self.groups)


def times_met(games: Iterable[PastGame]) -> dict[int, dict[int, int]]:
    """The number of times each team has met each other team on opposite sides."""
    met: dict[int, dict[int, int]] = {}
    for game in games:
        for side, across in permutations(game.sides, 2):
            for me, other in product(side, across):
                mine = met.setdefault(me, {})
                mine[other] = mine.get(other, 0) + 1
    return met


def sides_of(group: tuple[int, ...], way: WayOfTakingPart) -> Sides:
    """The sides of a group that is listed clockwise from North."""
    return (group[::2], group[1::2]) if way.partners_change else tuple((one,) for one in group)


def apart_from(pairs: Iterable[frozenset[int]]) -> dict[int, frozenset[int]]:
    """The teams that each team is kept apart from (Rulebook E-65)."""
    from_whom: dict[int, frozenset[int]] = {}
    for pair in pairs:
        for team in pair:
            from_whom[team] = from_whom.get(team, frozenset()) | (pair - {team})
    return from_whom


def last_round(history: History) -> tuple[list[PastGame], list[int]]:
    """The last round's games, and those here who weren't in them: first who sat out, then the new."""
    numbers = history.numbers
    last = [game for game in history.games if game.round == history.round - 1]
    games = [game for game in last if not game.is_bye]
    sat_out = [one for game in last if game.is_bye for one in game.players if one in numbers]
    known = {one for game in last for one in game.players}
    return games, [*sat_out, *sorted(numbers.keys() - known, key=numbers.__getitem__)]


def seated_pairs(pairs: Iterable[tuple[int, int]], byes: Iterable[int | None]) -> SeatedRound:
    return SeatedRound(groups=tuple(pairs), byes=tuple(team for team in byes if team is not None))
