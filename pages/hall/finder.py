"""Where teams sit: a search by name or number, the list of seats, and cards to print."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.http import QueryDict

from pages.hall.pagination import ResultPage, is_meant, paginate
from scoring.open_play.waiting_list import WaitingList, waiting_list
from scoring.rounds.next_seat import NextSeat, next_seats
from tournament.event.names import TeamName, name_of, ordinal
from tournament.floor.seats_now import SeatRow, Seats, seats
from tournament.models import Event
from tournament.models.typed_names import plain

MOST_NAMED = 8
"""The most matches to name; the rest are counted."""


@dataclass(frozen=True, kw_only=True)
class TeamSeat:
    """Where a team sits, or what it waits for: ``big`` in large type, ``words`` below."""

    team: TeamName
    big: str
    words: str


@dataclass(frozen=True, kw_only=True)
class Finder:
    """The result of a search.

    A single match has its ``seat``, and ``game_id`` until its game is over. Several are in ``meant``, and
    ``more`` are not named.
    """

    title: str
    """The round that is seated; empty if nobody is."""
    find: str
    seat: TeamSeat | None
    game_id: int | None
    meant: tuple[TeamName, ...]
    more: int

    @property
    def count(self) -> int:
        return len(self.meant) + self.more


def finder(event: Event, at: datetime, find: str) -> Finder:
    """The result of searching for ``find``. Five queries, nine more in open play, for any number of teams.

    A team with exactly this number or name is the only match; else every team whose name contains it.
    """
    teams = [name_of(team) for team in event.teams.present().order_by("number")] if find else []
    alike = [team for team in teams if find == str(team.number) or plain(find) == plain(team.name)]
    meant = alike or [team for team in teams if is_meant([team], find)]
    sought = meant[0].team_id if len(meant) == 1 else None
    seating = seats(event, only=[sought] if sought else [])
    row = next(iter(seating.teams), None)
    return Finder(
        title=seating.title,
        find=find,
        seat=team_seat(event, row, waiting_list(event, at)) if row else None,
        game_id=row.game_id if row else None,
        meant=() if row else tuple(meant[:MOST_NAMED]),
        more=0 if row else max(0, len(meant) - MOST_NAMED),
    )


def team_seat(event: Event, row: SeatRow, waiting: WaitingList | None) -> TeamSeat:
    """The seat of a team; ``waiting`` is the waiting list of open play. No query."""
    who = row.team.name if event.way.is_one else "Your team"
    held_table = waiting.table_of(row.team.team_id) if waiting else None
    if row.table:
        partner = f" with {row.partner}" if row.partner else ""
        against = f", against {row.against.name}" if row.against else ""
        note = "".join(f" · {words}" for words in (row.rests, row.note) if words)
        return TeamSeat(team=row.team, big=f"Table {row.table}", words=f"{row.side}{partner}{against}{note}")
    if held_table:
        words = f"{who} won last, and keeps it. The next on the waiting list go there."
        return TeamSeat(team=row.team, big=f"Table {held_table}", words=words)
    return TeamSeat(team=row.team, big="No table now", words=f"{who} {_waits(row, waiting)}")


def _waits(row: SeatRow, waiting: WaitingList | None) -> str:
    """What a team without a table waits for: ``is 3rd in line. About 12 minutes.``"""
    if waiting is None:
        return row.note
    if waiting.is_over:
        return f"has no game now. {waiting.ends} {waiting.goes_on}"
    listed = waiting.row_of(row.team.team_id)
    return f"is {ordinal(listed.number)} in line. {listed.about}".strip() if listed else "is next."


class _Listed(NamedTuple):
    pk: int
    number: int
    name: str


def seats_page(event: Event, asked: QueryDict) -> tuple[Seats, ResultPage[SeatRow]]:
    """The page of the list of seats for a query string. Six queries at most, for any number of teams.

    Only the seats on the page are read, but a search for a name or a table reads all.
    """
    if asked.get("find"):
        seating = seats(event)
        return seating, paginate(seating.teams, asked, lambda row: [row.team], table=lambda row: row.table)
    teams = [_Listed(*row) for row in event.teams.present().values_list("pk", "number", "name")]
    teams.sort(key=lambda team: (team.name.casefold(), team.number))
    page: ResultPage[Any] = paginate(teams, asked, lambda team: [team], table=lambda team: None)
    seating = seats(event, only=None if page.page is None else [team.pk for team in page.rows])
    return seating, replace(page, rows=seating.teams)


# --- cards to print (Rulebook E-213) --------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class NextCard:
    """A team's card."""

    team: TeamName
    called: str
    table: int | None
    """None while it is unknown, and for a team that sits out."""
    chair: str
    partner: str
    against: str
    waits: str
    """Says until when it is unknown; empty for a team that sits out."""
    when: str
    """The round."""


def next_cards(event: Event, at: datetime, table: int | None = None) -> tuple[NextCard, ...]:
    """The cards of all teams whose next seat is known, or of those now at ``table``. Eleven queries at most.

    If no next seat is known, because the round is just called or no result decides it, they have the seats
    of the called round.
    """
    now = seats(event)
    coming = {team.pk: seat for team, seat in next_seats(event, at)}
    rows = [row for row in now.teams if table is None or row.table == table]
    if coming:
        return tuple(
            _next(row, coming[row.team.team_id], "the next round")
            for row in rows
            if row.team.team_id in coming
        )
    return tuple(_called(rows, now.title))


def _next(row: SeatRow, seat: NextSeat, when: str) -> NextCard:
    return NextCard(
        team=row.team,
        called=row.called,
        table=seat.table,
        chair=seat.chair,
        partner=seat.partner,
        against=" & ".join(seat.against),
        waits=seat.waits,
        when=when,
    )


def _called(rows: Iterable[SeatRow], title: str) -> Iterable[NextCard]:
    for row in rows:
        if row.is_bye:
            yield _next(row, NextSeat(table=None), title)
        elif row.game_id and row.table:
            yield NextCard(
                team=row.team,
                called=row.called,
                table=row.table,
                chair=row.side,
                partner=row.partner,
                against=row.against.name if row.against else "",
                waits="",
                when=title,
            )
