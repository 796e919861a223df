"""One simulated day: pairing, standings and the cut follow the rules; only the hands are random."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from operator import attrgetter
from random import Random
from types import MappingProxyType

from rules.competition.game_lines import GameLine, Line, SidesLine
from rules.competition.pairing.pairs import paired
from rules.competition.pairing.tables import assign_tables
from rules.competition.phase_two.formats import plan_of
from rules.competition.phase_two.games import GameOutcome, nth
from rules.seating.history import History, PastGame, SeatedRound, sides_of
from rules.seating.seating import RoundSeating, TableSeating
from rules.standings.standings import Ranked, rank, rankings
from rules.standings.tie_breaks import BYE_UNITS, ranks_by_games_won
from simulation.days.figures import HandSource
from simulation.days.game import GameSimulator, Sides, SimulatedGame
from simulation.days.open_day import OpenSession
from simulation.days.plan import SimulationPlan, hours_of


class SimulatedDay:
    """One simulated day. Times are minutes since the start of the day.

    ``free_at`` is when each team's last game ends. ``past`` are the games of all rounds, and ``waited``
    counts how often each team began a round without a table; both by number, which is 1 for the first team.
    ``partners`` and ``opponents`` count, by pair, the games on one side and on two sides.
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
        self.partners: Counter[frozenset[int]] = Counter()
        self.opponents: Counter[frozenset[int]] = Counter()
        self.byes = [0] * plan.teams
        self.round = 0
        self.past: list[PastGame] = []
        self.waited: Counter[int] = Counter()
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
        seating = self.plan.way_of_seating
        if isinstance(seating, RoundSeating):
            self._play_rounds(seating)
        elif isinstance(seating, TableSeating):
            OpenSession(self, seating).play()
        through = self._cut()
        if self.plan.way.has_bracket:
            self._play_bracket(through)
        else:
            self.ends_at = max(self.free_at)

    def _play_rounds(self, seating: RoundSeating) -> None:
        """Play round after round. A round with more games than tables takes several slots."""
        sessions = [
            [slot for slot in self.hours.slots if starts <= slot[0] < ends]
            for starts, ends in self.hours.sessions
        ]
        turns = self.plan.turns
        rounds = [slots[at : at + turns] for slots in sessions for at in range(0, len(slots), turns)]
        for self.round, slots in enumerate(rounds, start=1):
            seated = seating.next_round(self.history(later=len(rounds) - self.round))
            self._play_round(seated, slots[0][0], slots[-1][1])

    def history(self, *, later: int) -> History:
        """What decides the next round. Numbers begin with 1, as at an event."""
        plan = self.plan
        ranked = self._ranked() if plan.seats_by_standing else ()
        draws = plan.way_of_seating.draws(is_first=self.round == 1)
        return History(
            numbers=_numbers(plan.teams),
            games=self.past,
            round=self.round,
            later=later,
            standing={row.team + 1: row.rank - 1 for row in ranked},
            won={row.team + 1: row.won for row in ranked} if ranks_by_games_won(plan.tie_breaks) else {},
            words=f"{self.round}/{self.random.random()}" if draws else "",
            tables=plan.tables if plan.sits_out else None,
            seats=plan.sides,
            way=plan.way,
            apart=plan.apart,
            has_empty_chair=plan.has_empty_chair,
        )

    def _ranked(self) -> Sequence[Ranked[int]]:
        plan = self.plan
        return rank(range(plan.teams), self.lines, tie_breaks=plan.tie_breaks, what=plan.what_counts)

    def _play_round(self, seated: SeatedRound, play_from: float, whistle: float) -> None:
        free_from = dict.fromkeys(range(1, self.plan.tables + 1), play_from)
        plan = assign_tables(seated.groups, free_from, seated.keeps, self.waited)
        self.waited.update(one for group in plan.waiting for one in group)
        games: list[PastGame] = []
        for own, group in (*plan.seated, *((None, group) for group in plan.waiting)):
            table = own or min(free_from, key=free_from.__getitem__)
            sides = sides_of(group, self.plan.way)
            start = max(free_from[table], *(self.free_at[one - 1] for one in group))
            if start >= whistle:
                # No table was free in time: the game is taken back (Rulebook E-1).
                continue
            played = self.play_game(tuple(tuple(one - 1 for one in side) for side in sides), start, whistle)
            free_from[table] = played.ends_at
            winner = sides[played.winner][0]
            games.append(PastGame(self.round, table, group, sides, winner))
        self.past += sorted(games, key=attrgetter("table"))
        for one in seated.byes:
            self._bye(one - 1)

    def _bye(self, team: int) -> None:
        self.byes[team] += 1
        self.past.append(PastGame(self.round, None, (team + 1,), ((team + 1,),), team + 1))
        self.lines.append(GameLine(team, None, team, BYE_UNITS, kind="bye", round=self.round))

    def play_game(self, sides: Sides, start: float, whistle: float) -> SimulatedGame:
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
        for index, side in enumerate(sides):
            for one in side:
                self.games[one] += 1
                self.won[one] += index == game.winner
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
        for index in range(self.plan.places if self.plan.way.has_bracket else 1, self.plan.places + 1):
            if index < len(ranked):
                row = ranked[index]
                is_tied = row.rank == ranked[index - 1].rank
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
        results: dict[str, GameOutcome[int]] = {}
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


def _outcome(pair: tuple[int, int], played: SimulatedGame) -> GameOutcome[int]:
    won, lost = played.winner, 1 - played.winner
    units, points = played.units, played.points
    return GameOutcome(pair[won], pair[lost], (units[won], units[lost]), (points[won], points[lost]))


@lru_cache(maxsize=16)
def _numbers(teams: int) -> Mapping[int, int]:
    return MappingProxyType({number: number for number in range(1, teams + 1)})
