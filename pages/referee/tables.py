"""The tables as a referee walks them: one's own first, then who wants a referee, then the longest silence."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, prefetch_related_objects

from scoring.queries.floor import TableCard
from scoring.queries.game.state import FOR_REFEREES, FREE, table_state
from tournament.models import Badge, Event, Game, Side, Table
from tournament.models.floor import TableState
from tournament.queries.day_rows import give_day, with_its_day
from tournament.queries.five_minutes import SittingDown, sitting_down

# In this order they stand on the page; within a state the longest silence comes first.
STATES = (
    (TableState.CALLED,),
    (TableState.DECIDER, TableState.WHISTLE),
    (TableState.LATE,),
    (TableState.SITTING,),
    (TableState.PLAYING,),
    (TableState.OVER,),
    (TableState.FREE,),
)


@dataclass(frozen=True, kw_only=True)
class TableRow(TableCard):
    """One table of the hall. ``note`` is what a referee wants to know beside its state.

    ``referee`` looks after the table; it ``is_mine`` if that is who looks on.
    """

    referee: str
    is_mine: bool
    note: str = ""
    silent_minutes: int = 0

    @property
    def is_pressing(self) -> bool:
        """Whether it is always shown: one's own, who wants a referee, who is about to forfeit a hand."""
        return self.is_mine or self.state.is_pressing


def referee_tables(event: Event, at: datetime, badge: Badge | None = None) -> tuple[TableRow, ...]:
    """Every table in use: those of ``badge``, then those that need somebody first.

    Who plays there comes ``with_teams``. Eight queries at most, however many tables.
    """
    event = with_its_day(event)
    tables = list(event.tables.select_related("referee"))
    games = {game.table_id: game for game in _games_now(event)}
    downs = sitting_down(event, at)
    rows = []
    for table in tables:
        game = games.get(table.pk)
        is_mine = badge is not None and table.referee_id == badge.pk
        if game is None:
            if not table.is_out_of_use:
                rows.append(_free(table, is_mine=is_mine))
            continue
        rows.append(_row(table, game, at, downs.get(game.pk), is_mine=is_mine))
    return tuple(sorted(rows, key=_urgency))


def _urgency(row: TableRow) -> tuple[bool, int, int, int]:
    urgency = next(place for place, keys in enumerate(STATES) if row.state.key in keys)
    return not row.is_mine, urgency, -row.silent_minutes, row.number


def _games_now(event: Event) -> list[Any]:
    """The game open at each table, or else the last one played there. Two queries, three in later rounds."""
    called = Game.objects.standing().filter(event=event, table__isnull=False, called_at__isnull=False)
    rows = called.annotate(is_open=Q(over_at=None)).order_by("is_open", "called_at", "pk")
    here = dict(rows.values_list("table_id", "pk"))
    late = Side.objects.filter(game=OuterRef("pk"), seated_at=None)
    games: list[Any] = list(
        Game.objects.filter(pk__in=here.values())
        .select_related("score")
        .annotate(last_hand_at=Max("hands__at"), is_late=Exists(late))
    )
    give_day(event, games)
    prefetch_related_objects(games, "round")
    return games


def _row(table: Table, game: Any, at: datetime, down: SittingDown | None, *, is_mine: bool) -> TableRow:
    state = table_state(game, at, down, is_missing=game.is_late)
    return TableRow(
        number=table.number,
        referee=table.referee.name if table.referee else "",
        is_mine=is_mine,
        state=state,
        note=_note(game, state.key, at),
        game=game,
        silent_minutes=_silence(game, at),
    )


def _note(game: Any, state: TableState, at: datetime) -> str:
    """What a referee wants to know beside the state; of a game that is over, who won comes with the teams."""
    if state == TableState.CALLED:
        return str(game.referee_called_for)
    return _silent(game, at) if state == TableState.PLAYING else FOR_REFEREES.get(state, "")


def _silent(game: Game, at: datetime) -> str:
    minutes = _silence(game, at)
    if minutes < 1:
        return "Heard from just now."
    return f"Nothing entered for {minutes} minute{'' if minutes == 1 else 's'}."


def _silence(game: Any, at: datetime) -> int:
    """Minutes since the table was last heard from. The game comes with ``last_hand_at``."""
    started = game.round.play_from if game.round else game.called_at
    since = max(moment for moment in (started, game.called_at, game.last_hand_at) if moment)
    return max(0, int((at - since).total_seconds() // 60))


def _free(table: Table, *, is_mine: bool) -> TableRow:
    return TableRow(
        number=table.number,
        referee=table.referee.name if table.referee else "",
        is_mine=is_mine,
        state=FREE,
    )
