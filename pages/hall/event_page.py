"""The public page of an event: what is on, and where a team sits."""

from dataclasses import dataclass
from datetime import datetime

from pages.player.in_line import about
from scoring.queries.board import Board, board
from scoring.queries.phase_two.bracket import BracketPage, bracket_page
from scoring.queries.rounds.line import Line, line
from tournament.models import Event
from tournament.queries.countdown import wall
from tournament.queries.day_rows import with_its_day
from tournament.queries.names import TeamName, ordinal
from tournament.queries.schedule import DayPage, day_page
from tournament.queries.seats import SeatRow, Seats, seats


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a team finds itself: ``big`` is what it looks for, ``words`` say the rest."""

    team: TeamName
    big: str
    words: str


@dataclass(frozen=True, kw_only=True)
class EventPage:
    """What somebody sees who walks in. ``places`` are those of all teams, ``found`` of the one asked for.

    ``line`` is who waits in open play; None in a day with rounds.
    """

    day: DayPage
    seats: Seats
    places: tuple[Place, ...]
    found: Place | None
    line: Line | None
    board: Board
    bracket: BracketPage


def event_page(event: Event, at: datetime, number: int | None = None) -> EventPage:
    """The page at ``at``, with the place of team ``number``. At most 22 queries, however many teams."""
    event = with_its_day(event)
    seating, waiting = seats(event), line(event, at)
    places = tuple(_place(event, row, waiting, at) for row in seating.teams)
    return EventPage(
        day=day_page(event, at),
        seats=seating,
        places=places,
        found=next((place for place in places if place.team.number == number), None),
        line=waiting,
        board=board(event, at),
        bracket=bracket_page(event, at),
    )


def _place(event: Event, row: SeatRow, waiting: Line | None, at: datetime) -> Place:
    who = row.team.name if event.is_individual else "Your team"
    kept = waiting.table_of(row.team.team_id) if waiting else None
    if row.table:
        partner = f" with {row.partner}" if row.partner else ""
        against = f", against {row.against.name}" if row.against else ""
        note = f" · {row.note}" if row.note else ""
        return Place(team=row.team, big=f"Table {row.table}", words=f"{row.side}{partner}{against}{note}")
    if kept:
        words = f"{who} won last, and keeps it. The next on the waiting list go there."
        return Place(team=row.team, big=f"Table {kept}", words=words)
    return Place(team=row.team, big="No table now", words=f"{who} {_waits(event, row, waiting, at)}")


def _waits(event: Event, found: SeatRow, waiting: Line | None, at: datetime) -> str:
    """What a team without a table waits for: ``is 3rd in line. About 12 minutes.``"""
    if waiting is None or found.table:
        return found.note
    if waiting.is_over:
        whistle = wall(event, waiting.whistle_at, at)
        return f"has played: no more game can end before the whistle at {whistle}."
    row = waiting.row_of(found.team.team_id)
    return f"is {ordinal(row.place)} in line. {about(row.minutes)}".strip() if row else "is next."
