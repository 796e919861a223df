"""One simulated day: pairing, standings and the cut follow the rules; only the hands are random."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from random import Random

from rules.competition.game_lines import GameLine, Line, SidesLine
from rules.competition.pairing.alone import AloneRound, next_tables
from rules.competition.pairing.fours import Four, IndividualRound, Past
from rules.competition.pairing.individuals import whist_movement
from rules.competition.pairing.ladders import KEEP, LADDERS, keep_tables, next_of_ladder
from rules.competition.pairing.movements import Fixture, halves, movement, round_robin
from rules.competition.pairing.pairing import Entrant, pair, pair_at_random
from rules.competition.pairing.pairs import paired
from rules.competition.pairing.people_ladders import BY_RESULT, people_by_chair, people_by_result
from rules.competition.pairing.sit_out import sitting_out
from rules.competition.phase_two.formats import plan_of
from rules.competition.phase_two.games import Outcome, nth
from rules.competition.standings import Ranked, rank, rankings
from rules.competition.taking_part import PEOPLE_MOVE
from rules.competition.tie_breaks import BYE_UNITS, ranks_by_games_won
from simulation.days.figures import HandSource
from simulation.days.game import GameSimulator, PlayedGame, Sides
from simulation.days.open_day import OpenPlay
from simulation.days.plan import OPEN_FORMATS, SimulationPlan, hours_of


class SimulatedDay:
    """One simulated day. Times are minutes since the start of the day.

    ``free_at`` is when each team's last game ends. ``last_round`` has the sides of the last round's games,
    winners first. ``partners`` and ``opponents`` count, by pair, the games on one side and on two sides.
    ``tied_until`` is the number of tie-breaks that leave the cutoff tied. For each of the plan's alternative
    orders, ``ties`` says whether the cutoff is still tied after it, ``others`` whether other teams go
    through.
    """

    def __init__(self, plan: SimulationPlan, hands: HandSource, random: Random) -> None:
        self.plan = plan
        self.random = random
        self.hours = hours_of(plan.timetable)
        self.simulator = GameSimulator(
            hands, plan.end, self.hours.breaks, random, plan.what_counts.extra_hand
        )
        self.strength = [random.gauss(0.0, plan.spread) for _ in range(plan.teams)]
        self.lines: list[Line[int]] = []
        self.met: list[dict[int, int]] = [{} for _ in range(plan.teams)]
        self.partners: Counter[frozenset[int]] = Counter()
        self.opponents: Counter[frozenset[int]] = Counter()
        self.byes = [0] * plan.teams
        self.round: int | None = None
        self.last_round: list[Sides] = []
        self.keepers: frozenset[int] = frozenset()
        self.sits_out: tuple[int, ...] = ()
        self.rounds: list[IndividualRound[int]] = []
        self.games = [0] * plan.teams
        self.won = [0] * plan.teams
        self.hands_played = 0
        self.cut_off = 0
        self.rematches = 0
        self.free_at = [0.0] * plan.teams
        self.ends_at = 0.0
        self.tied_until = 0
        self.is_first_tied = False
        self.ties: list[bool] = []
        self.others: list[bool] = []

    def play(self) -> None:
        if self.plan.seating in OPEN_FORMATS:
            OpenPlay(self).play()
        else:
            self._play_rounds()
        through = self._cut()
        if self.plan.way.has_bracket:
            self._play_bracket(through)
        else:
            self.ends_at = max(self.free_at)

    def _play_rounds(self) -> None:
        """Play round after round. A round with more games than tables takes several slots."""
        fixtures = self._fixtures()
        number = 0
        for starts, ends in self.hours.sessions:
            slots = [slot for slot in self.hours.slots if starts <= slot[0] < ends]
            first = 0
            while first < len(slots):
                self.round = number
                drawn = self._drawn(fixtures[number % len(fixtures)]) if fixtures else self._pairs(number)
                turns = max(1, -(-len(drawn) // self.plan.tables))
                last = min(first + turns, len(slots)) - 1
                self._play_round(drawn, slots[first][0], slots[last][1])
                first, number = last + 1, number + 1

    def _play_round(self, drawn: Sequence[Sides], play_from: float, whistle: float) -> None:
        tables = [play_from] * self.plan.tables
        self.last_round = []
        for sides in drawn:
            table = min(range(len(tables)), key=tables.__getitem__)
            people = tuple(tuple(one for one in side if one < self.plan.teams) for side in sides)
            start = max(tables[table], *(self.free_at[one] for side in people for one in side))
            if start >= whistle:
                # No table was free in time: the game is not played.
                self.last_round.append(sides)
                continue
            game = self.play_game(people, start, whistle)
            tables[table] = game.ends_at
            self.last_round.append((sides[game.winner], *sides[: game.winner], *sides[game.winner + 1 :]))

    def _fixtures(self) -> Sequence["Drawn"]:
        """The rounds of a format that ignores the standings; empty for the others."""
        plan = self.plan
        if plan.way.by_chair and plan.seating not in PEOPLE_MOVE:
            # Strengths are random, so the numbers need no shuffling.
            return _alone_rounds(
                plan.teams + plan.has_empty_chair, plan.sides, len(self.hours.slots), plan.way.partners_change
            )
        order = list(range(plan.teams))
        self.random.shuffle(order)
        if plan.seating == "robin":
            return tuple(_as_sides(one) for one in round_robin(order))
        if plan.seating == "movement":
            staying, moving = halves(order, str(self.random.random()))
            rounds = min(len(staying), len(self.hours.slots))
            return tuple(_as_sides(movement(staying, moving, number + 1)) for number in range(rounds))
        return ()

    def _drawn(self, fixture: "Drawn") -> Sequence[Sides]:
        for team in fixture.byes:
            self._bye(team)
        return fixture.tables

    def _pairs(self, number: int) -> Sequence[Sides]:
        if self.plan.seating in PEOPLE_MOVE:
            return self._drawn(self._people())
        if self.last_round and self.plan.seating in LADDERS:
            tables = [(won, lost) for (won,), (lost,) in self.last_round]
            if self.plan.seating == KEEP:
                tables, self.keepers = keep_tables(self.keepers, tables)
            byes = dict(enumerate(self.byes))
            fixture = next_of_ladder(self.plan.seating, tables, self.sits_out, byes, self.keepers)
            self.sits_out = fixture.byes
            return self._drawn(_as_sides(fixture))
        plan = self.plan
        ranked = rank(range(plan.teams), self.lines, tie_breaks=plan.tie_breaks, what=plan.what_counts)
        by_wins = ranks_by_games_won(self.plan.tie_breaks)
        entrants = [
            Entrant(row.team, place, self.met[row.team], self.byes[row.team], won=row.won if by_wins else 0)
            for place, row in enumerate(ranked)
        ]
        if self.plan.sits_out:
            out = sitting_out(entrants, self.plan.tables)
            entrants = [entrant for entrant in entrants if entrant.team not in out]
        if self.plan.seating in ("random", *LADDERS):
            seating = pair_at_random(entrants, f"{number}/{self.random.random()}")
        else:
            seating = pair(entrants)
        self.sits_out = () if seating.bye is None else (seating.bye,)
        for team in self.sits_out:
            self._bye(team)
        return [((ns,), (ew,)) for ns, ew in seating.pairs]

    def _people(self) -> "Drawn":
        """The next round for people who move by result or by chair; the first round is random."""
        if not self.last_round:
            order = list(range(self.plan.teams))
            self.random.shuffle(order)
            # The empty chair is the number after the last person's.
            order += [len(order)] * self.plan.has_empty_chair
            seated = len(order) - len(order) % 4
            tables = tuple(Four(*order[at : at + 4]) for at in range(0, seated, 4))
            one = IndividualRound(tables, tuple(order[seated:]))
        elif ladder := BY_RESULT.get(self.plan.seating):
            one = people_by_result(ladder, self.last_round, self.sits_out, Past(self.rounds))
        else:
            chairs = [four.players for four in self.rounds[-1].tables]
            one = people_by_chair(chairs, self.sits_out, Past(self.rounds))
        self.rounds.append(one)
        self.sits_out = one.sits_out
        return _of_four(one)

    def _bye(self, team: int) -> None:
        self.byes[team] += 1
        self.lines.append(GameLine(team, None, team, BYE_UNITS, kind="bye", round=self.round))

    def play_game(self, sides: Sides, start: float, whistle: float) -> PlayedGame:
        game = self.simulator.play([self._strength(side) for side in sides], start, whistle)
        self._count_meetings(sides)
        if len(sides) == 2 and all(len(side) == 1 for side in sides):
            (ns,), (ew,) = sides
            (hands, theirs), (points, others) = game.units, game.points
            won = (ns, ew)[game.winner]
            line: Line[int] = GameLine(ns, ew, won, hands, theirs, points, others, round=self.round)
        else:
            line = SidesLine(sides, game.winner, game.units, game.points, round=self.round)
        self.lines.append(line)
        for place, side in enumerate(sides):
            for one in side:
                self.games[one] += 1
                self.won[one] += place == game.winner
                self.free_at[one] = game.ends_at
        self.hands_played += game.hands
        self.cut_off += game.is_cut_off and not self.plan.is_clocked
        return game

    def _count_meetings(self, sides: Sides) -> None:
        """Count rematches, or, where partners change, repeated partners."""
        partners = [frozenset(pair) for side in sides for pair in combinations(side, 2)]
        opponents = [frozenset(pair) for one, other in combinations(sides, 2) for pair in product(one, other)]
        if self.plan.way.partners_change:
            self.rematches += sum(pair in self.partners for pair in partners)
        else:
            self.rematches += sum(pair in self.opponents for pair in opponents)
            for one, other in opponents:
                times = self.met[one].get(other, 0)
                self.met[one][other] = self.met[other][one] = times + 1
        self.partners.update(partners)
        self.opponents.update(opponents)

    def _strength(self, side: tuple[int, ...]) -> float:
        return sum(self.strength[one] for one in side) / len(side)

    def _cut(self) -> list[int]:
        """The teams that go through. Sets ``tied_until``, ``ties`` and ``others``."""
        plan = self.plan
        orders = (plan.tie_breaks, *plan.other_tie_breaks)
        own, *beside = rankings(range(plan.teams), self.lines, orders, what=plan.what_counts)
        through = [row.team for row in own[: plan.places]]
        self.is_first_tied = own[0].rank == own[1].rank
        self.tied_until = self._tied_through(own, plan.tie_breaks)
        for tie_breaks, ranked in zip(plan.other_tie_breaks, beside, strict=True):
            others = [row.team for row in ranked[: plan.places]]
            self.ties.append(self._tied_through(ranked, tie_breaks) == len(tie_breaks))
            # For prizes the order matters too.
            self.others.append(set(others) != set(through) if plan.way.has_bracket else others != through)
        return through

    def _tied_through(self, ranked: Sequence[Ranked[int]], tie_breaks: tuple[str, ...]) -> int:
        """How many of these tie-breaks leave the cutoff tied; for prizes, any two neighboring places."""
        until = 0
        for place in range(self.plan.places if self.plan.way.has_bracket else 1, self.plan.places + 1):
            if place < len(ranked):
                row = ranked[place]
                is_tied = row.rank == ranked[place - 1].rank
                until = max(until, len(tie_breaks) if is_tied else tie_breaks.index(row.decided_by or ""))
        return until

    def _play_bracket(self, through: list[int]) -> None:
        now = max([self.hours.phase_two[0], *(self.free_at[team] for team in through)])
        sides = {side[0]: side for side in self._sides_of(through)}
        seeds = list(sides)
        if len(seeds) < 2:
            self.ends_at = now
            return
        plan = plan_of(self.plan.choice, len(seeds), self.plan.tie_breaks)
        results: dict[str, Outcome[int]] = {}
        kept: dict[str, tuple[int, int]] = {}
        self.free_at = [now] * self.plan.teams
        table_free_at = [now] * self.plan.tables
        while ready := (drawn := plan.drawn(seeds, results, kept)).ready:
            for game in ready:
                ns, ew = drawn.pairs[game.key]
                assert ns is not None
                assert ew is not None
                table = min(range(len(table_free_at)), key=table_free_at.__getitem__)
                start = max(table_free_at[table], self.free_at[ns], self.free_at[ew])
                whistle = start + self.plan.usual_minutes if self.plan.is_clocked else None
                simulator = self._simulator(self.plan.choice.hands_in(game.key))
                strengths = [self._strength(sides[ns]), self._strength(sides[ew])]
                played = simulator.play(strengths, start, whistle)
                results[nth(game.key, drawn.number(game.key))] = _outcome((ns, ew), played)
                kept[game.key] = ns, ew
                table_free_at[table] = self.free_at[ns] = self.free_at[ew] = played.ends_at
        self.ends_at = max(self.free_at)

    def _sides_of(self, through: list[int]) -> tuple[tuple[int, ...], ...]:
        """The sides of Phase II: entrants as they are, or pairs of people."""
        if not self.plan.way.pairs_up:
            return tuple((one,) for one in through)
        return paired(through, self.plan.pairs_up, str(self.hands_played))

    def _simulator(self, hands: int) -> GameSimulator:
        end = self.plan.ends.get(hands)
        return replace(self.simulator, end=end) if end else self.simulator


def _outcome(pair: tuple[int, int], played: PlayedGame) -> Outcome[int]:
    won, lost = played.winner, 1 - played.winner
    units, points = played.units, played.points
    return Outcome(pair[won], pair[lost], (units[won], units[lost]), (points[won], points[lost]))


@dataclass(frozen=True, slots=True)
class Drawn:
    tables: tuple[Sides, ...]
    byes: tuple[int, ...]


def _as_sides(fixture: Fixture[int]) -> Drawn:
    return Drawn(tuple(((ns,), (ew,)) for ns, ew in fixture.pairs), fixture.byes)


def _of_four(one: IndividualRound[int]) -> Drawn:
    return Drawn(
        tuple(((four.north, four.south), (four.east, four.west)) for four in one.tables), one.sits_out
    )


@lru_cache(maxsize=16)
def _alone_rounds(players: int, sides: int, rounds: int, has_partners: bool) -> tuple[Drawn, ...]:
    if has_partners:
        return tuple(_of_four(one) for one in whist_movement(range(players), rounds))
    drawn: list[AloneRound[int]] = []
    for _ in range(rounds):
        drawn.append(next_tables(range(players), sides, drawn))
    return tuple(
        Drawn(tuple(tuple((one,) for one in table) for table in each.tables), each.sits_out) for each in drawn
    )
