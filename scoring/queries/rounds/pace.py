"""The day's pace: how long a game and a hand take today (Rulebook E-43)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from rules.competition.clock import Span, elapsed, merged
from rules.competition.pace import Pace, pace
from rules.games.ruleset import Ruleset, units_to_win
from scoring.models import Ending
from simulation.days.figures import DEFAULT_HANDS, hands_a_game
from tournament.models import Event, Game
from tournament.models.floor import GameKind
from tournament.queries.game import ruleset_for

USUAL_POINTS_GAME = timedelta(minutes=25)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayedOut:
    """A game that its hands ended: when it began, when everybody was seated, when it was over."""

    game_id: int
    begun_at: datetime
    seated_at: datetime
    over_at: datetime
    hands: int

    def length(self, frozen: Iterable[Span]) -> timedelta:
        """From its call, or its round's first deal."""
        return elapsed(self.begun_at, self.over_at, frozen)

    def hand_length(self, frozen: Iterable[Span]) -> timedelta:
        """The average length of its hands, from when everybody was seated."""
        return elapsed(max(self.seated_at, self.begun_at), self.over_at, frozen) / self.hands


def pace_of(event: Event, games: Sequence[PlayedOut], frozen: Iterable[Span]) -> Pace:
    """The pace of these games. No query."""
    spans = merged(frozen)
    return pace(
        [game.length(spans) for game in games],
        [game.hand_length(spans) for game in games],
        usual_pace(ruleset_for(event)),
    )


def played_out(event: Event) -> list[PlayedOut]:
    """The games that their hands ended, not the whistle, a forfeit or a ruling. One query."""
    games = Game.objects.standing().filter(
        event=event,
        over_at__isnull=False,
        kind=GameKind.GAME,
        score__ending=Ending.WON,
        score__hands__gt=0,
    )
    # Tuples: every game of the day as an object would be most of the work on the floor of a big event.
    rows: Any = (
        games.annotate(seated_at=Max("sides__seated_at"))
        .order_by("pk")
        .values_list("pk", "called_at", "made_at", "round__play_from", "seated_at", "over_at", "score__hands")
    )
    return [_as_played(*row) for row in rows]


def played_out_among(games: Iterable[Game]) -> list[PlayedOut]:
    """Those of the games that their hands ended. No query, if they come with score, round and sides."""
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
        and game.score.hands
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
    """The pace by these rules before the day has shown it. No query."""
    hand = timedelta(minutes=DEFAULT_HANDS.mean_minutes)
    goal = units_to_win(ruleset)
    game = hand * hands_a_game(DEFAULT_HANDS, goal) if goal else USUAL_POINTS_GAME
    return Pace(game, hand, games=0, is_measured=False)
