"""An evening that a club plays, as the settings that an organizer would choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from types import MappingProxyType
from typing import Any, Final

from rules.time.hours import HALF_HOURS, NEVER, ROUNDS, SEATED, USUAL_LONG_BREAK

USUAL: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "game": "fahrenheit",
        "house_rules": {},
        "seating": "swiss",
        "tie_breaks": (),
        "bye_counts": "win",
        "results_by": "hands",
        "advance_count": 7,
        "plays_phase_two": True,
        "pairs_up": "never",
        "seeds_by": "one",
    }
)
"""The settings of an evening that doesn't have its own: the defaults of ``DayPlan``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A named evening.

    Phase I has ``rounds`` of ``minutes``, each after a rest of ``rest`` minutes (``SEATED`` before the first)
    in which people find their seats. After game ``long_after`` the rest is ``long_rest`` minutes, if another
    game follows (Rulebook E-171). Phase II takes ``two`` minutes; 0 means that there is none. With ``until``
    the evening ends at that time: as many rounds as fit are played, and the last one lasts until then, or
    until Phase II (Rulebook E-154). An evening that goes straight to its bracket has no ``rounds`` (E-223).
    """

    key: str
    name: str
    about: str
    source: str
    rounds: int
    minutes: int
    rest: int = 5
    long_after: int = 0
    long_rest: int = USUAL_LONG_BREAK
    two: int = 0
    is_on_the_half_hour: bool = False
    begins: time = time(18, 30)
    until: time | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Fields of ``DayPlan``; a field that is missing has its default."""

    def setting(self, name: str) -> Any:
        return self.settings.get(name, USUAL[name])

    @property
    def is_straight(self) -> bool:
        """Whether it has no Phase I: everybody goes straight into the bracket (Rulebook E-223)."""
        return bool(self.setting("plays_phase_two")) and self.setting("seeds_by") != USUAL["seeds_by"]

    @property
    def lasts(self) -> int:
        """The minutes from the beginning until ``until``, which may be past midnight; 0 without it."""
        if self.until is None:
            return 0
        begins, until = (60 * at.hour + at.minute for at in (self.begins, self.until))
        return (until - begins) % (24 * 60)

    @property
    def held(self) -> int:
        """The number of rounds that are played, at least one (Rulebook E-154)."""
        if not self.until:
            return self.rounds
        left, each = self.lasts - self.two - SEATED + self.rest, self.minutes + self.rest
        with_long_rest = (left - self._longer) // each
        # A long break that no round could follow isn't held.
        return max(1, with_long_rest if 0 < self.long_after < with_long_rest else left // each)

    @property
    def _longer(self) -> int:
        return self.long_rest - self.rest

    @property
    def has_long_rest(self) -> bool:
        return not self.is_straight and 0 < self.long_after < self.held

    @property
    def played(self) -> int:
        """The minutes that these rounds and their rests take; 0 without a Phase I."""
        if self.is_straight:
            return 0
        longer = self._longer if self.has_long_rest else 0
        return SEATED + self.held * (self.minutes + self.rest) - self.rest + longer

    def hours(self, begins: time | None = None) -> dict[str, Any]:
        """The schedule, as fields of ``DayHours``. Phase I begins at ``begins``, or else at the usual time.

        There is a break before each round after the first, and at the same intervals in Phase II.
        """
        at = datetime.combine(date(2000, 1, 1), begins or self.begins)
        two = at + timedelta(minutes=self.played)
        if self.until:
            two = max(two, at + timedelta(minutes=self.lasts - self.two))
        awards = two + timedelta(minutes=self.two)
        is_on_the_half_hour = (
            self.is_on_the_half_hour and self.minutes + self.rest == 30 and not self.has_long_rest
        )
        return {
            "meet_at": (at - timedelta(hours=1)).time(),
            "phase_one_at": at.time(),
            "phase_two_at": two.time(),
            "awards_at": awards.time(),
            "breaks_at": NEVER if self.is_straight else HALF_HOURS if is_on_the_half_hour else ROUNDS,
            "round_minutes": self.minutes,
            "break_minutes": self.rest,
            **(
                {"long_break_after": self.long_after, "long_break_minutes": self.long_rest}
                if self.has_long_rest
                else {}
            ),
        }
