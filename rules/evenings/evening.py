"""An evening that a club plays, as the settings that an organizer would choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import count, takewhile
from types import MappingProxyType
from typing import Any, Final

USUAL: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "game": "fahrenheit",
        "house_rules": {},
        "seating": "swiss",
        "tie_breaks": (),
        "results_by": "hands",
        "advance_count": 7,
        "plays_phase_two": True,
        "pairs_up": "never",
    }
)
"""What an evening plays that says nothing else: the defaults of ``DayPlan``."""

SEATED: Final = 5
"""The minutes to be seated before the first round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening with a name. ``settings`` are fields of ``DayPlan``; what is not there has its default.

    ``rounds`` of ``minutes`` follow each other, with ``rest`` minutes before each, in which people find their
    seats; before the first there are five at least. ``two`` minutes are for Phase II, 0 if there is none.
    ``until`` is when it is over: then as many rounds are played as fit, and the last one lasts until then.
    """

    key: str
    name: str
    about: str
    source: str
    rounds: int
    minutes: int
    rest: int = 5
    two: int = 0
    begins: time = time(18, 30)
    until: time | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)

    def setting(self, name: str) -> Any:
        return self.settings.get(name, USUAL[name])

    @property
    def lasts(self) -> int:
        """The minutes from the beginning until ``until``, which may be past midnight; 0 without it."""
        if self.until is None:
            return 0
        begins, until = (60 * at.hour + at.minute for at in (self.begins, self.until))
        return (until - begins) % (24 * 60)

    @property
    def held(self) -> int:
        """The rounds that are played: one at least. Rulebook E-154."""
        left = self.lasts - self.two - max(self.rest, SEATED) + self.rest
        return max(1, left // (self.minutes + self.rest)) if self.until else self.rounds

    @property
    def played(self) -> int:
        """The minutes of these rounds."""
        return max(self.rest, SEATED) + self.held * (self.minutes + self.rest) - self.rest

    def hours(self, begins: time | None = None) -> dict[str, Any]:
        """The hours, as fields of ``DayHours``. Phase I begins at ``begins``, or at the usual time.

        A break calls each round after the first, also while Phase II is played.
        """
        at = datetime.combine(date(2000, 1, 1), begins or self.begins)
        each = timedelta(minutes=self.rest + self.minutes)
        two = at + timedelta(minutes=self.played)
        breaks = [two - number * each for number in range(self.held - 1, 0, -1)]
        if self.until:
            two = max(two, at + timedelta(minutes=self.lasts - self.two))
        awards = two + timedelta(minutes=self.two or (0 if self.until else self.rest))
        later = (two + number * each for number in count())
        breaks += takewhile(lambda rest: self.two and rest < awards, later)
        return {
            "meet_at": (at - timedelta(hours=1)).time(),
            "phase_one_at": at.time(),
            "phase_two_at": two.time(),
            "awards_at": awards.time(),
            "breaks": tuple(rest.time() for rest in breaks),
            "break_minutes": self.rest,
        }
