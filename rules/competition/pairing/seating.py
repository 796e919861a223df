"""The next round, by the way of seating (Rulebook E-1).

An event and a simulated day both ask here, so that a forecast seats people as the day will.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, groupby
from operator import attrgetter

from rules.competition.lots import draw
from rules.competition.pairing.alone import AloneRound, next_tables
from rules.competition.pairing.empty_chair import EMPTY, with_empty_chair, without_empty_chair
from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.fours import IndividualRound, Past
from rules.competition.pairing.history import History, PastGame, last_round, who_goes, winner_first
from rules.competition.pairing.individuals import has_movement, next_round, whist_movement
from rules.competition.pairing.ladders import LADDERS, next_of_ladder
from rules.competition.pairing.movements import Fixture, halves, movement, on_one_side, round_robin_round
from rules.competition.pairing.pairing import Cost, Entrant, cost_of, pair, pair_at_random
from rules.competition.pairing.people_ladders import BY_RESULT, people_by_chair, people_by_result
from rules.competition.pairing.sit_out import sitting_out
from rules.competition.taking_part import PEOPLE_MOVE

TRIES = 50
"""How many round-robin rounds to try for one without a rematch, after a team came or left."""

SAME_ROUNDS = 64
"""How many rounds of people who come alone are kept, for other days that begin in the same way."""


@dataclass(frozen=True, kw_only=True)
class SeatedRound:
    """Groups of team ids in the order of ``chairs_for``, and the byes. ``keeps`` has tables that are kept."""

    groups: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    keeps: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((group[0], group[1]) for group in self.groups)


def _by_standing(history: History) -> SeatedRound:
    seating = pair_with_foresight(history.entrants, history.later)
    return _of(seating.pairs, [seating.bye])


def _by_lot(history: History) -> SeatedRound:
    """A random pairing, drawn from the teams' public numbers, so that anybody can repeat the draw."""
    numbers = history.numbers
    entrants = [
        replace(
            entrant,
            team=numbers[entrant.team],
            met={numbers[team]: times for team, times in entrant.met.items() if team in numbers},
            apart=frozenset(numbers[team] for team in entrant.apart),
        )
        for entrant in history.entrants
    ]
    seating = pair_at_random(entrants, history.words)
    by_number = {number: team for team, number in numbers.items()}
    pairs = [(by_number[ns], by_number[ew]) for ns, ew in seating.pairs]
    return _of(pairs, [by_number[seating.bye] if seating.bye is not None else None])


def _round_robin(history: History) -> SeatedRound:
    """The next round of the circle; after a team came or left, the next one without a rematch."""
    teams = sorted((entrant.team for entrant in history.entrants), key=history.numbers.__getitem__)
    rounds = max(1, len(teams) - 1 + len(teams) % 2)
    tries = (round_robin_round(teams, history.round + step) for step in range(min(rounds, TRIES)))
    return _best(history, (_of(fixture.pairs, fixture.byes) for fixture in tries))


def _movement(history: History) -> SeatedRound:
    """One side stays, the other moves up a table. The first round's lot decides which side stays."""
    staying, moving = _sides(history)
    here = set(history.numbers)
    fixture: Fixture[int] = movement(staying, moving, history.round)
    pairs = [couple for couple in fixture.pairs if here.issuperset(couple)]
    alone = {team for team in chain(*fixture.pairs, fixture.byes) if team in here}
    alone -= set(chain(*pairs))
    left = pair([entrant for entrant in _level(history) if entrant.team in alone])
    moved = _of([*pairs, *left.pairs], [left.bye])
    keeps = {team: (table,) for team, table in _tables_of(history, staying).items() if team in here}
    return _best(history, [replace(moved, keeps=keeps)])


def _tables_of(history: History, staying: Iterable[int]) -> dict[int, int]:
    """The tables of the staying side. A team that began with a bye has the next one."""
    tables: dict[int, int] = {}
    for game in history.games:
        if game.table is not None:
            tables.setdefault(game.players[0], game.table)
    for team in staying if tables else ():
        tables.setdefault(team, max(tables.values()) + 1)
    return tables


