"""The card on top of a team's page, and the data it is made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.time.clock import ClockFace, Timetable
from scoring.recording.awaited import Awaited
from tournament.models import Event, Game, Team
from tournament.schedule.countdown import Countdown, countdown
from tournament.schedule.five_minutes import SittingDown

LEFT = "left of the break"
HOUR, HALF_HOUR, FIVE_MINUTES = 3600, 1800, 300
AT_AN_END = frozenset({"left", "out", "champion", "placed"})


@dataclass(frozen=True, kw_only=True)
class Ring:
    """Time left as a ring of ``total`` seconds."""

    left: Countdown
    total: int
    note: str


@dataclass(frozen=True, kw_only=True)
class NowCard:
    """One sentence, one big word, and perhaps an action."""

    state: str
    """The state of the team's table, or of the team between games."""
    why: str
    big: str
    line: str = ""
    quiet: str = ""
    cue: str = ""
    """The sound of its phone."""
    tone: str = ""
    """Colors the card (``break`` or ``late``)."""
    ring: Ring | None = None
    is_called: bool = False
    """The team must sit down and hasn't confirmed it."""
    can_call: bool = False
    """It may call a referee."""
    has_called: str = ""
    """Who is on the way, if it has called a referee."""
    sits: str = "We’re seated"

    @property
    def waits(self) -> bool:
        return self.is_called or not (self.can_call or self.state in AT_AN_END)


@dataclass(frozen=True, kw_only=True)
class Today:
    """The data that a card is made from."""

    event: Event
    team: Team
    at: datetime
    games: Sequence[Game]
    players: tuple[str, ...]
    """Those who sit in the game now."""
    rests: str
    """The sentence on the one who doesn't."""
    plan: Timetable
    clock: ClockFace
    awaits: Awaited
    """What everybody waits for."""
    labels: Mapping[str, str]
    """The ``bracket_labels``."""
    sits_in: Mapping[int, str]
    """Has the substitutes of partners, by the partner's id."""
    downs: Mapping[int, SittingDown]


def ring_until(today: Today, until: datetime, note: str) -> Ring | None:
    """A ring that counts down to ``until``; None if that is over an hour away or past. No query."""
    left = countdown(today.at, until, is_still=today.clock.paused)
    total = FIVE_MINUTES if left.seconds <= FIVE_MINUTES else HALF_HOUR if left.seconds <= HALF_HOUR else HOUR
    return Ring(left=left, total=total, note=note) if 0 < left.seconds <= HOUR else None
