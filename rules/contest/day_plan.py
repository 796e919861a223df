"""A day to be rehearsed: its hours, its teams and tables, and its format."""

from dataclasses import dataclass

from rules.contest.clock import Timetable
from rules.contest.standings import CHAIN

SETTLED_BY_FIGURES = tuple(key for key in CHAIN if key not in ("playoff", "lot"))
"""The chain as far as it goes without another hand or a lot."""

OTHER_CHAINS = (
    ("units", "games_won", "unit_difference", "points", "head_to_head"),
    ("points", "games_won", "units", "unit_difference", "head_to_head"),
    ("win_rate", "units", "unit_difference", "points", "head_to_head"),
)
"""What else “the highest scores” could mean: hands first, points first, the share of games won first."""

ROUND_FORMATS = ("standing", "random", "robin", "movement")
OPEN_FORMATS = ("open", "rise")
FORMATS = ROUND_FORMATS + OPEN_FORMATS


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The day to be rehearsed.

    ``seating`` is ``standing``, ``random``, ``robin`` or ``movement`` for rounds, ``open`` for open play, or
    ``rise`` for rise and fly. ``spread`` is how much the teams differ in strength (the standard deviation of
    the edge of one over another is 1.4 times that); 0 makes them equal. ``usual_minutes`` is what a game is
    taken to last before the day has shown it. ``other_chains`` are looked at beside the day's own.

    :raises ValueError: if there are fewer than two teams, no table, or the seating is unknown.
    """

    timetable: Timetable
    teams: int
    tables: int
    advance: int = 7
    seating: str = "standing"
    units_to_win: int = 3
    chain: tuple[str, ...] = SETTLED_BY_FIGURES
    other_chains: tuple[tuple[str, ...], ...] = ()
    spread: float = 0.35
    usual_minutes: float = 20.0
    phase_one: str = "one"
    phase_two: str = "two"

    def __post_init__(self) -> None:
        if self.teams < 2:
            raise ValueError("A day needs two teams.")
        if self.tables < 1:
            raise ValueError("A day needs a table.")
        if self.seating not in FORMATS:
            raise ValueError(f"The seating is one of {', '.join(FORMATS)}, not {self.seating!r}.")
