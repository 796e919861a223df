"""Monte Carlo simulation of a day. Everything follows the rules of the event; only the hands are random."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from rules.competition.pairing.meetings import Meetings
from simulation.days.day import SimulatedDay
from simulation.days.figures import DEFAULT_HANDS, HandSource
from simulation.days.plan import SimulationPlan


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of the day. Shares are from 0 to 1.

    - ``games_per_team``, ``hands_per_team``: averages of Phase I, without byes.
    - ``fewest_games``, ``most_games``: the games of the team with the fewest and the most, on average.
    - ``tied_at_cut``: for each tie-break, the share of days on which the cutoff is still tied after it.
    - ``otherwise``: for each alternative order of tie-breaks, the share of days on which the cutoff is tied
      after all of them, and the share on which other teams go through.
    - ``cut_off``: the share of games that the whistle cut off, and not their own clock.
    - ``on_time``: the share of days that are over by ``due``, when the awards are.
    - ``ends_at``: the times by which 50% and 90% of the days are over.
    - ``first_tied``: the share of days on which all tie-breaks leave the first place tied.
    - ``partners``, ``opponents``: how often pairs are partners or opponents. ``partners`` has no shares
      unless people change partners.

    Where people come alone, a team is one player, the cut is for the three prizes, the last round takes the
    place of the final, and ``rematches`` counts repeated partners (or, without partners, pairs who met
    again).
    """

    days: int
    games_per_team: float
    fewest_games: float
    most_games: float
    hands_per_team: float
    rematches: float
    tied_at_cut: tuple[tuple[str, float], ...]
    otherwise: tuple[tuple[tuple[str, ...], float, float], ...]
    cut_off: float
    on_time: float
    due: datetime
    ends_at: tuple[datetime, datetime]
    first_tied: float
    partners: Meetings
    opponents: Meetings


HISTOGRAMS = ("partners", "opponents", "tied_until", "ties", "others")


@dataclass
class Totals:
    """The sums over the days played so far. Stored as JSON between slices of a simulation.

    ``partners`` and ``opponents`` count pairs by how often they met, over all days. ``ties`` and ``others``
    count days by the index of the alternative order of tie-breaks.
    """

    days: int = 0
    games: int = 0
    fewest: int = 0
    most: int = 0
    hands: int = 0
    rematches: int = 0
    cut_off: int = 0
    first_tied: int = 0
    partners: dict[int, int] = field(default_factory=dict)
    opponents: dict[int, int] = field(default_factory=dict)
    tied_until: dict[int, int] = field(default_factory=dict)
    """Counts days by ``SimulatedDay.tied_until``."""
    ties: dict[int, int] = field(default_factory=dict)
    others: dict[int, int] = field(default_factory=dict)
    ends_at: list[float] = field(default_factory=list)
    """Minutes since the start of each day."""

    def add(self, day: SimulatedDay) -> None:
        self.days += 1
        self.games += sum(day.games)
        self.fewest += min(day.games)
        self.most += max(day.games)
        self.hands += day.hands_played
        self.rematches += day.rematches
        self.cut_off += day.cut_off
        self.first_tied += day.is_first_tied
        if day.plan.way.partners_change:
            _count(self.partners, _histogram(day.partners, day.plan.teams))
        _count(self.opponents, _histogram(day.opponents, day.plan.teams))
        _count(self.tied_until, {day.tied_until: 1})
        _count(self.ties, {index: 1 for index, tied in enumerate(day.ties) if tied})
        _count(self.others, {index: 1 for index, differs in enumerate(day.others) if differs})
        self.ends_at.append(round(day.ends_at, 2))

    def add_all(self, other: "Totals") -> None:
        for key in ("days", "games", "fewest", "most", "hands", "rematches", "cut_off", "first_tied"):
            setattr(self, key, getattr(self, key) + getattr(other, key))
        for key in HISTOGRAMS:
            _count(getattr(self, key), getattr(other, key))
        self.ends_at += other.ends_at

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Totals":
        """The stored sums, with the integer keys that JSON turned into strings."""
        counted = {
            key: {int(index): times for index, times in kept[key].items()}
            for key in HISTOGRAMS
            if key in kept
        }
        return cls(**{**kept, **counted})

    def forecast(self, plan: SimulationPlan) -> Forecast:
        """:raises ValueError: if no day has been played."""
        days = self.days
        if not days:
            raise ValueError("A forecast needs at least one day.")
        day_starts = plan.timetable.phases[0].starts_at
        due = (plan.due - day_starts).total_seconds() / 60
        ends = sorted(self.ends_at)
        return Forecast(
            days=days,
            games_per_team=self.games / days / plan.teams,
            fewest_games=self.fewest / days,
            most_games=self.most / days,
            hands_per_team=plan.at_table * self.hands / days / plan.teams,
            rematches=self.rematches / days,
            tied_at_cut=tuple(
                (key, sum(times for until, times in self.tied_until.items() if until > index) / days)
                for index, key in enumerate(plan.tie_breaks)
            ),
            otherwise=tuple(
                (tie_breaks, self.ties.get(index, 0) / days, self.others.get(index, 0) / days)
                for index, tie_breaks in enumerate(plan.other_tie_breaks)
            ),
            cut_off=plan.at_table * self.cut_off / self.games if self.games else 0.0,
            on_time=sum(end <= due for end in ends) / days,
            due=plan.due,
            ends_at=(
                day_starts + timedelta(minutes=ends[(days - 1) // 2]),
                day_starts + timedelta(minutes=ends[(9 * days - 1) // 10]),
            ),
            first_tied=self.first_tied / days,
            partners=_shares(self.partners),
            opponents=_shares(self.opponents),
        )


def play_days(
    plan: SimulationPlan,
    numbers: Iterable[int],
    seed: int,
    totals: Totals,
    hand_source: HandSource = DEFAULT_HANDS,
) -> None:
    """Play the days with these numbers. A seed and a number give the same day in every process."""
    for number in numbers:
        day = SimulatedDay(plan, hand_source, Random(f"{seed}/{number}"))
        day.play()
        totals.add(day)


def _histogram(met: Mapping[frozenset[int], int], people: int) -> Mapping[int, int]:
    """The number of pairs by how often they met."""
    times = Counter(met.values())
    times[0] = people * (people - 1) // 2 - len(met)
    return times


def _shares(pairs: Mapping[int, int]) -> Meetings:
    every = sum(pairs.values())
    return Meetings(tuple((times, pairs[times] / every) for times in sorted(pairs) if pairs[times]))


def _count(counts: dict[int, int], more: Mapping[int, int]) -> None:
    for met, times in more.items():
        counts[met] = counts.get(met, 0) + times
