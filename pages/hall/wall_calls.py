"""The calls for missing teams on the big screen: the most urgent by name, the rest counted."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from scoring.game.table_state import ShownState, key_of, table_state
from tournament.event.sitting import late_at, name_on
from tournament.models import Event, Game, Side
from tournament.models.floor import TableState
from tournament.schedule.five_minutes import sitting_down

LONGEST = 4
"""The most calls on the screen."""
FEW = 2
"""At most this many calls are shown in large type."""


@dataclass(frozen=True, kw_only=True)
class Call:
    table: int
    missing: tuple[str, ...]
    state: ShownState


@dataclass(frozen=True, kw_only=True)
class Calls:
    """The most urgent calls, and how many ``more`` there are."""

    rows: tuple[Call, ...]
    more: int
    is_playing: bool
    """Some game is past that: at its cards, or a referee's."""
    is_sitting_down: bool
    """Some game waits for its teams, and no referee has been called to it."""

    @property
    def are_few(self) -> bool:
        return len(self.rows) <= FEW and not self.more


NOBODY = Calls(rows=(), more=0, is_playing=False, is_sitting_down=False)


class _Open(NamedTuple):
    """An open game."""

    game: int
    table: int
    wants_referee: datetime | None
    whistled: datetime | None
    """When a referee ended the game at it."""
    whistle: datetime | None
    """When its round ends."""
    someone_is_missing: bool
    late_since: datetime | None
    """When the current five minutes began."""

    def state(self, at: datetime) -> TableState:
        return key_of(
            wants_referee=self.wants_referee is not None,
            is_deciding=self.whistled is not None,
            has_whistled=self.whistle is not None and self.whistle <= at,
            is_missing=self.someone_is_missing,
        )


def calls(event: Event, at: datetime) -> Calls:
    """The calls at ``at``. Four queries at most, for any number of tables."""
    late_since = event.deadlines.coming().filter(game=OuterRef("pk")).order_by("due_at").values("from_at")[:1]
    missing = Side.objects.filter(game=OuterRef("pk"), seated_at=None)
    rows = (
        Game.objects.open()
        .filter(event=event, table__isnull=False)
        .annotate(someone_is_missing=Exists(missing), late_since=Subquery(late_since))
    )
    # Tuples, because making objects for five hundred games would take most of the time.
    open_games = [
        _Open._make(row)
        for row in rows.values_list(
            "pk",
            "table__number",
            "referee_called_at",
            "score__whistled_at",
            "round__whistle_at",
            "someone_is_missing",
            "late_since",
        )
    ]
    states = [game.state(at) for game in open_games]
    called = [
        game
        for game, state in zip(open_games, states, strict=True)
        if game.someone_is_missing and state in (TableState.SITTING, TableState.CALLED)
    ]
    called.sort(key=_most_urgent)
    most = LONGEST if len(called) <= LONGEST else LONGEST - 1
    sitting = states.count(TableState.SITTING)
    return Calls(
        rows=_rows(event, at, [game.game for game in called[:most]]),
        more=max(0, len(called) - most),
        is_playing=len(open_games) > sitting,
        is_sitting_down=sitting > 0,
    )


def _most_urgent(game: _Open) -> tuple[bool, float, int]:
    """Sort key: games that wait for a referee first, then those whose five minutes began first."""
    is_counted = game.wants_referee is None and game.late_since is not None
    since = game.late_since.timestamp() if is_counted and game.late_since else 0.0
    return (is_counted, since, game.table)


def _rows(event: Event, at: datetime, called: list[int]) -> tuple[Call, ...]:
    if not called:
        return ()
    rows = Game.objects.filter(pk__in=called).with_everybody().select_related("table", "round", "score")
    games = {game.pk: game for game in rows}
    countdowns = sitting_down(event, at, games.values())
    return tuple(
        Call(
            table=game.table.number if game.table else 0,
            missing=tuple(name_on(game, side).name for side in late_at(game)),
            state=table_state(game, at, countdowns.get(game.pk), is_missing=True),
        )
        for game in (games[pk] for pk in called)
    )
