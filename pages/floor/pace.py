"""The pace of the day on the organizer's floor, and when the final will be over if it goes on like this."""

from dataclasses import dataclass
from datetime import datetime

from rules.competition.clock import FOREVER
from scoring.models import Seed
from scoring.queries.phase_two.bracket_times import bracket_times
from scoring.queries.rounds.pace import games_played, pace_of
from tournament.models import Event, Game
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import timetable
from tournament.queries.countdown import in_minutes
from tournament.queries.day_rows import day_rows


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
    """The pace at ``at``. Nine queries at most, however many tables and teams."""
    day = timetable(event, at)
    pace = pace_of(event, games_played(event), day.frozen)
    phases = {phase.kind: phase for phase in day_rows(event).phases}
    one, two, awards_at = phases[PhaseKind.ONE], phases[PhaseKind.TWO], day.phase(PhaseKind.AWARDS).starts_at
    ends_at = None
    # Where people come alone there is no final: the last round ends with its whistle (Rulebook E-53).
    if one.started_at and not two.closed_at and not event.is_individual:
        size, over = _bracket(event) if two.started_at else (min(event.advance_count, _here(event)), ())
        tables = event.tables.filter(is_out_of_use=False).count()
        *_, end = bracket_times(
            day, pace, size=size, over=over, tables=tables, is_begun=two.started_at is not None, at=at
        )
        ends_at = end if end < FOREVER else None
    return FloorPace(
        game=in_minutes(pace.game.total_seconds()),
        hand=in_minutes(pace.hand.total_seconds()),
        games=pace.games,
        is_measured=pace.is_measured,
        ends_at=ends_at,
        awards_at=awards_at,
        late=round((ends_at - awards_at).total_seconds() / 60) if ends_at else None,
    )


def _here(event: Event) -> int:
    return event.teams.present().count()


def _bracket(event: Event) -> tuple[int, tuple[str, ...]]:
    """How many teams the bracket was drawn for, and its games that are over. Two queries."""
    seeds = Seed.objects.filter(cut__phase__event=event, cut__reopened_at=None).count()
    games = Game.objects.standing().filter(event=event, phase__kind=PhaseKind.TWO, over_at__isnull=False)
    return seeds, tuple(games.values_list("bracket_position", flat=True))