def _sides(history: History) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The staying and the moving teams, by first games. Teams that left keep a place; new ones fill up."""
    staying: dict[int, None] = {}
    moving: dict[int, None] = {}
    for game in history.games:
        first, *second = game.players
        if first not in moving:
            staying.setdefault(first)
        for team in second:
            if team not in staying:
                moving.setdefault(team)
    by_number = {number: team for team, number in history.numbers.items()}
    new = [number for number, team in sorted(by_number.items()) if team not in staying and team not in moving]
    if not history.games:
        apart = [frozenset(history.numbers[team] for team in pair) for pair in history.apart]
        ns, ew = on_one_side(halves(new, history.words), sorted(apart, key=sorted))
        return tuple(by_number[number] for number in ns), tuple(by_number[number] for number in ew)
    for number in new:
        (staying if len(staying) <= len(moving) else moving).setdefault(by_number[number])
    return tuple(staying), tuple(moving)


def _ladder(history: History, ladder: str) -> SeatedRound:
    """Winners and losers of the last round go to other tables (E-82). The first round is drawn by lot."""
    games, idle = last_round(history)
    if not games:
        return _by_lot(history)
    goes, keepers = who_goes(history, ladder)
    results = [_still_here(history, chain(*sides)) for sides in goes]
    byes = {entrant.team: entrant.byes for entrant in history.entrants}
    fixture = next_of_ladder(ladder, results, idle, byes, keepers)
    tables = [game.table for game in games if game.table is not None]
    in_order = zip(fixture.pairs, dict.fromkeys(tables), strict=False)
    keeps = {} if len(set(tables)) < len(games) else {pair[0]: (table,) for pair, table in in_order}
    return replace(_of(fixture.pairs, fixture.byes), keeps=keeps)


def _individuals(history: History) -> SeatedRound:
    """People who come alone get new partners, or else those they have met least (Rulebook E-52)."""
    rounds = [list(games) for _, games in groupby(history.games, key=attrgetter("round"))]
    people = history.people if history.way.partners_change else history.numbers
    players = tuple(sorted(people, key=people.__getitem__))
    if not history.way.partners_change:
        alone = tuple(_alone(games) for games in rounds)
        tables = _least_met(players, history.seats, alone, history.apart)
        return SeatedRound(groups=tables.tables, byes=tables.sits_out)
    past = tuple(_fours(games) for games in rounds)
    return _of_people(_new_partners(players, history.round, past, history.apart))


# Results decide nothing here, so all days of a simulation have the same rounds.
_least_met = lru_cache(maxsize=SAME_ROUNDS)(next_tables)


@lru_cache(maxsize=SAME_ROUNDS)
def _new_partners(
    players: tuple[int, ...],
    number: int,
    past: tuple[IndividualRound[int], ...],
    apart: frozenset[frozenset[int]],
) -> IndividualRound[int]:
    if has_movement(len(players)) and not apart:
        *before, by_design = whist_movement(players, number)
        # The movement goes on as long as nobody left or was moved by hand.
        if [_partners(one) for one in before] == [_partners(one) for one in past]:
            return by_design
    return next_round(players, past, apart)


def _people_move(history: History, seating: str) -> SeatedRound:
    """People go to the next table by the result or by their chair (E-83). The first round is drawn by lot."""
    games, idle = last_round(history)
    if not games:
        by_number = {number: one for one, number in history.numbers.items()}
        order = [by_number[number] for number in draw(sorted(by_number), history.words)]
        seated = len(order) - len(order) % 4
        groups = tuple(tuple(order[at : at + 4]) for at in range(0, seated, 4))
        if history.has_empty_chair:
            return SeatedRound(groups=(*groups, tuple(order[seated:])), byes=())
        return SeatedRound(groups=groups, byes=tuple(order[seated:]))
    rounds = groupby(history.games, key=attrgetter("round"))
    past = Past([_fours(list(one)) for _, one in rounds], history.apart)
    if history.has_empty_chair and all(len(game.players) == 4 for game in games):
        idle = [*idle, EMPTY]
    if ladder := BY_RESULT.get(seating):
        results = [tuple(_pair_here(history, side) for side in winner_first(game)) for game in games]
        return _of_people(people_by_result(ladder, results, idle, past))
    chairs = [_still_here(history, with_empty_chair(game.players).players) for game in games]
    return _of_people(people_by_chair(chairs, idle, past))


def _still_here(history: History, entrants: Iterable[int]) -> tuple[int | None, ...]:
    """The entrants, with None for one that has left, and for an empty chair that is no longer needed."""
    people = history.people
    return tuple(one if one in people else None for one in entrants)


def _pair_here(history: History, side: tuple[int, ...]) -> tuple[int | None, ...]:
    """The two entrants of a side. A single one has the empty chair as partner."""
    return _still_here(history, (*side, EMPTY)[:2])


def _of_people(drawn: IndividualRound[int]) -> SeatedRound:
    return SeatedRound(groups=tuple(map(without_empty_chair, drawn.tables)), byes=drawn.sits_out)


def _alone(games: Iterable[PastGame]) -> AloneRound[int]:
    groups = [game.players for game in games]
    return AloneRound(
        tuple(group for group in groups if len(group) > 1),
        tuple(group[0] for group in groups if len(group) == 1),
    )


def _fours(games: Iterable[PastGame]) -> IndividualRound[int]:
    groups = [game.players for game in games]
    return IndividualRound(
        tuple(with_empty_chair(group) for group in groups if len(group) >= 3),
        tuple(group[0] for group in groups if len(group) == 1),
    )


def _partners(drawn: IndividualRound[int]) -> set[frozenset[frozenset[int]]]:
    return {frozenset(four.partners) for four in drawn.tables}


def _best(history: History, fixtures: Iterable[SeatedRound]) -> SeatedRound:
    """The first fixture without a rematch, a second bye or a pair to keep apart; else the one with fewest.

    Rulebook E-18 and E-24 take precedence over the circle, so a free pairing is also tried.
    """
    level = [replace(entrant, city="", table=None) for entrant in _level(history)]
    tried: list[tuple[tuple[int, int, int], SeatedRound]] = []
    for fixture in fixtures:
        again = _again(cost_of(level, fixture.pairs, fixture.byes[0] if fixture.byes else None))
        if not any(again):
            return fixture
        tried.append((again, fixture))
    any_two = pair(level)
    tried.append((_again(any_two.cost), _of(any_two.pairs, [any_two.bye])))
    return min(tried, key=lambda one: one[0])[1]


def _level(history: History) -> list[Entrant[int]]:
    """The entrants by number, without what results decide (Rulebook E-86)."""
    entrants = sorted(history.entrants, key=lambda entrant: history.numbers[entrant.team])
    return [replace(entrant, standing=0, won=0) for entrant in entrants]


def _again(cost: Cost) -> tuple[int, int, int]:
    return cost.second_byes, cost.kept_apart, cost.rematches


def _of(pairs: Iterable[tuple[int, int]], byes: Iterable[int | None]) -> SeatedRound:
    return SeatedRound(groups=tuple(pairs), byes=tuple(team for team in byes if team is not None))


_NEXT: Mapping[str, Callable[[History], SeatedRound]] = {
    "swiss": _by_standing,
    "random": _by_lot,
    "robin": _round_robin,
    "movement": _movement,
    "alone": _individuals,
    **{ladder: partial(_ladder, ladder=ladder) for ladder in LADDERS},
    **{seating: partial(_people_move, seating=seating) for seating in PEOPLE_MOVE},
}

IN_ROUNDS = frozenset(_NEXT)
"""The ways that seat a whole round. In the others, games are called as tables open up."""


def seated_round(seating: str, history: History) -> SeatedRound:
    """The next round. ``seating`` is one of ``IN_ROUNDS``."""
    if history.tables is not None:
        out = sitting_out(history.entrants, history.tables)
        here = {team: number for team, number in history.numbers.items() if team not in out}
        history = replace(history, numbers=here)
    return _NEXT[seating](history)


def is_by_lot(seating: str, *, is_first: bool) -> bool:
    """Whether a lot decides a round: each one by lot, and the first one by result or by chair."""
    return seating == "random" or (is_first and seating in (*LADDERS, *PEOPLE_MOVE))
