"""One day of dice: who seats whom, who is ahead and who goes through is law; only the hands are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from statistics import median

from rules.contest.brackets import Bracket, Outcome
from rules.contest.clock import round_slots
from rules.contest.day_plan import OPEN_FORMATS, SETTLED_BY_FIGURES, DayPlan
from rules.contest.hand_figures import HandSource
from rules.contest.movements import Fixture, Kept, halves, movement, rise_and_fly, round_robin
from rules.contest.open_play import Waiting, next_games
from rules.contest.pace import MEASURED_FROM
from rules.contest.seating import Entrant, pair, pair_at_random
from rules.contest.standings import GameLine, rank
from rules.contest.whistle import leader

BYE_UNITS = 3
SEATED_IN = 5.0
"""So many minutes pass between the first call and the first deal."""

_RANKED_BY = SETTLED_BY_FIGURES[:4]


@dataclass(slots=True)
class _Result:
    """One game as it went."""

    line: GameLine[int]
    hands: int
    ends_at: float
    is_cut_off: bool


class RehearsedDay:
    """One day of dice. Times are minutes since the start of the day.

    ``tied_until`` is how far along the chain the line was still tied; ``ties`` whether it was after each of
    the plan's other chains, and ``others`` whether they send somebody else through.
    """

    def __init__(self, plan: DayPlan, hands: HandSource, random: Random) -> None:
        self.plan = plan
        self.hands = hands
        self.random = random
        self.strength = [random.gauss(0.0, plan.spread) for _ in range(plan.teams)]
        self.lines: list[GameLine[int]] = []
        self.met: list[dict[int, int]] = [{} for _ in range(plan.teams)]
        self.byes = [0] * plan.teams
        self.games = [0] * plan.teams
        self.won = [0] * plan.teams
        self.hands_played = 0
        self.cut_off = 0
        self.rematches = 0
        self.free_at = [0.0] * plan.teams
        self.ends_at = 0.0
        self.breaks = [
            (self._minute(span.starts_at), self._minute(span.ends_at)) for span in plan.timetable.breaks
        ]
        self.tied_until = 0
        self.ties: list[bool] = []
        self.others: list[bool] = []

    def play(self) -> None:
        """Phase I, the cut, and the bracket."""
        if self.plan.seating in OPEN_FORMATS:
            self._play_open()
        else:
            self._play_rounds()
        through = self._cut()
        self._play_bracket(through)

    def _minute(self, moment: datetime) -> float:
        return (moment - self.plan.timetable.phases[0].starts_at).total_seconds() / 60

    # --- rounds -------------------------------------------------------------------------------------

    def _play_rounds(self) -> None:
        """Round after round. One with more games than tables takes as many half-hours as its turns."""
        timetable = self.plan.timetable
        phase = timetable.phase(self.plan.phase_one)
        slots = round_slots(phase, timetable.breaks, called_off=timetable.called_off)
        fixtures = self._fixtures()
        number = first = 0
        while first < len(slots):
            pairs = self._fixture(fixtures[number % len(fixtures)]) if fixtures else self._pairs(number)
            turns = max(1, -(-len(pairs) // self.plan.tables))
            last = min(first + turns, len(slots)) - 1
            self._play_round(
                pairs, self._minute(slots[first].play_from), self._minute(slots[last].whistle_at)
            )
            first, number = last + 1, number + 1

    def _play_round(self, pairs: Sequence[tuple[int, int]], play_from: float, whistle: float) -> None:
        tables = [play_from] * self.plan.tables
        for ns, ew in pairs:
            table = min(range(len(tables)), key=tables.__getitem__)
            start = max(tables[table], self.free_at[ns], self.free_at[ew])
            if start >= whistle:
                # Its table did not free in time: the game is not played.
                continue
            self.rematches += ew in self.met[ns]
            self._record(self._game(ns, ew, start, whistle))
            tables[table] = self.free_at[ns]

    def _fixtures(self) -> tuple[Fixture[int], ...]:
        """The rounds of a format that needs no standings; none for the others."""
        order = list(range(self.plan.teams))
        self.random.shuffle(order)
        if self.plan.seating == "robin":
            return round_robin(order)
        if self.plan.seating == "movement":
            staying, moving = halves(order, str(self.random.random()))
            return tuple(movement(staying, moving, number) for number in range(1, len(staying) + 1))
        return ()

    def _fixture(self, fixture: Fixture[int]) -> Sequence[tuple[int, int]]:
        for team in fixture.byes:
            self._bye(team)
        return fixture.pairs

    def _pairs(self, number: int) -> Sequence[tuple[int, int]]:
        standing = [row.team for row in rank(range(self.plan.teams), self.lines, chain=_RANKED_BY)]
        entrants = [
            Entrant(team, place, self.met[team], self.byes[team]) for place, team in enumerate(standing)
        ]
        if self.plan.seating == "random":
            seating = pair_at_random(entrants, f"{number}/{self.random.random()}")
        else:
            seating = pair(entrants)
        if seating.bye is not None:
            self._bye(seating.bye)
        return seating.pairs

    def _bye(self, team: int) -> None:
        self.byes[team] += 1
        self.lines.append(GameLine(team, None, team, BYE_UNITS, kind="bye"))

    # --- open play ----------------------------------------------------------------------------------

    def _play_open(self) -> None:
        """From call to call: at each moment at which a table frees or a wait passes, the next games."""
        phase = self.plan.timetable.phase(self.plan.phase_one)
        now, whistle = self._minute(phase.starts_at) + SEATED_IN, self._minute(phase.ends_at)
        self.since = dict.fromkeys(range(self.plan.teams), now)
        self.last_met: list[dict[int, datetime]] = [{} for _ in self.since]
        self.tables = dict.fromkeys(range(self.plan.tables), now)
        self.kept: dict[int, Kept[int]] = {}
        self.lasted: list[float] = []
        while now < whistle:
            now = self._after_break(now)
            if self._end_of_game(now) <= whistle:
                self._call(now, whistle)
            coming = [at for at in (*self.tables.values(), *self.since.values()) if at > now]
            # Nothing ends any more, but a stated wait between two teams may still pass.
            now = min(coming, default=now + 5)

    def _call(self, now: float, whistle: float) -> None:
        free = [table for table, at in self.tables.items() if at <= now]
        for table, (ns, ew) in (
            self._risers(free, now) if self.plan.seating == "rise" else self._next(free, now)
        ):
            result = self._game(ns, ew, now, whistle)
            self.rematches += ew in self.met[ns]
            self._record(result)
            self.lasted.append(result.ends_at - now)
            self.tables[table] = self.since[ns] = self.since[ew] = result.ends_at
            self.last_met[ns][ew] = self.last_met[ew][ns] = self._moment(now)
            winner = result.line.winner
            assert winner is not None
            self.kept[table] = Kept(table, winner, ns + ew - winner)

    def _next(self, free: Sequence[int], now: float) -> Sequence[tuple[int, tuple[int, int]]]:
        wait = [
            Waiting(team, self._moment(at), -self.won[team], self.last_met[team])
            for team, at in self.since.items()
            if at <= now
        ]
        # Whether it can finish was looked at already, so any pace will do.
        return next_games(wait, free, self._moment(now), timedelta(), None).games

    def _risers(self, free: Sequence[int], now: float) -> Sequence[tuple[int, tuple[int, int]]]:
        kept = [self.kept.get(table, Kept(table)) for table in free]
        keepers = {one.keeper for one in kept}
        line = sorted(
            (team for team, at in self.since.items() if at <= now and team not in keepers),
            key=lambda team: (self.since[team], team),
        )
        return rise_and_fly(kept, line, others_play=len(free) < len(self.tables))

    def _moment(self, minute: float) -> datetime:
        return self.plan.timetable.phases[0].starts_at + timedelta(minutes=minute)

    def _end_of_game(self, now: float) -> float:
        """When a game called now would be over at the day's pace, the breaks on the way included."""
        lasts = median(self.lasted) if len(self.lasted) >= MEASURED_FROM else self.plan.usual_minutes
        end = now + lasts
        for starts, ends in self.breaks:
            if now < starts < end:
                end += ends - starts
        return end

    # --- games --------------------------------------------------------------------------------------

    def _record(self, result: _Result) -> None:
        line = result.line
        assert line.ew is not None
        ns, ew = line.ns, line.ew
        self.lines.append(line)
        self.met[ns][ew] = self.met[ew][ns] = self.met[ns].get(ew, 0) + 1
        self.games[ns] += 1
        self.games[ew] += 1
        self.won[ns if line.winner == ns else ew] += 1
        self.free_at[ns] = self.free_at[ew] = result.ends_at
        self.hands_played += result.hands
        self.cut_off += result.is_cut_off

    def _game(self, ns: int, ew: int, start: float, whistle: float | None) -> _Result:
        """A game, hand by hand. None is dealt in a break or after the whistle; one that runs is finished."""
        edge = self.strength[ns] - self.strength[ew]
        goal = self.plan.units_to_win
        units, points = {"NS": 0, "EW": 0}, {"NS": 0, "EW": 0}
        now, hands, is_cut_off = start, 0, False
        while max(units.values()) < goal:
            now = self._after_break(now)
            if whistle is not None and now >= whistle:
                is_cut_off = True
                break
            hand = self.hands(edge, self.random)
            now += hand.minutes
            hands += 1
            units["NS" if hand.won_by_ns else "EW"] += hand.units
            points["NS"] += hand.points_ns
            points["EW"] += hand.points_ew
        winner = leader(units, points)
        if winner is None:
            hand = self.hands(edge, self.random)
            now += hand.minutes
            winner = "NS" if hand.won_by_ns else "EW"
        line = GameLine(
            ns, ew, ns if winner == "NS" else ew, units["NS"], units["EW"], points["NS"], points["EW"]
        )
        return _Result(line, hands, now, is_cut_off)

    def _after_break(self, now: float) -> float:
        for starts, ends in self.breaks:
            if starts <= now < ends:
                return ends
        return now

    # --- the cut and the bracket --------------------------------------------------------------------

    def _cut(self) -> list[int]:
        """Those who go through; how far along the chain the line was still tied is kept."""
        through, self.tied_until = self._line_by(self.plan.chain)
        for chain in self.plan.other_chains:
            others, until = self._line_by(chain)
            self.ties.append(until == len(chain))
            self.others.append(set(others) != set(through))
        return through

    def _line_by(self, chain: tuple[str, ...]) -> tuple[list[int], int]:
        """Those who go through by a chain, and how many of its criteria leave the line tied."""
        ranked = rank(range(self.plan.teams), self.lines, chain=chain)
        size = min(self.plan.advance, len(ranked))
        until = 0
        if size < len(ranked):
            decided_by = ranked[size].decided_by
            is_level = ranked[size].rank == ranked[size - 1].rank
            assert is_level or decided_by is not None
            until = len(chain) if is_level else chain.index(decided_by or "")
        return [row.team for row in ranked[:size]], until

    def _play_bracket(self, seeds: list[int]) -> None:
        phase = self.plan.timetable.phase(self.plan.phase_two)
        now = max([self._minute(phase.starts_at), *(self.free_at[team] for team in seeds)])
        if len(seeds) < 2:
            self.ends_at = now
            return
        bracket = Bracket.of(len(seeds))
        results: dict[str, Outcome[int]] = {}
        self.free_at = [now] * self.plan.teams
        table_free_at = [now] * self.plan.tables
        while ready := bracket.ready(seeds, results):
            for game in ready:
                ns = bracket.holder(game.upper, seeds, results)
                ew = bracket.holder(game.lower, seeds, results)
                assert ns is not None and ew is not None
                table = min(range(len(table_free_at)), key=table_free_at.__getitem__)
                start = max(table_free_at[table], self.free_at[ns], self.free_at[ew])
                result = self._game(ns, ew, start, None)
                winner = result.line.winner
                assert winner is not None
                results[game.key] = Outcome(winner, ns + ew - winner)
                table_free_at[table] = self.free_at[ns] = self.free_at[ew] = result.ends_at
        self.ends_at = max(self.free_at)
