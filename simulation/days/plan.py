"""The day to be simulated: hours, teams, tables and format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from statistics import median

from rules.competition import taking_part
from rules.competition.pairing.empty_chair import has_empty_chair
from rules.competition.phase_two.formats import Choice
from rules.seating.known import ALONE, BY_STANDING, OLD_KEYS, SEATINGS, find_seating
from rules.seating.seating import Seating
from rules.standings.tie_breaks import TIE_BREAKS, is_counted_apart, settled_by_figures
from rules.standings.what_counts import USUAL, WhatCounts
from rules.time.clock import Timetable, round_slots
from simulation.days.game import FirstTo, GameEnd

SETTLED_BY_FIGURES = settled_by_figures(TIE_BREAKS)
"""The printed tie-breaks that need no play-off hand and no lot."""

# The tie-breaks to try in first place, to show an organizer the difference.
_ASKED_FIRST = ("games_won", "units", "scored", "score_difference", "points")


def countable_tie_breaks(tie_breaks: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks a simulation can compute: none that is counted apart, no play-off and no lot."""
    return tuple(key for key in settled_by_figures(tie_breaks) if not is_counted_apart(key))


def alternative_tie_breaks(
    tie_breaks: Sequence[str], usual: Sequence[str] = ()
) -> tuple[tuple[str, ...], ...]:
    """Orders to compare with the event's ``tie_breaks``.

    The ``usual`` order of the game, and the event's own with each of ``_ASKED_FIRST`` or the win rate in
    first place.
    """
    own = countable_tie_breaks(tie_breaks)
    firsts = [key for key in _ASKED_FIRST if key in own[1:]]
    others = [
        countable_tie_breaks(usual),
        *((first, *(key for key in own if key != first)) for first in firsts),
        ("win_rate", *(key for key in own[1:] if key != "win_rate")),
    ]
    return tuple(order for order in dict.fromkeys(others) if order and order != own)


MOST = 1_000
"""The most teams, players or tables. A larger day takes minutes to play once."""

