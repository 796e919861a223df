"""An evening that a club plays, as the settings that an organizer would choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
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
    }
)
"""What an evening plays that says nothing else: the defaults of ``DayPlan``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening with a name. ``settings`` are fields of ``DayPlan``; what is not there has its default.

    ``rounds`` of ``minutes`` follow each other; before each there are ``rest`` minutes, in which people find
    their seats. ``two`` minutes are for Phase II, none if there is none.
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
    settings: Mapping[str, Any] = field(default_factory=dict)

    def setting(self, name: str) -> Any:
        return self.settings.get(name, USUAL[name])

    def hours(self, begins: time | None = None) -> dict[str, Any]:
        """The hours, as fields of ``DayHours``. Phase I begins at ``begins``, or at the usual time.

        A break calls each round after the first, also while Phase II is played.
        """
        at = datetime.combine(date(2000, 1, 1), begins or self.begins)
        each = timedelta(minutes=self.rest + self.minutes)
        two = at + self.rounds * each
        awards = two + timedelta(minutes=self.two or self.rest)
        breaks = [at + number * each for number in range(1, self.rounds)]
        while self.two and (rest := at + (len(breaks) + 1) * each) < awards:
            breaks.append(rest)
        return {
            "meet_at": (at - timedelta(hours=1)).time(),
            "phase_one_at": at.time(),
            "phase_two_at": two.time(),
            "awards_at": awards.time(),
            "breaks": tuple(rest.time() for rest in breaks),
            "break_minutes": self.rest,
        }
