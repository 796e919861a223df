"""The clock of a practice event, which can be set and sped up."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class EventClock:
    """A clock that shows ``event_anchor`` at the moment ``real_anchor`` and runs ``speed`` times as fast.

    A real event has the real clock: equal anchors, speed 1.

    :raises ValueError: if it would run backwards.
    """

    real_anchor: datetime
    event_anchor: datetime
    speed: float = 1.0

    def __post_init__(self) -> None:
        if self.speed < 0:
            raise ValueError("A clock does not run backwards.")

    def at(self, real: datetime) -> datetime:
        return self.event_anchor + (real - self.real_anchor) * self.speed

    def real(self, event: datetime) -> datetime:
        """:raises ValueError: if the clock is stopped."""
        if self.speed == 0:
            raise ValueError("The clock is stopped, so it has no such moment.")
        return self.real_anchor + (event - self.event_anchor) / self.speed

    def moved(self, real: datetime, event: datetime) -> "EventClock":
        """This clock set to ``event`` at a real moment, at the same speed."""
        return EventClock(real, event, self.speed)


REAL_CLOCK = EventClock(datetime.fromtimestamp(0, UTC), datetime.fromtimestamp(0, UTC))
"""The clock of every event that isn't a practice event."""
