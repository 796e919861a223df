"""The day's pace: how long a game and a hand take today, and so when Phase II is played (Rulebook E-43)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Max, Q

from rules.competition.phase_two.formats import Choice
from rules.competition.phase_two.plan import Drawn
from rules.games import won_with
from rules.ruleset.ruleset import Ruleset
from rules.time.clock import FOREVER, Span, Timetable, elapsed, merged
from rules.time.pace import Pace, pace, times_of_rounds, waves_of_rounds
from scoring.models import Ending
from simulation.days.figures import DEFAULT_HANDS, hands_a_game
from tournament.event.rules_of_event import choice_of, ruleset_for
from tournament.floor.calling import has_whistled
from tournament.models import Event, Game, Phase, Team
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import timetable
from tournament.schedule.countdown import wall

USUAL_POINTS_GAME = timedelta(minutes=25)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedOut:
    """A game that was played to its end: when it began, when everybody was seated, when it was over."""

    game_id: int
    begun_at: datetime
    seated_at: datetime
    over_at: datetime
    hands: int
    """0 if its total doesn't say how many it had."""

    def length(self, frozen: Iterable[Span]) -> timedelta:
        return elapsed(self.begun_at, self.over_at, frozen)

    def hand_length(self, frozen: Iterable[Span]) -> timedelta:
        """The average length of its hands, from when everybody was seated."""
        return elapsed(max(self.seated_at, self.begun_at), self.over_at, frozen) / self.hands


def pace_of(event: Event, games: Sequence[PlayedOut], frozen: Iterable[Span]) -> Pace:
    """The pace of these games. No query."""
    spans = merged(frozen)
    return pace(
        [game.length(spans) for game in games],
        [game.hand_length(spans) for game in games if game.hands],
        usual_pace(ruleset_for(event)),
    )


def played_out(event: Event) -> list[PlayedOut]:
    """The games that were played to their end: no whistle, forfeit or ruling cut them off. One query.

    A total without hands doesn't say whether the whistle cut the game off, so it has to come before.
    """
    games = Game.objects.standing().filter(
        ~Q(score__hands=0, round__whistle_at__lte=F("over_at")),
        event=event,
        over_at__isnull=False,
        kind=GameKind.GAME,
        score__ending=Ending.WON,
    )
    # Tuples: model objects for all games would take most of the time of a big event's floor.
    rows: Any = (
        games.annotate(seated_at=Max("sides__seated_at"))
        .order_by("pk")
        .values_list("pk", "called_at", "made_at", "round__play_from", "seated_at", "over_at", "score__hands")
    )
    return [_as_played(*row) for row in rows]


def played_out_among(games: Iterable[Game]) -> list[PlayedOut]:
    """The same among these. No query, if they come with score, round and sides."""
    return [
        _as_played(
            game.pk,
            game.called_at,
            game.made_at,
            game.round.play_from if game.round else None,
            max(filter(None, (side.seated_at for side in game.by_side().values())), default=None),
            game.over_at,
            game.score.hands,
        )
        for game in games
        if game.over_at
        and game.kind == GameKind.GAME
        and game.score.ending == Ending.WON
        and (game.score.hands or not has_whistled(game, game.over_at))
    ]


def _as_played(
    game_id: int,
    called_at: datetime | None,
    made_at: datetime,
    dealt_at: datetime | None,
    seated_at: datetime | None,
    over_at: Any,
    hands: int,
) -> PlayedOut:
    begun_at = max(filter(None, (called_at or made_at, dealt_at)))
    return PlayedOut(
        game_id=game_id, begun_at=begun_at, seated_at=seated_at or begun_at, over_at=over_at, hands=hands
    )


def usual_pace(ruleset: Ruleset) -> Pace:
    """The pace to assume under these rules before the day has shown its own. No query."""
    hand = timedelta(minutes=DEFAULT_HANDS.mean_minutes)
    goal = ruleset.ends.goal
    game = hand * hands_a_game(DEFAULT_HANDS, goal) if goal else USUAL_POINTS_GAME
    return Pace(game, hand, games=0, is_measured=False)


def bracket_times(
    day: Timetable,
    pace: Pace,
    *,
    left: Iterable[tuple[int, float]],
    tables: int,
    is_begun: bool,
    at: datetime,
) -> tuple[dict[int, datetime], datetime]:
    """The start of each round of the games ``left``, and the end of all (Rulebook E-43). No query."""
    waves = waves_of_rounds(left, tables)
    start = at if is_begun else max(at, day.phase(PhaseKind.TWO).starts_at)
    *begin, end = times_of_rounds(start, list(waves.values()), pace.game, day.frozen)
    return dict(zip(waves, begin, strict=True)), end


def games_left(ruleset: Ruleset, choice: Choice, drawn: Drawn[Any]) -> list[tuple[int, float]]:
    """The round and length, in usual games, of each game that may be left (Rulebook E-80). No query."""
    hands = {game.key: choice.hands_in(game.key) for game in drawn.expected}
    lasts = {each: _usual_games(ruleset, each) for each in set(hands.values())}
    return [
        (game.round, (game.best_of - len(drawn.series.get(game.key, ()))) * lasts[hands[game.key]])
        for game in drawn.expected
    ]


def _usual_games(ruleset: Ruleset, hands: int) -> float:
    """The length, in usual games, of a game that ``hands`` hands win; 0 hands means the usual number."""
    mine = won_with(ruleset, hands)
    if mine is ruleset:
        return 1.0
    goals = mine.ends.goal, ruleset.ends.goal
    one, usual = (hands_a_game(DEFAULT_HANDS, goal) for goal in goals)
    return one / usual


def planned_rounds(phase: Phase, drawn: Drawn[Team], *, at: datetime) -> dict[int, str]:
    """The approximate start of each coming round, in words. Five queries. Phase II comes with its event."""
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