PLAYED_OUT = timedelta(minutes=10)
"""How long the last hands may take after the whistle of the last round. Rulebook E-131."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The day to be simulated.

    ``seating`` is a key of ``find_seating``. For people who come alone ``teams`` counts players, and there is
    no bracket, unless ``pairs_up`` says how people who change partners form pairs for it. With more than two
    ``sides``, everybody at a table plays alone.

    ``end`` says when a game is over. In Phase II, ``ends`` replaces it for games of another length, by the
    number of hands that win (from ``choice``), and a game that only the clock ends (``is_clocked``) lasts
    ``usual_minutes``. In Phase I, ``usual_minutes`` is the expected length of a game until the day has played
    enough. With ``sits_out``, teams without a table sit out in turn; otherwise the round takes longer. With
    ``makes_three``, three who are left over where partners change get a table. Pairs in ``apart`` are kept
    apart, by number: the first team has number 1. In open play two teams don't
    meet again within ``rematch_minutes`` of the call of their last game. ``spread`` is the standard deviation
    of the teams' strengths; 0 makes them equal. ``other_tie_breaks`` are compared with ``tie_breaks``.

    :raises ValueError: if there are too few or too many teams, no table, or the seating is unknown.
    """

    timetable: Timetable
    teams: int
    tables: int
    advance: int = 7
    seating: str = BY_STANDING.key
    end: GameEnd = field(default_factory=FirstTo)
    sides: int = 2
    is_clocked: bool = False
    choice: Choice = field(default_factory=Choice)
    ends: Mapping[int, GameEnd] = field(default_factory=dict)
    tie_breaks: tuple[str, ...] = SETTLED_BY_FIGURES
    other_tie_breaks: tuple[tuple[str, ...], ...] = ()
    spread: float = 0.35
    usual_minutes: float = 20.0
    sits_out: bool = False
    what_counts: WhatCounts = USUAL
    pairs_up: str = ""
    plays_phase_two: bool = True
    rematch_minutes: float = 60.0
    makes_three: bool = False
    apart: frozenset[frozenset[int]] = frozenset()

    def __post_init__(self) -> None:
        known = (*SEATINGS, *OLD_KEYS)
        if self.seating not in known:
            raise ValueError(f"The seating is one of {', '.join(known)}, not {self.seating!r}.")
        if self.way_of_seating.is_of_people and self.teams < self.at_table:
            raise ValueError(f"A day of people who come alone needs {self.at_table} players.")
        if self.teams < 2:
            raise ValueError("A day needs two teams.")
        if self.tables < 1:
            raise ValueError("A day needs a table.")
        if self.teams > MOST or self.tables > MOST:
            raise ValueError(f"A day of more than {MOST:,} teams or tables isn’t simulated.")

    @property
    def way_of_seating(self) -> Seating:
        return ALONE if self.sides > 2 else find_seating(self.seating)

    @property
    def seats_by_standing(self) -> bool:
        """Whether the standings decide who meets whom, or who sits out."""
        return self.way_of_seating.uses_standings or self.sits_out

    @property
    def turns(self) -> int:
        """How many slots a round takes."""
        games = self.teams // self.at_table + self.has_empty_chair
        return 1 if self.sits_out else max(1, -(-games // self.tables))

    @property
    def way(self) -> taking_part.WayOfTakingPart:
        if self.sides > 2:
            return taking_part.EVERYBODY_ALONE
        if self.way_of_seating.is_of_people:
            return taking_part.PAIRING_UP if self.pairs_up else taking_part.CHANGING_PARTNERS
        return taking_part.TEAMS.playing_on(self.plays_phase_two)

    @property
    def has_empty_chair(self) -> bool:
        """Whether the people who are left over make a table of three (Rulebook E-212)."""
        return self.makes_three and self.way.partners_change and has_empty_chair(self.teams)

    @property
    def at_table(self) -> int:
        return 2 * self.sides if self.way.partners_change else self.sides

    @property
    def due(self) -> datetime:
        """When the day should be over. Without a Phase II the awards wait for the last round's hands."""
        awards = self.timetable.phase("two").ends_at
        return awards if self.way.has_bracket else awards + PLAYED_OUT

    @property
    def places(self) -> int:
        return self.way.goes_through(self.advance, self.teams)


@dataclass(frozen=True, slots=True)
class Hours:
    """The start and end of sessions, rounds (``slots``), Phase II and breaks: minutes from ``starts_at``."""

    starts_at: datetime
    sessions: tuple[tuple[float, float], ...]
    slots: tuple[tuple[float, float], ...]
    phase_two: tuple[float, float]
    breaks: tuple[tuple[float, float], ...]


@lru_cache(maxsize=16)
def hours_of(timetable: Timetable) -> Hours:
    start = timetable.phases[0].starts_at
    one, two = timetable.phase("one"), timetable.phase("two")

    def minutes(earlier: datetime, later: datetime) -> tuple[float, float]:
        return (earlier - start).total_seconds() / 60, (later - start).total_seconds() / 60

    off, gaps = timetable.called_off, timetable.gaps
    slots = round_slots(one, timetable.breaks, timetable.seating_minutes, called_off=off, gaps=gaps)
    return Hours(
        starts_at=start,
        sessions=tuple(minutes(span.starts_at, span.ends_at) for span in timetable.sessions("one")),
        slots=tuple(minutes(slot.play_from, slot.whistle_at) for slot in slots),
        phase_two=minutes(two.starts_at, two.ends_at),
        breaks=tuple(minutes(span.starts_at, span.ends_at) for span in timetable.breaks),
    )


def a_round(timetable: Timetable) -> float:
    """The minutes of play in the usual round of Phase I; 0 if there is none."""
    return median([ends - starts for starts, ends in hours_of(timetable).slots] or [0.0])
