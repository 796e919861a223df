"""The card on top of a team's page, and what it is made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.competition.clock import ClockFace, Timetable
from tournament.models import Event, Game, Team
from tournament.queries.countdown import Countdown, countdown
from tournament.queries.five_minutes import SittingDown

HOUR, HALF_HOUR, FIVE_MINUTES = 3600, 1800, 300
AT_AN_END = frozenset({"left", "out", "champion", "placed"})


@dataclass(frozen=True, kw_only=True)
class Ring:
    """Time left as a ring: of how many seconds, and what for."""

    left: Countdown
    total: int
    note: str


@dataclass(frozen=True, kw_only=True)
class NowCard:
    """One sentence, one big word, and perhaps an action.

    ``state`` is the state of its table, or where the team is between games; ``cue`` is what its phone sounds;
    ``tone`` colors the card (``break``, ``late`` or nothing). ``is_called`` says that the team is asked to be
    seated and has not said that it is; ``can_call`` that it may call a referee.
    """

    state: str
    why: str
    big: str
    line: str = ""
    quiet: str = ""
    cue: str = ""
    tone: str = ""
    ring: Ring | None = None
    is_called: bool = False
    can_call: bool = False
    has_called: str = ""
    sits: str = "We’re seated"

    @property
    def waits(self) -> bool:
        return self.is_called or not (self.can_call or self.state in AT_AN_END)


@dataclass(frozen=True, kw_only=True)
class Today:
    """What the card is made from: the team, its games, the plan of the day, and what the clock shows.

    ``sits_in`` is who plays for a partner of one game, by the partner's id.
    """

    event: Event
    team: Team
    at: datetime
    games: Sequence[Game]
    players: tuple[str, ...]
    plan: Timetable
    clock: ClockFace
    sits_in: Mapping[int, str]
    downs: Mapping[int, SittingDown]


def ring_until(today: Today, until: datetime, note: str) -> Ring | None:
    """A ring for what is less than an hour away; None for what is further off. No query."""
    left = countdown(today.at, until, is_still=today.clock.paused)
    total = FIVE_MINUTES if left.seconds <= FIVE_MINUTES else HALF_HOUR if left.seconds <= HALF_HOUR else HOUR
    return Ring(left=left, total=total, note=note) if 0 < left.seconds <= HOUR else None
