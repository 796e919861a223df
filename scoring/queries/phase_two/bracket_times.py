"""When the rounds of the bracket are played, at the day's pace."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from rules.competition.clock import FOREVER, Timetable
from rules.competition.pace import Pace, times_of_rounds, waves_of_rounds
from rules.competition.phase_two.formats import Choice
from rules.competition.phase_two.plan import Drawn
from rules.games import won_with
from rules.games.ruleset import Ruleset, units_to_win
from scoring.queries.rounds.pace import pace_of, played_out
from simulation.days.figures import DEFAULT_HANDS, hands_a_game
from tournament.models import Phase, Team
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import timetable
from tournament.queries.countdown import wall
from tournament.queries.game import choice_of, ruleset_for


def bracket_times(
    day: Timetable,
    pace: Pace,
    *,
    left: Iterable[tuple[int, float]],
    tables: int,
    is_begun: bool,
    at: datetime,
) -> tuple[dict[int, datetime], datetime]:
    """When each round of what is ``left`` (``games_left``) begins, and when all are over. No query.

    Rulebook E-43: Phase II has no whistle, so its rounds follow each other at the day's pace.
    """
    waves = waves_of_rounds(left, tables)
    start = at if is_begun else max(at, day.phase(PhaseKind.TWO).starts_at)
    *begin, end = times_of_rounds(start, list(waves.values()), pace.game, day.frozen)
    return dict(zip(waves, begin, strict=True)), end


def games_left(ruleset: Ruleset, choice: Choice, drawn: Drawn[Any]) -> list[tuple[int, float]]:
    """The round of each game left, and how many usual games it lasts at most. No query.

    Rulebook E-80: includes every game a series may need, with hands in proportion.
    """
    hands = {game.key: choice.hands_in(game.key) for game in drawn.expected}
    lasts = {each: _usual_games(ruleset, each) for each in set(hands.values())}
    return [
        (game.round, (game.best_of - len(drawn.series.get(game.key, ()))) * lasts[hands[game.key]])
        for game in drawn.expected
    ]


def _usual_games(ruleset: Ruleset, hands: int) -> float:
    """How many usual games a game of so many ``hands`` to win lasts; 0 hands means the usual number."""
    mine = won_with(ruleset, hands)
    if mine is ruleset:
        return 1.0
    goals = units_to_win(mine), units_to_win(ruleset)
    one, usual = (hands_a_game(DEFAULT_HANDS, goal) for goal in goals)
    return one / usual


def planned_rounds(phase: Phase, drawn: Drawn[Team], *, at: datetime) -> dict[int, str]:
    """About when each round to come begins, to five minutes. Five queries.

    ``phase`` is Phase II and comes with its event.
    """
    event, day = phase.event, timetable(phase.event, at)
    times, _ = bracket_times(
        day,
        pace_of(event, played_out(event), day.frozen),
        left=games_left(ruleset_for(event), choice_of(event), drawn),
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
    late = timedelta(minutes=moment.minute % 5, seconds=moment.second, microseconds=moment.microsecond)
    return moment - late + (timedelta(minutes=5) if late >= timedelta(minutes=2.5) else timedelta())
