"""The tables for a referee: their own first, then by urgency, then the longest silent."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, Max, OuterRef, Q, prefetch_related_objects

from scoring.game.labels import bracket_labels, game_label
from scoring.game.table_state import FREE, ShownState, table_state
from scoring.recording.floor_tables import TableCard
from scoring.sheet.sheet import last_game_at
from tournament.event.day_rows import day_rows, give_day, with_its_day
from tournament.event.names import TeamName, count
from tournament.event.sitting import late_at, names_at, side_at
from tournament.models import Badge, Event, Game, Side, Table
from tournament.models.events import HandsFrom
from tournament.models.floor import TableState
from tournament.schedule.five_minutes import SittingDown, sitting_down

# The order of the page; within a state, the longest silent table comes first.
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
    """A table.

    ``referee`` looks after it; ``is_mine`` if that is the viewer.
    """

    referee: str
    is_mine: bool
    note: str = ""
    """Tells a referee more than its state."""
    silent_minutes: int = 0

    @property
    def is_pressing(self) -> bool:
        return self.is_mine or self.state.is_pressing


def last_table(event: Event) -> int:
    """The highest number of a table; 0 without any. One query."""
    return event.tables.aggregate(last=Max("number"))["last"] or 0


def referee_tables(event: Event, at: datetime, badge: Badge | None = None) -> tuple[TableRow, ...]:
    """Every table in use: first those of ``badge``, then by urgency.

    A badge limited to some tables sees only those. ``with_teams`` adds who plays there. Eight queries at
    most, for any number of tables.
    """
    event = with_its_day(event)
    tables = day_rows(event).tables
    games = {game.table_id: game for game in _games_now(event)}
    downs = sitting_down(event, at)
    rows = []
    for table in tables:
        if badge and badge.only_at and table.number not in badge.only_at:
            continue
        game = games.get(table.pk)
        is_mine = badge is not None and table.referee_id == badge.pk
        if game:
            rows.append(_row(table, game, at, downs.get(game.pk), is_mine=is_mine))
        elif not table.is_out_of_use:
            rows.append(_row(table, None, at, None, is_mine=is_mine))
    return tuple(sorted(rows, key=_urgency))


def _urgency(row: TableRow) -> tuple[bool, bool, int, int, int]:
    urgency = next(index for index, keys in enumerate(STATES) if row.state.key in keys)
    return not row.is_mine, not row.is_pressing, urgency, -row.silent_minutes, row.number


def _games_now(event: Event) -> list[Any]:
    """The open game at each table, or the last one played there. Two queries, three in later rounds."""
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
    state = table_state(game, at, down, is_missing=game.is_late) if game else FREE
    minutes = _silence(game, at) if game else 0
    return TableRow(
        number=table.number,
        referee=table.referee.name if table.referee else "",
        is_mine=is_mine,
        state=state,
        note=_note(game, state, minutes) if game else "",
        game=game,
        silent_minutes=minutes,
    )


def _note(game: Any, state: ShownState, minutes: int) -> str:
    """The note for a state. For a game that is over, the winner comes with the teams."""
    if state.key == TableState.CALLED:
        return str(game.call_in_words)
    if state.key == TableState.PLAYING:
        return f"Nothing entered for {count(minutes, 'minute')}." if minutes else "Heard from just now."
    return state.for_referees


def _silence(game: Any, at: datetime) -> int:
    """Minutes since the table was last heard from. ``game`` needs the annotation ``last_hand_at``."""
    started = game.round.play_from if game.round else game.called_at
    since = max(moment for moment in (started, game.called_at, game.last_hand_at) if moment)
    return max(0, int((at - since).total_seconds() // 60))


@dataclass(frozen=True, kw_only=True)
class PublicTable:
    """A table as the public sees it."""

    number: int
    label: str
    teams: tuple[TeamName, ...]
    state: ShownState
    who_enters: str
    is_mine: bool
    """The viewer plays there now."""


def public_table(table: Table, at: datetime, badge: Badge | None) -> PublicTable:
    """A table for a visitor with this badge. Four queries at most; the table's event must be loaded."""
    found = last_game_at(table)
    game = None
    if found:
        everybody = Game.objects.with_everybody().select_related("round", "phase", "score")
        game = everybody.get(pk=found.pk)
        game.event = table.event
    downs = sitting_down(game.event, at, [game]) if game else {}
    is_mine = bool(game and badge and badge.team_id and not game.over_at and side_at(game, badge.team_id))
    return PublicTable(
        number=table.number,
        label=game_label(game, bracket_labels(table.event, [game])) if game else "",
        teams=names_at(game) if game else (),
        state=table_state(game, at, downs.get(game.pk), is_missing=bool(late_at(game))) if game else FREE,
        who_enters=_who_enters(table.event),
        is_mine=is_mine,
    )


def _who_enters(event: Event) -> str:
    if event.hands_from == HandsFrom.TEAMS:
        who = f"The {event.entrant}s at the table"
        return f"{who} report their hands on their own pages; referees enter them here."
    return "Referees enter the hands. If you need one, press “Call a referee” on your own page."
