"""The entrants of both events in a room, for their shared desk."""

from collections import Counter
from dataclasses import dataclass

from tournament.entries.desk_board import EXPECTED, GONE, DeskTeam, desk_board
from tournament.event.rooms import events_in_room
from tournament.models import Event


@dataclass(frozen=True, kw_only=True)
class RoomRow:
    """An entrant of ``event``."""

    event: Event
    team: DeskTeam
    in_both: tuple[str, ...]
    """The people in it who play in the other event, too."""


@dataclass(frozen=True, kw_only=True)
class RoomBoard:
    """``missing`` are not here yet; ``in_both`` people play in both events."""

    events: tuple[Event, ...]
    rows: tuple[RoomRow, ...]
    missing: int
    in_both: int


def room_board(event: Event, *, query: str = "") -> RoomBoard:
    """The entrants of both events that match ``query``, by name. Nine queries at most."""
    events = tuple(events_in_room(event))
    every = {each.pk: desk_board(each) for each in events}
    known = Counter(
        name
        for board in every.values()
        for name in {player.casefold() for row in board.teams if row.state != GONE for player in row.players}
    )
    found = {each.pk: desk_board(each, query=query) if query else every[each.pk] for each in events}
    rows = [
        RoomRow(
            event=each,
            team=row,
            in_both=tuple(player for player in row.players if known[player.casefold()] > 1),
        )
        for each in events
        for row in found[each.pk].teams
    ]
    return RoomBoard(
        events=events,
        rows=tuple(sorted(rows, key=lambda row: (row.team.name.casefold(), row.event.pk))),
        missing=sum(row.state == EXPECTED for board in every.values() for row in board.teams),
        in_both=sum(1 for many in known.values() if many > 1),
    )
