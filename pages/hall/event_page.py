"""The public page of an event: what is on, and where a team sits."""

from dataclasses import dataclass
from datetime import datetime

from pages.player.in_line import about
from scoring.queries.phase_two.bracket import BracketPage, bracket_page
from scoring.queries.rounds.line import Line, line
from scoring.queries.standings.board import Board, board
from tournament.models import Event
from tournament.queries.countdown import wall
from tournament.queries.day_rows import with_its_day
from tournament.queries.names import ordinal
from tournament.queries.schedule import DayPage, day_page
from tournament.queries.seats import SeatRow, Seats, seats


@dataclass(frozen=True, kw_only=True)
class EventPage:
    """What somebody sees who walks in. ``found`` is the team that was asked for.

    ``line`` is who waits in open play; None in a day with rounds. ``kept`` is the table that the team found
    keeps there, and ``waits`` what it waits for.
    """

    day: DayPage
    seats: Seats
    found: SeatRow | None
    line: Line | None
    kept: int | None
    waits: str
    board: Board
    bracket: BracketPage


def event_page(event: Event, at: datetime, number: int | None = None) -> EventPage:
    """The page at ``at``, with the seat of team ``number``. At most 22 queries, however many teams."""
    event = with_its_day(event)
    seating, waiting = seats(event), line(event, at)
    found = next((row for row in seating.teams if row.team.number == number), None)
    return EventPage(
        day=day_page(event, at),
        seats=seating,
        found=found,
        line=waiting,
        kept=waiting.table_of(found.team.team_id) if waiting and found else None,
        waits=_waits(event, found, waiting) if found else "",
        board=board(event),
        bracket=bracket_page(event, at),
    )


def _waits(event: Event, found: SeatRow, waiting: Line | None) -> str:
    """What a team without a table waits for: ``is 3rd in line. About 12 minutes.``"""
    if waiting is None or found.table:
        return found.note
    if waiting.is_over:
        whistle = wall(event, waiting.whistle_at)
        return f"has played: no more game can end before the whistle at {whistle}."
    row = waiting.row_of(found.team.team_id)
    return f"is {ordinal(row.place)} in line. {about(row.minutes)}".strip() if row else "is next."
