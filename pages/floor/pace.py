"""The pace of the day on the organizer's floor, and when the final will be over if it goes on like this."""

from dataclasses import dataclass
from datetime import datetime

from rules.competition.clock import FOREVER
from scoring.models import Cut
from scoring.queries.phase_two.drawn import phase_two, plan_for
from scoring.queries.rounds.pace import bracket_times, games_left, pace_of, played_out
from tournament.models import Event, Phase
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import timetable
from tournament.queries.countdown import in_minutes
from tournament.queries.day_rows import day_rows
from tournament.queries.game import choice_of, ruleset_for


@dataclass(frozen=True, kw_only=True)
class FloorPace:
    """What a game and a hand take, as a clock shows it, and after how many ``games`` that is known.

    ``ends_at`` is when the final is over at this pace; ``late`` are the minutes by which that is after the
    planned awards, negative before them. Both are None once the bracket is played, before Phase I, and while
    the day is paused.
    """

    game: str
    hand: str
    games: int
    is_measured: bool
    ends_at: datetime | None
    awards_at: datetime
    late: int | None

    @property
    def early(self) -> int:
        """The minutes to spare before the awards."""
        return -(self.late or 0)


def floor_pace(event: Event, at: datetime) -> FloorPace:
    """The pace at ``at``. Eight queries at most, however many tables and teams."""
    day = timetable(event, at)
    pace = pace_of(event, played_out(event), day.frozen)
    phases = {phase.kind: phase for phase in day_rows(event).phases}
    one, two, awards_at = phases[PhaseKind.ONE], phases[PhaseKind.TWO], day.phase(PhaseKind.AWARDS).starts_at
    ends_at = None
    # Where people come alone there is no final: the last round ends with its whistle (Rulebook E-53).
    if one.started_at and not two.closed_at and event.way.has_bracket:
        tables = day_rows(event).tables_in_use
        _, end = bracket_times(
            day, pace, left=_left(event, two), tables=tables, is_begun=two.started_at is not None, at=at
        )
        ends_at = end if end < FOREVER else None
    return FloorPace(
        game=in_minutes(pace.game.total_seconds()),
        hand=in_minutes(pace.hand.total_seconds()),
        games=pace.games,
        is_measured=pace.is_measured,
        ends_at=ends_at,
        awards_at=awards_at,
        late=_minute(ends_at) - _minute(awards_at) if ends_at else None,
    )


def _minute(at: datetime) -> int:
    """The minute that a clock shows at a moment: two times and the minutes between them agree on the page."""
    return int(at.timestamp() // 60)


def _left(event: Event, two: Phase) -> list[tuple[int, float]]:
    """What of Phase II is still to be played, or will be. Five queries at most."""
    ruleset, choice = ruleset_for(event), choice_of(event)
    if two.started_at:
        drawn = phase_two(Cut.objects.get(phase__event=event, reopened_at=None), two).drawn
        return games_left(ruleset, choice, drawn)
    size = min(event.advance_count, day_rows(event).teams_here)
    return games_left(ruleset, choice, plan_for(event, size).drawn(range(size), {})) if size >= 2 else []
