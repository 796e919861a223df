"""The public page of an event: what is happening now, and where each team sits."""

from dataclasses import dataclass
from datetime import datetime

from pages.hall.finder import TeamSeat, team_seat
from pages.hall.pagination import is_long
from scoring.bracket.bracket import bracket_page
from scoring.bracket.bracket_rows import BracketPage
from scoring.cut.certificate import PlaysOn, plays_on
from scoring.open_play.waiting_list import WaitingList, waiting_list
from scoring.recording.awaited import Awaited, awaited
from scoring.standings.board import Board, board
from tournament.entries.places import why_no_public_sign_up
from tournament.errors import Refused
from tournament.event.day_rows import with_its_day
from tournament.floor.seats_now import Seats, seats
from tournament.models import Event
from tournament.schedule.day_page import DayPage, day_page


@dataclass(frozen=True, kw_only=True)
class EventPage:
    """The page.

    If the event has many teams (``is_large``), ``team_seats`` is empty, and the page has a search
    (``finder``) instead.
    """

    now: Awaited
    day: DayPage
    why_no_sign_up: Refused | None
    seats: Seats
    is_large: bool
    team_seats: tuple[TeamSeat, ...]
    """Where each team sits."""
    found: TeamSeat | None
    """Where the requested team sits."""
    waiting_list: WaitingList | None
    """The waiting list of open play; None on a day with rounds."""
    board: Board
    signed_up: int
    """Counts entrants until play begins."""
    bracket: BracketPage
    plays_on: tuple[PlaysOn, ...]
    """The sides of Phase II, from the cut until it starts."""


def event_page(event: Event, at: datetime, number: int | None = None) -> EventPage:
    """The page, with the seat of team ``number``. At most 27 queries, for any number of teams."""
    event = with_its_day(event)
    now = awaited(event, at)
    bracket = bracket_page(event, at)
    table, waiting = board(event, at), waiting_list(event, at)
    is_large = is_long(range(table.teams))
    seating = seats(event, only=[] if is_large else None)
    team_seats = tuple(team_seat(event, row, waiting) for row in seating.teams)
    return EventPage(
        now=now,
        day=day_page(event, at),
        why_no_sign_up=why_no_public_sign_up(event, at),
        seats=seating,
        is_large=is_large,
        team_seats=team_seats,
        found=next((seat for seat in team_seats if seat.team.number == number), None),
        waiting_list=waiting,
        board=table,
        signed_up=0 if table.has_begun else event.teams.filter(withdrawn_at=None).count(),
        bracket=bracket,
        plays_on=plays_on(now.cut) if now.cut and bracket.has_bracket and not bracket.is_begun else (),
    )
