"""What a placard's QR code shows to somebody who is no referee: who plays there, and who may enter hands."""

from dataclasses import dataclass
from datetime import datetime

from scoring.queries.game.sheet import last_game_at
from scoring.queries.game.state import FREE, ShownState, table_state
from scoring.queries.hands.labels import game_label
from tournament.models import Badge, Game, Table
from tournament.models.events import HandsFrom
from tournament.queries.five_minutes import sitting_down
from tournament.queries.names import TeamName
from tournament.queries.sitting import late_at, names_at, side_at


@dataclass(frozen=True, kw_only=True)
class PublicTable:
    """A table for everybody. ``is_mine`` if whoever asks plays there now."""

    number: int
    label: str
    teams: tuple[TeamName, ...]
    state: ShownState
    who_enters: str
    is_mine: bool


def public_table(table: Table, at: datetime, badge: Badge | None) -> PublicTable:
    """The table as a visitor sees it. Three queries; the table comes with its event."""
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
        label=game_label(game) if game else "",
        teams=names_at(game) if game else (),
        state=table_state(game, at, downs.get(game.pk), is_missing=bool(late_at(game))) if game else FREE,
        who_enters=_who_enters(table),
        is_mine=is_mine,
    )


def _who_enters(table: Table) -> str:
    if table.event.hands_from == HandsFrom.TEAMS:
        who = f"The {table.event.entrant}s at the table"
        return f"{who} report their hands on their own pages; referees enter them here."
    return "Referees enter the hands. If you need one, press “Call a referee” on your own page."
