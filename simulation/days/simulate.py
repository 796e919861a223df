"""A simulation of the day: what a format would bring, before anybody sits down.

The day's own timetable is played a few thousand times. Who seats whom, who is ahead and who goes through is
decided by the same rules as in the hall; only the hands are drawn, from figures that the caller hands in.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from simulation.days.day import SimulatedDay
from simulation.days.figures import DEFAULT_HANDS, HandSource
from simulation.days.plan import SimulationPlan


@dataclass(frozen=True, slots=True)
class Forecast:
    """What to expect of the day.

    ``games_per_team`` and ``hands_per_team`` are averages of Phase I, byes left out; ``fewest_games`` and
    ``most_games`` those of the team with the fewest and the most on an average day. ``tied_at_cut`` goes
    along the tie-breaks: after each, the share of days on which the last team through and the first one out
    are still level. ``otherwise`` has for each of the plan's other tie-breaks that share after all, and
    the share of days on which it sends other teams through. ``cut_off`` is the share of games that the
    whistle cut off. ``on_time`` is the share of days on which the final is over when the awards are due;
    ``ends_at`` when half, and nine tenths, of the days are over.

    Where people come alone, a team is one of them, the cut is that for the three prizes, ``rematches`` counts
    partners who were partners again, or, where nobody has a partner, pairs who met again; and the last round
    takes the place of the final.
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
    ends_at: tuple[datetime, datetime]


@dataclass
class Totals:
    """The days so far, added up: plain numbers, which can be put away and gone on with."""

    days: int = 0
    games: int = 0
    fewest: int = 0
    most: int = 0
    hands: int = 0
    rematches: int = 0
    cut_off: int = 0
    tied_until: dict[int, int] = field(default_factory=dict)
    ties: dict[int, int] = field(default_factory=dict)
    others: dict[int, int] = field(default_factory=dict)
    ends_at: list[float] = field(default_factory=list)

    def add(self, day: SimulatedDay) -> None:
        self.days += 1
        self.games += sum(day.games)
        self.fewest += min(day.games)
        self.most += max(day.games)
        self.hands += day.hands_played
        self.rematches += day.rematches
        self.cut_off += day.cut_off
        _count(self.tied_until, [day.tied_until])
        _count(self.ties, [place for place, tied in enumerate(day.ties) if tied])
        _count(self.others, [place for place, differs in enumerate(day.others) if differs])
        self.ends_at.append(round(day.ends_at, 2))

    def add_all(self, other: "Totals") -> None:
        """Count the days that somebody else has added up."""
        for key in ("days", "games", "fewest", "most", "hands", "rematches", "cut_off"):
            setattr(self, key, getattr(self, key) + getattr(other, key))
        for mine, theirs in (
            (self.tied_until, other.tied_until),
            (self.ties, other.ties),
            (self.others, other.others),
        ):
            for place, times in theirs.items():
                mine[place] = mine.get(place, 0) + times
        self.ends_at += other.ends_at

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Totals":
        """The sums as they were put away; the keys of JSON are words."""
        counted = {
            key: {int(place): times for place, times in kept[key].items()}
            for key in ("tied_until", "ties", "others")
            if key in kept
        }
        return cls(**{**kept, **counted})

    def forecast(self, plan: SimulationPlan) -> Forecast:
        """What the days so far say.

        :raises ValueError: if there are none.
        """
        days = self.days
        if not days:
            raise ValueError("A forecast needs at least one day.")
        day_starts = plan.timetable.phases[0].starts_at
        due = (plan.timetable.phase(plan.phase_two).ends_at - day_starts).total_seconds() / 60
        ends = sorted(self.ends_at)
        return Forecast(
            days=days,
            games_per_team=self.games / days / plan.teams,
            fewest_games=self.fewest / days,
            most_games=self.most / days,
            hands_per_team=plan.at_table * self.hands / days / plan.teams,
            rematches=self.rematches / days,
            tied_at_cut=tuple(
                (key, sum(times for until, times in self.tied_until.items() if until > place) / days)
                for place, key in enumerate(plan.tie_breaks)
            ),
            otherwise=tuple(
                (tie_breaks, self.ties.get(place, 0) / days, self.others.get(place, 0) / days)
                for place, tie_breaks in enumerate(plan.other_tie_breaks)
            ),
            cut_off=plan.at_table * self.cut_off / self.games if self.games else 0.0,
            on_time=sum(end <= due for end in ends) / days,
            ends_at=(
                day_starts + timedelta(minutes=ends[(days - 1) // 2]),
                day_starts + timedelta(minutes=ends[(9 * days - 1) // 10]),
            ),
        )


def play_days(
    plan: SimulationPlan,
    numbers: Iterable[int],
    seed: int,
    totals: Totals,
    hand_source: HandSource = DEFAULT_HANDS,
) -> None:
    """Play the days of these numbers and add them up. A number is always the same day, whoever plays it."""
    for number in numbers:
        day = SimulatedDay(plan, hand_source, Random(f"{seed}/{number}"))
        day.play()
        totals.add(day)


def _count(counts: dict[int, int], places: Iterable[int]) -> None:
    for place, times in Counter(places).items():
        counts[place] = counts.get(place, 0) + times
