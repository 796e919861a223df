"""A rehearsal of the day with dice: what a format would bring, before anybody sits down.

The day's own timetable is played a few thousand times. Who seats whom, who is ahead and who goes through is
decided by the same rules as in the hall; only the hands are drawn, from figures that the caller hands in.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from rules.contest.brackets import Bracket, Outcome
from rules.contest.clock import Timetable, round_slots
from rules.contest.hand_figures import DEFAULT_HANDS, HandSource
from rules.contest.open_play import Waiting, next_games
from rules.contest.seating import Entrant, pair, pair_at_random
from rules.contest.standings import CHAIN, GameLine, rank
from rules.contest.whistle import leader

SETTLED_BY_FIGURES = tuple(key for key in CHAIN if key not in ("playoff", "lot"))
"""The chain as far as it goes without another hand or a lot."""

FORMATS = ("standing", "random", "open")
BYE_UNITS = 3


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The day to be rehearsed.

    ``seating`` is ``standing`` or ``random`` for rounds, or ``open`` for open play. ``spread`` is how much
    the teams differ in strength (the standard deviation of the edge of one over another is 1.4 times that); 0
    makes them equal.

    :raises ValueError: if there are fewer than two teams, no table, or the seating is unknown.
    """

    timetable: Timetable
    teams: int
    tables: int
    advance: int = 7
    seating: str = "standing"
    units_to_win: int = 3
    chain: tuple[str, ...] = SETTLED_BY_FIGURES
    spread: float = 0.35
    phase_one: str = "one"
    phase_two: str = "two"

    def __post_init__(self) -> None:
        if self.teams < 2:
            raise ValueError("A day needs two teams.")
        if self.tables < 1:
            raise ValueError("A day needs a table.")
        if self.seating not in FORMATS:
            raise ValueError(f"The seating is one of {', '.join(FORMATS)}, not {self.seating!r}.")


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of the day.

    ``games_per_team`` and ``hands_per_team`` are averages of Phase I, byes left out; ``fewest_games`` and
    ``most_games`` those of the team with the fewest and the most on an average day. ``tied_at_cut`` goes
    along the chain: after each criterion, the share of days on which the last team through and the first one
    out are still level. ``cut_off`` is the share of games that the whistle cut off. ``on_time`` is the share
    of days on which the final is over when the awards are due; ``ends_at`` when half, and nine tenths, of the
    days are over.
    """

    days: int
    games_per_team: float
    fewest_games: float
    most_games: float
    hands_per_team: float
    rematches: float
    tied_at_cut: tuple[tuple[str, float], ...]
    cut_off: float
    on_time: float
    ends_at: tuple[datetime, datetime]


def simulate(
    day: DayPlan,
    days: int,
    seed: int,
    hand_source: HandSource = DEFAULT_HANDS,
    *,
    progress: Callable[[int], None] | None = None,
) -> Forecast:
    """Play the day so many times. The same seed gives the same forecast; ``progress`` is told each day that
    is done.

    :raises ValueError: if there is no day to play.
    """
    if days < 1:
        raise ValueError("A forecast needs at least one day.")
    random = Random(seed)
    totals = _Totals(day)
    for number in range(1, days + 1):
        rehearsed = _Day(day, hand_source, random)
        rehearsed.play()
        totals.add(rehearsed)
        if progress is not None:
            progress(number)
    return totals.forecast()


@dataclass(slots=True)
class _Result:
    """One game as it went."""

    line: GameLine[int]
    hands: int
    ends_at: float
    is_cut_off: bool


class _Day:
    """One day of dice. Times are minutes since the start of the day."""

    def __init__(self, plan: DayPlan, hands: HandSource, random: Random) -> None:
        self.plan = plan
        self.hands = hands
        self.random = random
        self.strength = [random.gauss(0.0, plan.spread) for _ in range(plan.teams)]
        self.lines: list[GameLine[int]] = []
        self.met: list[dict[int, int]] = [{} for _ in range(plan.teams)]
        self.byes = [0] * plan.teams
        self.games = [0] * plan.teams
        self.hands_played = 0
        self.cut_off = 0
        self.rematches = 0
        self.free_at = [0.0] * plan.teams
        self.ends_at = 0.0
        self.breaks = [
            (self._minute(span.starts_at), self._minute(span.ends_at)) for span in plan.timetable.breaks
        ]
        self.tied_until = 0

    def play(self) -> None:
        if self.plan.seating == "open":
            self._play_open()
        else:
            self._play_rounds()
        through = self._cut()
        self._play_bracket(through)

    def _minute(self, moment: datetime) -> float:
        return (moment - self.plan.timetable.phases[0].starts_at).total_seconds() / 60

    def _play_rounds(self) -> None:
        timetable = self.plan.timetable
        phase = timetable.phase(self.plan.phase_one)
        for slot in round_slots(phase, timetable.breaks, called_off=timetable.called_off):
            play_from, whistle = self._minute(slot.play_from), self._minute(slot.whistle_at)
            for ns, ew in self._pairs(slot.number):
                start = max(play_from, self.free_at[ns], self.free_at[ew])
                self._record(self._game(ns, ew, start, whistle))

    def _pairs(self, number: int) -> Sequence[tuple[int, int]]:
        """The pairs of a round; those for whom there is no table have a bye, as the odd team has."""
        standing = [
            row.team for row in rank(range(self.plan.teams), self.lines, chain=SETTLED_BY_FIGURES[:4])
        ]
        surplus = self.plan.teams - 2 * self.plan.tables
        out = sorted(standing, key=lambda team: (self.byes[team], -standing.index(team)))[: max(surplus, 0)]
        for team in out:
            self._bye(team)
        entrants = [
            Entrant(team, place, self.met[team], self.byes[team])
            for place, team in enumerate(standing)
            if team not in out
        ]
        if self.plan.seating == "random":
            seating = pair_at_random(entrants, f"{number}/{self.random.random()}")
        else:
            seating = pair(entrants)
        self.rematches += seating.rematches
        if seating.bye is not None:
            self._bye(seating.bye)
        return seating.pairs

    def _bye(self, team: int) -> None:
        self.byes[team] += 1
        self.lines.append(GameLine(team, None, team, BYE_UNITS, kind="bye"))

    def _play_open(self) -> None:
        timetable = self.plan.timetable
        phase = timetable.phase(self.plan.phase_one)
        start, whistle = self._minute(phase.starts_at) + 5, self._minute(phase.ends_at)
        day_starts = timetable.phases[0].starts_at
        since = dict.fromkeys(range(self.plan.teams), start)
        last_met: list[dict[int, datetime]] = [{} for _ in since]
        tables = dict.fromkeys(range(self.plan.tables), start)
        minutes = [5.0 * self.plan.units_to_win]
        now = start
        while now < whistle:
            moment = day_starts + timedelta(minutes=now)
            wait = [
                Waiting(team, day_starts + timedelta(minutes=at), 0, last_met[team])
                for team, at in since.items()
                if at <= now
            ]
            free = [table for table, at in tables.items() if at <= now]
            pace = timedelta(minutes=sum(minutes) / len(minutes))
            called = next_games(wait, free, moment, pace, day_starts + timedelta(minutes=whistle))
            for table, (ns, ew) in called.games:
                result = self._game(ns, ew, now, whistle)
                self.rematches += ew in self.met[ns]
                self._record(result)
                minutes.append(result.ends_at - now)
                tables[table] = since[ns] = since[ew] = result.ends_at
                last_met[ns][ew] = last_met[ew][ns] = moment
            coming = [at for at in (*tables.values(), *since.values()) if at > now]
            # Nothing ends any more, but a stated wait between two teams may still pass.
            now = min(coming, default=now + 5)

    def _record(self, result: _Result) -> None:
        line = result.line
        assert line.ew is not None
        ns, ew = line.ns, line.ew
        self.lines.append(line)
        self.met[ns][ew] = self.met[ew][ns] = self.met[ns].get(ew, 0) + 1
        self.games[ns] += 1
        self.games[ew] += 1
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

    def _cut(self) -> list[int]:
        """Those who go through; how far along the chain the line was still tied is kept."""
        ranked = rank(range(self.plan.teams), self.lines, chain=self.plan.chain)
        size = min(self.plan.advance, len(ranked))
        if size < len(ranked):
            decided_by = ranked[size].decided_by
            is_level = ranked[size].rank == ranked[size - 1].rank
            assert is_level or decided_by is not None
            self.tied_until = len(self.plan.chain) if is_level else self.plan.chain.index(decided_by or "")
        return [row.team for row in ranked[:size]]

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


@dataclass
class _Totals:
    """The days added up."""

    plan: DayPlan
    days: int = 0
    games: int = 0
    fewest: int = 0
    most: int = 0
    hands: int = 0
    rematches: int = 0
    cut_off: int = 0
    tied_until: Counter[int] = field(default_factory=Counter)
    ends_at: list[float] = field(default_factory=list)

    def add(self, day: _Day) -> None:
        self.days += 1
        self.games += sum(day.games)
        self.fewest += min(day.games)
        self.most += max(day.games)
        self.hands += day.hands_played
        self.rematches += day.rematches
        self.cut_off += day.cut_off
        self.tied_until[day.tied_until] += 1
        self.ends_at.append(day.ends_at)

    def forecast(self) -> Forecast:
        plan, days = self.plan, self.days
        timetable = plan.timetable
        day_starts = timetable.phases[0].starts_at
        due = (timetable.phase(plan.phase_two).ends_at - day_starts).total_seconds() / 60
        ends = sorted(self.ends_at)
        tied = [
            (key, sum(count for until, count in self.tied_until.items() if until > place) / days)
            for place, key in enumerate(plan.chain)
        ]
        return Forecast(
            days=days,
            games_per_team=self.games / days / plan.teams,
            fewest_games=self.fewest / days,
            most_games=self.most / days,
            hands_per_team=2 * self.hands / days / plan.teams,
            rematches=self.rematches / days,
            tied_at_cut=tuple(tied),
            cut_off=2 * self.cut_off / self.games if self.games else 0.0,
            on_time=sum(end <= due for end in ends) / days,
            ends_at=(
                day_starts + timedelta(minutes=ends[(days - 1) // 2]),
                day_starts + timedelta(minutes=ends[(9 * days - 1) // 10]),
            ),
        )
