"""The pairing of the next round, by the phase's way of seating (Rulebook E-1)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, groupby
from operator import attrgetter

from rules.competition.lots import draw
from rules.competition.pairing.alone import AloneRound, next_tables
from rules.competition.pairing.empty_chair import EMPTY, with_empty_chair, without_empty_chair
from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.fours import IndividualRound, Past
from rules.competition.pairing.individuals import has_movement, next_round, whist_movement
from rules.competition.pairing.ladders import KEEP, keep_tables, next_of_ladder
from rules.competition.pairing.movements import Fixture, halves, movement, on_one_side, round_robin_round
from rules.competition.pairing.pairing import Cost, Entrant, cost_of, pair, pair_at_random
from rules.competition.pairing.people_ladders import BY_RESULT as PEOPLE_BY_RESULT
from rules.competition.pairing.people_ladders import people_by_chair, people_by_result
from rules.competition.pairing.sit_out import sitting_out
from scoring.queries.rounds.entrants import PairingInput, Played, entrants_of, played_in
from tournament.models import Phase, Team
from tournament.models.schedule import BY_RESULT, PEOPLE_MOVE, Seating
from tournament.queries.game import ruleset_for
from tournament.queries.kept_apart import kept_apart

TRIES = 50
"""How many round-robin rounds to try for one without a rematch, after a team came or left."""


@dataclass(frozen=True, kw_only=True)
class GroupPairing:
    """Groups of team ids in the order of ``chairs_for``, and the byes. ``keeps`` has tables that are kept."""

    groups: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]
    keeps: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((group[0], group[1]) for group in self.groups)


def can_pair_by_grade(phase: Phase, seating: str) -> bool:
    """Whether teams with similar grades may meet: in the first round, before any result. One query."""
    is_by_rank = seating == Seating.SWISS and not phase.event.way.by_chair
    return is_by_rank and not phase.rounds.called().exists()


def pairing(
    phase: Phase, *, words: str, later: int, seating: str, graded: Sequence[Team] = ()
) -> GroupPairing:
    """Pair the next round; ``later`` more rounds follow it. Seven queries at most.

    Tied teams are ordered by a lot drawn from ``words``, or by number without words. ``graded``, the
    strongest first, replaces the standings.
    """
    given = pairing_input(phase, words=words, later=later)
    if graded:
        place = {team.pk: number for number, team in enumerate(graded)}
        entrants = (replace(one, standing=place.get(one.team, len(place))) for one in given.entrants)
        given = replace(given, entrants=tuple(entrants))
    if phase.sits_out:
        out = sitting_out(given.entrants, phase.event.tables.filter(is_out_of_use=False).count())
        given = replace(given, entrants=tuple(one for one in given.entrants if one.team not in out))
    return WAYS[Seating(seating)](given)


def pairing_input(phase: Phase, *, words: str = "", later: int = 0) -> PairingInput:
    """What decides the next round, as it is now. Six queries at most."""
    number = phase.rounds.called().count() + 1
    here = phase.event.teams.to_seat(number).select_related("fixed_table")
    teams = {team.pk: team for team in here}
    played = played_in(phase.event)
    apart = frozenset(pair for pair in kept_apart(phase.event) if teams.keys() >= pair)
    return PairingInput(
        entrants=tuple(entrants_of(phase, teams, played, words, apart)),
        numbers={team.pk: team.number for team in teams.values()},
        played=played,
        round=number,
        later=later,
        words=words,
        seats=len(ruleset_for(phase.event).seats),
        way=phase.event.way,
        apart=apart,
        has_empty_chair=phase.has_empty_chair(len(teams)),
    )


def _by_standing(given: PairingInput) -> GroupPairing:
    seating = pair_with_foresight(given.entrants, given.later)
    return _of(seating.pairs, [seating.bye])


def _by_lot(given: PairingInput) -> GroupPairing:
    """A random pairing, drawn from the teams' public numbers, so that anybody can repeat the draw."""
    numbers = given.numbers
    entrants = [
        replace(
            entrant,
            team=numbers[entrant.team],
            met={numbers[team]: times for team, times in entrant.met.items() if team in numbers},
            apart=frozenset(numbers[team] for team in entrant.apart),
        )
        for entrant in given.entrants
    ]
    seating = pair_at_random(entrants, given.words)
    by_number = {number: team for team, number in numbers.items()}
    pairs = [(by_number[ns], by_number[ew]) for ns, ew in seating.pairs]
    return _of(pairs, [by_number[seating.bye] if seating.bye is not None else None])


def _round_robin(given: PairingInput) -> GroupPairing:
    """The next round of the circle; after a team came or left, the next one without a rematch."""
    teams = sorted((entrant.team for entrant in given.entrants), key=given.numbers.__getitem__)
    rounds = max(1, len(teams) - 1 + len(teams) % 2)
    tries = (round_robin_round(teams, given.round + step) for step in range(min(rounds, TRIES)))
    return _best(given, (_of(fixture.pairs, fixture.byes) for fixture in tries))


