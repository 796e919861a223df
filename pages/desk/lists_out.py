"""The lists that an organizer can export. Each is one table of columns."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any

from rules.competition.taking_part import WayOfTakingPart
from tournament.event.names import player_names
from tournament.models import Event, Player, Team
from tournament.money.ledger import DonationRow, money


@dataclass(frozen=True)
class Column:
    """A column; ``value`` computes it for a row. If ``is_private``, it is exported only on request."""

    heading: str
    value: Callable[[Any], Any]
    is_private: bool = False


@dataclass(frozen=True)
class ListOut:
    rows: Callable[[Event], Iterable[Any]]
    columns: Callable[[Event], tuple[Column, ...]]


def labels(way: WayOfTakingPart) -> dict[str, str]:
    """The name of each list on the page."""
    named = f"{way.entrant.capitalize()}s"
    return {"teams": named, "people": "Everybody", "money": "Money", "check-in": "Check-in"}


def table(event: Event, key: str, *, with_private: bool) -> tuple[list[str], Iterator[dict[str, Any]]]:
    """A list's headings, and its rows by heading. Two queries at most."""
    wanted = LISTS_OUT[key]
    columns = [column for column in wanted.columns(event) if with_private or not column.is_private]
    rows = wanted.rows(event)
    return [column.heading for column in columns], (
        {column.heading: column.value(row) for column in columns} for row in rows
    )


def _teams(event: Event) -> Iterable[Team]:
    return event.teams.prefetch_related("players")


def _people(event: Event) -> Iterable[Player]:
    return event.players.select_related("team", "stands_in_for")


def _donations(event: Event) -> Iterable[DonationRow]:
    return reversed(money(event).rows)


def _team_columns(event: Event) -> tuple[Column, ...]:
    return (
        *_named(event),
        *(Column(f"Player {seat + 1}", partial(_nth, seat)) for seat in _seats(event)),
        Column("From", lambda team: team.home),
        Column("Phone or e-mail", _contacts, is_private=True),
        Column("Accessible table", lambda team: _yes(team.needs_accessible), is_private=True),
        Column("State", _state),
    )


def _people_columns(event: Event) -> tuple[Column, ...]:
    return (
        Column("Name", lambda player: player.name),
        Column("Number", lambda player: player.team.number if player.team else ""),
        Column(_entrant(event), lambda player: player.team.name if player.team else ""),
        Column("Looking for a partner", lambda player: _yes(not (player.team or player.left_at))),
        Column("Substitute for", lambda player: player.stands_in_for.name if player.stands_in_for else ""),
        Column("Left", lambda player: _clock(event, player.left_at)),
        Column("Phone or e-mail", lambda player: player.contact, is_private=True),
    )


def _money_columns(event: Event) -> tuple[Column, ...]:
    return (
        Column("Entry", lambda row: row.pk),
        Column("Time", lambda row: _clock(event, row.at)),
        Column("Giver", lambda row: row.giver),
        Column("Amount", lambda row: Decimal(row.cents).scaleb(-2)),
        Column("Method", lambda row: row.method),
        Column("Taken by", lambda row: row.taken_by),
        Column("Takes back entry", lambda row: row.counters_id or ""),
        Column("What", lambda row: row.kind),
        Column("Pot", lambda row: row.pot),
        Column("Note", lambda row: row.note, is_private=True),
    )


def _check_in_columns(event: Event) -> tuple[Column, ...]:
    return (
        *_named(event),
        *(Column(f"Player {seat + 1}", partial(_nth, seat)) for seat in _seats(event)),
        Column("State", _state),
        Column("Checked in", lambda team: _clock(event, team.checked_in_at)),
        Column("Withdrew", lambda team: _clock(event, team.withdrawn_at)),
    )


LISTS_OUT = {
    "teams": ListOut(_teams, _team_columns),
    "people": ListOut(_people, _people_columns),
    "money": ListOut(_donations, _money_columns),
    "check-in": ListOut(_teams, _check_in_columns),
}


def _named(event: Event) -> tuple[Column, ...]:
    return Column("Number", lambda team: team.number), Column(_entrant(event), lambda team: team.name)


def _entrant(event: Event) -> str:
    """The heading of an entrant's name, which the import recognizes."""
    return "Team" if event.way.members > 1 else "Player"


def _seats(event: Event) -> range:
    return range(event.way.members if event.way.members > 1 else 0)


def _nth(seat: int, team: Team) -> str:
    names = player_names(team.players.all())
    return names[seat] if seat < len(names) else ""


def _contacts(team: Team) -> str:
    return ", ".join(dict.fromkeys(player.contact for player in team.players.all() if player.contact))


def _state(team: Team) -> str:
    if team.waits_since and not team.withdrawn_at:
        return "waiting list"
    return "withdrawn" if team.withdrawn_at else "here" if team.checked_in_at else "not here yet"


def _yes(fact: bool) -> str:
    return "yes" if fact else ""


def _clock(event: Event, at: datetime | None) -> str:
    return f"{at.astimezone(event.zone):%Y-%m-%d %H:%M}" if at else ""
