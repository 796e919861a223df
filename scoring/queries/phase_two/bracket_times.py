"""When the rounds of the bracket are played, if the day goes on at its pace."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from rules.competition.clock import FOREVER, Timetable
from rules.competition.pace import Pace, times_of_rounds, waves_of_rounds
from rules.competition.phase_two.games import BracketGame
from rules.competition.phase_two.plan import Drawn
from scoring.queries.rounds.pace import games_played, pace_of
from tournament.models import Phase, Team
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import timetable
from tournament.queries.countdown import wall


def bracket_times(
    day: Timetable, pace: Pace, *, left: Iterable[BracketGame], tables: int, is_begun: bool, at: datetime
) -> tuple[dict[int, datetime], datetime]:
    """When each round of the games that are ``left`` begins, and when all are over. No query.

    Rulebook E-43: no whistle goes in Phase II, so its rounds follow each other at the day's pace.
    """
    waves = waves_of_rounds((game.round for game in left), tables)
    start = at if is_begun else max(at, day.phase(PhaseKind.TWO).starts_at)
    *begin, end = times_of_rounds(start, list(waves.values()), pace.game, day.frozen)
    return dict(zip(waves, begin, strict=True)), end


def planned_rounds(phase: Phase, drawn: Drawn[Team], *, at: datetime) -> dict[int, str]:
    """About when each round that is still to come begins, to five minutes. Five queries.

    ``phase`` is Phase II and comes with its event.
    """
    event, day = phase.event, timetable(phase.event, at)
    times, _ = bracket_times(
        day,
        pace_of(event, games_played(event), day.frozen),
        left=drawn.expected,
        tables=event.tables.filter(is_out_of_use=False).count(),
        is_begun=phase.started_at is not None,
        at=at,
    )
    return {
        number: wall(event, _to_five_minutes(begins), at).removesuffix(" AM").removesuffix(" PM")
        for number, begins in times.items()
        if at < begins < FOREVER
    }


def _to_five_minutes(moment: datetime) -> datetime:
    """The nearest stroke of a clock's dial: nobody knows better."""
    late = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - late + (timedelta(minutes=5) if late >= timedelta(minutes=2.5) else timedelta())
