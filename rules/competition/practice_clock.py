"""The clock of a practice event, which can be moved and made to run faster."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True, slots=True)
class EventClock:
    """A clock that stood at ``event_anchor`` when the real one stood at ``real_anchor``.

    From then on it runs ``speed`` times as fast. A real event's clock is the real one: both anchors equal,
    speed 1.

    :raises ValueError: if it would run backwards.
    """

    real_anchor: datetime
    event_anchor: datetime
    speed: float = 1.0

    def __post_init__(self) -> None:
        if self.speed < 0:
            raise ValueError("A clock does not run backwards.")

    def at(self, real: datetime) -> datetime:
        """What this clock shows at a real moment."""
        return self.event_anchor + (real - self.real_anchor) * self.speed

    def real(self, event: datetime) -> datetime:
        """The real moment at which this clock shows ``event``.

        :raises ValueError: if the clock stands still, and so shows it never or always.
        """
        if self.speed == 0:
            raise ValueError("The clock stands still: no real moment can be named.")
        return self.real_anchor + (event - self.event_anchor) / self.speed

    def moved(self, real: datetime, event: datetime) -> "EventClock":
        """This clock, set to ``event`` at a real moment; its speed stays."""
        return EventClock(real, event, self.speed)

    def sped(self, real: datetime, speed: float) -> "EventClock":
        """This clock at another speed from a real moment on, without a jump."""
        return EventClock(real, self.at(real), speed)


REAL_CLOCK = EventClock(datetime.fromtimestamp(0, UTC), datetime.fromtimestamp(0, UTC))
"""The clock on the wall, by which every event runs that isn't a practice."""
