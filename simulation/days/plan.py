"""A day to be simulated: its hours, its teams and tables, and its format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

from rules.competition import taking_part
from rules.competition.clock import Timetable, round_slots
from rules.competition.pairing.ladders import LADDERS
from rules.competition.pairing.people_ladders import PEOPLE_MOVE
from rules.competition.phase_two.formats import Choice
from rules.competition.tie_breaks import COUNTED_APART, TIE_BREAKS, settled_by_figures
from simulation.days.game import FirstTo, GameEnd

SETTLED_BY_FIGURES = settled_by_figures(TIE_BREAKS)
"""The printed tie-breaks as far as they go without another hand or a lot."""

_ASKED_FIRST = ("games_won", "units", "scored", "score_difference", "points")


def simulated(tie_breaks: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks that dice can tell: no Bostons, forfeits or penalties, no play-off, no lot."""
    return tuple(key for key in settled_by_figures(tie_breaks) if key not in COUNTED_APART)


def tie_breaks_beside(tie_breaks: Sequence[str], usual: Sequence[str] = ()) -> tuple[tuple[str, ...], ...]:
    """What else “the highest scores” could mean: hands or points first, the share of games won first.

    ``usual`` is the game's usual order, which stands beside an event's own.
    """
    own = simulated(tie_breaks)
    firsts = [key for key in _ASKED_FIRST if key in own[1:]]
    others = [
        simulated(usual),
        *((first, *(key for key in own if key != first)) for first in firsts),
        ("win_rate", *(key for key in own[1:] if key != "win_rate")),
    ]
    return tuple(order for order in dict.fromkeys(others) if order and order != own)


MOST = 1_000
"""The most teams, players or tables: a day of more takes minutes to play once."""

ROUND_FORMATS = ("standing", "random", "robin", "movement")
OPEN_FORMATS = ("open", "rise")
FORMATS = ROUND_FORMATS + OPEN_FORMATS
"""The formats that are compared with an event's own."""
ALONE_FORMATS = (*(way.key for way in taking_part.WAYS.values() if way.seatings), *PEOPLE_MOVE)
WAYS = {
    "standing": "swiss",
    "random": "random",
    "robin": "robin",
    "movement": "movement",
    "open": "open",
    "rise": "rise",
    **{ladder: ladder for ladder in LADDERS},
}
"""What an event calls the way of seating of each format."""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The day to be simulated.

    ``seating`` is ``standing``, ``random``, ``robin`` or ``movement`` for rounds, or a key of ``LADDERS``;
    ``open`` for open play, ``rise`` for rise and fly. Where people come alone it is ``partners`` or one of
    ``PEOPLE_MOVE`` if they change partners, and ``alone`` if ``sides`` of them play each for themselves;
    ``teams`` are then players, and there is no bracket.

    ``end`` says when a game is over; one that only the clock ends (``is_clocked``) gets ``usual_minutes`` in
    Phase II. That is played as ``choice`` has it, and its games end by ``ends``, by the hands that win them.
    Where tables are short some ``sits_out`` a round, in turn, or else a round takes longer. ``spread`` is how
    much the teams differ in strength (the standard deviation of the edge of one over another is 1.4 times
    that); 0 makes them equal. ``usual_minutes`` is what a game is taken to last before the day has shown it.
    ``other_tie_breaks`` are looked at beside the day's own.

    :raises ValueError: if there are too few to play or too many, no table, or the seating is unknown.
    """

    timetable: Timetable
    teams: int
    tables: int
    advance: int = 7
    seating: str = "standing"
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
    phase_one: str = "one"
    phase_two: str = "two"

    def __post_init__(self) -> None:
        known_formats = (*FORMATS, *LADDERS, *ALONE_FORMATS)
        if self.seating not in known_formats:
            known = ", ".join(known_formats)
            raise ValueError(f"The seating is one of {known}, not {self.seating!r}.")
        if self.seating in ALONE_FORMATS and self.teams < self.at_table:
            raise ValueError(f"A day of people who come alone needs {self.at_table} players.")
        if self.teams < 2:
            raise ValueError("A day needs two teams.")
        if self.tables < 1:
            raise ValueError("A day needs a table.")
        if self.teams > MOST or self.tables > MOST:
            raise ValueError(f"A day of more than {MOST:,} teams or tables isn't simulated.")

    @property
    def way(self) -> taking_part.WayOfTakingPart:
        if self.seating in PEOPLE_MOVE:
            return taking_part.CHANGING_PARTNERS
        return taking_part.WAYS.get(self.seating, taking_part.TEAMS)

    @property
    def at_table(self) -> int:
        return 2 * self.sides if self.way.partners_change else self.sides

    @property
    def places(self) -> int:
        return min(self.way.places(self.advance), self.teams)


@dataclass(frozen=True, slots=True)
class Hours:
    """The day's hours in minutes since its start: Phase I's sessions, its rounds, Phase II, the breaks."""

    starts_at: datetime
    sessions: tuple[tuple[float, float], ...]
    slots: tuple[tuple[float, float], ...]
    phase_two: tuple[float, float]
    breaks: tuple[tuple[float, float], ...]


@lru_cache(maxsize=16)
def hours_of(timetable: Timetable, phase_one: str = "one", phase_two: str = "two") -> Hours:
    start = timetable.phases[0].starts_at
    one, two = timetable.phase(phase_one), timetable.phase(phase_two)

    def minutes(earlier: datetime, later: datetime) -> tuple[float, float]:
        return (earlier - start).total_seconds() / 60, (later - start).total_seconds() / 60

    slots = round_slots(
        one,
        timetable.breaks,
        timetable.seating_minutes,
        called_off=timetable.called_off,
        gaps=timetable.gaps,
    )
    return Hours(
        starts_at=start,
        sessions=tuple(minutes(span.starts_at, span.ends_at) for span in timetable.sessions(phase_one)),
        slots=tuple(minutes(slot.play_from, slot.whistle_at) for slot in slots),
        phase_two=minutes(two.starts_at, two.ends_at),
        breaks=tuple(minutes(span.starts_at, span.ends_at) for span in timetable.breaks),
    )
