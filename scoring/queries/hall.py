"""The public page of an event: what is on, and where a team sits."""

from dataclasses import dataclass
from datetime import datetime

from scoring.queries.board import Board, board
from scoring.queries.bracket import BracketPage, bracket_page
from tournament.models import Event
from tournament.queries.schedule import DayPage, day_page
from tournament.queries.seats import SeatRow, Seats, seats

FIRST_TEAMS = 7


@dataclass(frozen=True, kw_only=True)
class EventPage:
    """What somebody sees who walks in. ``found`` is the team that was asked for."""

    day: DayPage
    seats: Seats
    found: SeatRow | None
    board: Board
    bracket: BracketPage


def event_page(event: Event, at: datetime, number: int | None = None) -> EventPage:
    """The page at ``at``, with the seat of team ``number``. Nineteen queries at most, however many teams."""
    seating = seats(event)
    return EventPage(
        day=day_page(event, at),
        seats=seating,
        found=next((row for row in seating.teams if row.team.number == number), None),
        board=board(event),
        bracket=bracket_page(event, at),
    )