def _movement(given: PairingInput) -> GroupPairing:
    """One side stays, the other moves up a table. The first round's lot decides which side stays."""
    staying, moving = _sides(given)
    here = set(given.numbers)
    fixture: Fixture[int] = movement(staying, moving, given.round)
    pairs = [couple for couple in fixture.pairs if here.issuperset(couple)]
    alone = {team for team in chain(*fixture.pairs, fixture.byes) if team in here}
    alone -= set(chain(*pairs))
    left = pair([entrant for entrant in _level(given) if entrant.team in alone])
    moved = _of([*pairs, *left.pairs], [left.bye])
    keeps = {team: (table,) for team, table in _tables_of(given, staying).items() if team in here}
    return _best(given, [replace(moved, keeps=keeps)])


def _tables_of(given: PairingInput, staying: Iterable[int]) -> dict[int, int]:
    """The tables of the staying side. A team that began with a bye has the next one."""
    tables: dict[int, int] = {}
    for game in given.played:
        if game.table is not None:
            tables.setdefault(game.players[0], game.table)
    for team in staying if tables else ():
        tables.setdefault(team, max(tables.values()) + 1)
    return tables


def _sides(given: PairingInput) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The staying and the moving teams, by first games. Teams that left keep a place; new ones fill up."""
    staying: dict[int, None] = {}
    moving: dict[int, None] = {}
    for game in given.played:
        first, *second = game.players
        if first not in moving:
            staying.setdefault(first)
        for team in second:
            if team not in staying:
                moving.setdefault(team)
    by_number = {number: team for team, number in given.numbers.items()}
    new = [number for number, team in sorted(by_number.items()) if team not in staying and team not in moving]
    if not given.played:
        apart = [frozenset(given.numbers[team] for team in pair) for pair in given.apart]
        ns, ew = on_one_side(halves(new, given.words), sorted(apart, key=sorted))
        return tuple(by_number[number] for number in ns), tuple(by_number[number] for number in ew)
    for number in new:
        (staying if len(staying) <= len(moving) else moving).setdefault(by_number[number])
    return tuple(staying), tuple(moving)


def _ladder(given: PairingInput, ladder: str) -> GroupPairing:
    """Winners and losers of the last round go to other tables (E-82). The first round is drawn by lot."""
    games, idle = last_round(given)
    if not games:
        return _by_lot(given)
    goes, keepers = who_goes(given, ladder)
    results = [_still_here(given, chain(*sides)) for sides in goes]
    byes = {entrant.team: entrant.byes for entrant in given.entrants}
    fixture = next_of_ladder(ladder, results, idle, byes, keepers)
    tables = [game.table for game in games if game.table is not None]
    in_order = zip(fixture.pairs, dict.fromkeys(tables), strict=False)
    keeps = {} if len(set(tables)) < len(games) else {pair[0]: (table,) for pair, table in in_order}
    return replace(_of(fixture.pairs, fixture.byes), keeps=keeps)


def _individuals(given: PairingInput) -> GroupPairing:
    """People who come alone get new partners, or else those they have met least (Rulebook E-52)."""
    rounds: dict[int, list[Played]] = {}
    for game in given.played:
        rounds.setdefault(game.round, []).append(game)
    if not given.way.partners_change:
        players = sorted(given.numbers, key=given.numbers.__getitem__)
        tables = next_tables(players, given.seats, [_alone(games) for games in rounds.values()], given.apart)
        return GroupPairing(groups=tables.tables, byes=tables.sits_out)
    players = sorted(given.people, key=given.people.__getitem__)
    past = [_fours(games) for games in rounds.values()]
    drawn = None
    if has_movement(len(players)) and not given.apart:
        *before, by_design = whist_movement(players, given.round)
        # The movement goes on as long as nobody left or was moved by hand.
        if [_partners(one) for one in before] == [_partners(one) for one in past]:
            drawn = by_design
    return _of_people(drawn or next_round(players, past, given.apart))


def _people_move(given: PairingInput, seating: str) -> GroupPairing:
    """People go to the next table by the result or by their chair (E-83). The first round is drawn by lot."""
    games, idle = last_round(given)
    if not games:
        by_number = {number: one for one, number in given.numbers.items()}
        order = [by_number[number] for number in draw(sorted(by_number), given.words)]
        seated = len(order) - len(order) % 4
        groups = tuple(tuple(order[at : at + 4]) for at in range(0, seated, 4))
        if given.has_empty_chair:
            return GroupPairing(groups=(*groups, tuple(order[seated:])), byes=())
        return GroupPairing(groups=groups, byes=tuple(order[seated:]))
    rounds = groupby(given.played, key=attrgetter("round"))
    past = Past([_fours(list(one)) for _, one in rounds], given.apart)
    if given.has_empty_chair and all(len(game.players) == 4 for game in games):
        idle = [*idle, EMPTY]
    if ladder := PEOPLE_BY_RESULT.get(seating):
        results = [tuple(_pair_here(given, side) for side in winner_first(game)) for game in games]
        return _of_people(people_by_result(ladder, results, idle, past))
    chairs = [_still_here(given, with_empty_chair(game.players).players) for game in games]
    return _of_people(people_by_chair(chairs, idle, past))


def last_round(given: PairingInput) -> tuple[list[Played], list[int]]:
    """The last round's games, and those here who weren't in them: first who sat out, then the new."""
    last = [game for game in given.played if game.round == given.round - 1]
    games = [game for game in last if len(game.players) > 1]
    sat_out = [one for game in last if game not in games for one in game.players if one in given.numbers]
    known = {one for game in last for one in game.players}
    return games, [*sat_out, *sorted(given.numbers.keys() - known, key=given.numbers.__getitem__)]


def who_goes(given: PairingInput, ladder: str) -> tuple[list[Sequence[tuple[int, ...]]], Collection[int]]:
    """The last round's games as sides, the winner or the one that stays first; and all who stay (E-87)."""
    games, _ = last_round(given)
    if ladder != KEEP:
        return [winner_first(game) for game in games], ()
    keepers, tables = frozenset[int](), list[tuple[int, int]]()
    for _, played in groupby(given.played, key=attrgetter("round")):
        results = [winner_first(game) for game in played if len(game.players) > 1]
        tables, keepers = keep_tables(keepers, [(won, lost) for (won,), (lost,) in results])
    return [((stays,), (moves,)) for stays, moves in tables], keepers


