"""An evening that a club plays, as the settings that an organizer would choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """An evening with a name. ``settings`` are fields of ``DayPlan``; what is not there has its default.

    ``rounds`` of ``minutes`` follow each other with ``rest`` minutes between them; ``two`` minutes are for
    Phase II, none if there is none.
    """

    key: str
    name: str
    about: str
    source: str
    rounds: int
    minutes: int
    rest: int = 5
    two: int = 0
    settings: Mapping[str, Any] = field(default_factory=dict)

    def hours(self, begins: time) -> dict[str, Any]:
        """The hours, as fields of ``DayHours``, where Phase I begins at ``begins``."""
        at = datetime.combine(date(2000, 1, 1), begins)
        whistles = [
            at + timedelta(minutes=number * self.minutes + (number - 1) * self.rest)
            for number in range(1, self.rounds + 1)
        ]
        ends = whistles[-1]
        return {
            "meet_at": (at - timedelta(hours=1)).time(),
            "phase_one_at": begins,
            "phase_two_at": ends.time(),
            "awards_at": (ends + timedelta(minutes=self.two or self.rest)).time(),
            "breaks": tuple(whistle.time() for whistle in whistles[:-1]),
            "break_minutes": self.rest,
        }
