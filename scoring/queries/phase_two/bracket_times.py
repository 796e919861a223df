"""When the rounds of the bracket are played, if the day goes on at its pace."""

from collections.abc import Collection
from datetime import datetime, timedelta

from rules.competition.bracket import THIRD_PLACE, Bracket
from rules.competition.clock import FOREVER, Timetable
from rules.competition.pace import Pace, times_of_rounds, waves_of_bracket
from scoring.queries.rounds.pace import games_played, pace_of
from tournament.models import Phase
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import timetable


def bracket_times(
    day: Timetable, pace: Pace, *, size: int, over: Collection[str], tables: int, is_begun: bool, at: datetime
) -> tuple[datetime, ...]:
    """When each round of the bracket that isn't over begins, and last when the final is over. No query.

    ``over`` are the games of a bracket of ``size`` that have a result. Rulebook E-43: no whistle goes in
    Phase II, so its rounds follow each other at the day's pace.
    """
    left = size - len(set(over) - {THIRD_PLACE})
    has_third = size >= 4 and THIRD_PLACE not in over
    waves = waves_of_bracket(left, tables, has_third=has_third)
    start = at if is_begun else max(at, day.phase(PhaseKind.TWO).starts_at)
    return times_of_rounds(start, waves, pace.game, day.frozen)


def planned_rounds(phase: Phase, bracket: Bracket, *, over: Collection[str], at: datetime) -> dict[int, str]:
    """About when each round that is still to come begins, to five minutes. Five queries.

    ``phase`` is Phase II and comes with its event.
    """
    event, day = phase.event, timetable(phase.event, at)
    times = bracket_times(
        day,
        pace_of(event, games_played(event), day.frozen),
        size=bracket.size,
        over=over,
        tables=event.tables.filter(is_out_of_use=False).count(),
        is_begun=phase.started_at is not None,
        at=at,
    )
    last = max(game.round for game in bracket.games)
    return {
        number: f"{_to_five_minutes(begins).astimezone(event.zone):%-I:%M}"
        for number, begins in enumerate(times[:-1], last + 2 - len(times))
        if at < begins < FOREVER
    }


def _to_five_minutes(moment: datetime) -> datetime:
    """The nearest stroke of a clock's dial: nobody knows better."""
    late = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - late + (timedelta(minutes=5) if late >= timedelta(minutes=2.5) else timedelta())