def winner_first(game: Played) -> Sequence[tuple[int, ...]]:
    """The two sides, the winner first. If nobody won, North-South counts as the winner."""
    one, other = game.sides
    return (other, one) if game.winner in other else (one, other)


def _still_here(given: PairingInput, entrants: Iterable[int]) -> tuple[int | None, ...]:
    """The entrants, with None for one that has left, and for an empty chair that is no longer needed."""
    return tuple(one if one in given.people else None for one in entrants)


def _pair_here(given: PairingInput, side: tuple[int, ...]) -> tuple[int | None, ...]:
    """The two entrants of a side. A single one has the empty chair as partner."""
    return _still_here(given, (*side, EMPTY)[:2])


def _of_people(drawn: IndividualRound[int]) -> GroupPairing:
    return GroupPairing(groups=tuple(map(without_empty_chair, drawn.tables)), byes=drawn.sits_out)


def _alone(games: Iterable[Played]) -> AloneRound[int]:
    groups = [game.players for game in games]
    return AloneRound(
        tuple(group for group in groups if len(group) > 1),
        tuple(group[0] for group in groups if len(group) == 1),
    )


def _fours(games: Iterable[Played]) -> IndividualRound[int]:
    groups = [game.players for game in games]
    return IndividualRound(
        tuple(with_empty_chair(group) for group in groups if len(group) >= 3),
        tuple(group[0] for group in groups if len(group) == 1),
    )


def _partners(drawn: IndividualRound[int]) -> set[frozenset[frozenset[int]]]:
    return {frozenset(four.partners) for four in drawn.tables}


def _best(given: PairingInput, fixtures: Iterable[GroupPairing]) -> GroupPairing:
    """The first fixture without a rematch, a second bye or a pair to keep apart; else the one with fewest.

    Rulebook E-18 and E-24 take precedence over the circle, so a free pairing is also tried.
    """
    level = [replace(entrant, city="", table=None) for entrant in _level(given)]
    tried: list[tuple[tuple[int, int, int], GroupPairing]] = []
    for fixture in fixtures:
        again = _again(cost_of(level, fixture.pairs, fixture.byes[0] if fixture.byes else None))
        if not any(again):
            return fixture
        tried.append((again, fixture))
    any_two = pair(level)
    tried.append((_again(any_two.cost), _of(any_two.pairs, [any_two.bye])))
    return min(tried, key=lambda one: one[0])[1]


def _level(given: PairingInput) -> list[Entrant[int]]:
    """The entrants by number, without what results decide (Rulebook E-86)."""
    entrants = sorted(given.entrants, key=lambda entrant: given.numbers[entrant.team])
    return [replace(entrant, standing=0, won=0) for entrant in entrants]


def _again(cost: Cost) -> tuple[int, int, int]:
    return cost.second_byes, cost.kept_apart, cost.rematches


def _of(pairs: Iterable[tuple[int, int]], byes: Iterable[int | None]) -> GroupPairing:
    return GroupPairing(groups=tuple(pairs), byes=tuple(team for team in byes if team is not None))


WAYS: dict[Seating, Callable[[PairingInput], GroupPairing]] = {
    Seating.SWISS: _by_standing,
    Seating.RANDOM: _by_lot,
    Seating.ROUND_ROBIN: _round_robin,
    Seating.MOVEMENT: _movement,
    Seating.INDIVIDUALS: _individuals,
    **{seating: partial(_ladder, ladder=seating.value) for seating in BY_RESULT},
    **{seating: partial(_people_move, seating=seating.value) for seating in PEOPLE_MOVE},
}
"""The ways that seat a whole round. In the others, games are called as tables open up."""
