"""The organizer's page: the floor, the next step of the day, and how close the line is."""

from dataclasses import dataclass
from datetime import datetime

from pages.floor.next_step import Day, day
from pages.floor.pace import FloorPace, floor_pace
from rules.competition.bubble import EDGE, NEXT, OUT, THROUGH
from scoring.queries.board import Board, board
from scoring.queries.floor import Floor, floor
from scoring.queries.game.agreement import Result, to_witness
from scoring.queries.rounds.late import LateHand, late_hands
from scoring.queries.rounds.line import Line, line
from scoring.queries.rounds.seating import recall_left, round_to_change
from scoring.queries.standings.standings import StandingsRow
from tournament.models import Event
from tournament.queries.countdown import Countdown
from tournament.queries.day_rows import with_its_day
from tournament.queries.names import in_words
from tournament.queries.schedule_changes import DayControls, day_controls

MOST_NAMED = 6
"""So many on the edge are named; of more, how many more there are."""


@dataclass(frozen=True, kw_only=True)
class Edge:
    """The last team that would go through now, and the first that wouldn't.

    ``near`` teams below the line are one game away from it, or less. ``bubble`` says how many are through for
    certain, how many out, and who is on the edge; empty while nothing of that can be said.
    """

    last_in: StandingsRow
    first_out: StandingsRow
    near: int
    counts_hands: bool
    bubble: str


@dataclass(frozen=True, kw_only=True)
class FloorPage:
    """What the organizer walks the hall with. ``expected`` teams signed up and are not here yet.

    ``line`` is who waits in open play; None in a day with rounds.
    """

    floor: Floor
    day: Day
    edge: Edge | None
    line: Line | None
    pace: FloorPace
    here: int
    expected: int
    controls: DayControls
    late: tuple[LateHand, ...]
    unagreed: tuple[Result, ...]
    drafted: str
    recall: Countdown | None


def floor_page(event: Event, at: datetime) -> FloorPage:
    """The page at ``at``. Forty queries at most, however many tables and teams."""
    event = with_its_day(event)
    row, now = round_to_change(event), day(event, at)
    return FloorPage(
        floor=floor(event, at),
        day=now,
        edge=_edge(event, at, now),
        line=line(event, at),
        pace=floor_pace(event, at),
        here=event.teams.present().count(),
        expected=event.teams.filter(checked_in_at=None, withdrawn_at=None).count(),
        controls=day_controls(event, at),
        late=late_hands(event),
        unagreed=to_witness(event, at),
        drafted=str(row) if row and row.called_at is None else "",
        recall=recall_left(event, row, at),
    )


def _edge(event: Event, at: datetime, now: Day) -> Edge | None:
    table = board(event, at, is_public=False, rounds=now.rounds_left)
    if not (table.has_line and table.games_over and table.is_open):
        return None
    return Edge(
        last_in=table.rows[table.line_after - 1].row,
        first_out=table.rows[table.line_after].row,
        near=sum(
            1
            for row in table.rows[table.line_after :]
            if not row.row.is_gone and table.rows[table.line_after - 1].row.won - row.row.won <= 1
        )
        if table.tie_breaks[0].key == "games_won"
        else 0,
        counts_hands=table.counts_hands,
        bubble=_bubble(table),
    )


def _bubble(table: Board) -> str:
    """``2 through for certain, 3 out. On the edge: Kitty Katz and Aces & Eights.``"""
    chances = [line.chance for line in table.rows]
    edge = [line.row.name for line in table.rows if line.chance == EDGE]
    through, out = chances.count(THROUGH), chances.count(OUT) + chances.count(NEXT)
    words = f"{through} through for certain, {out} out." if through or out else ""
    names = in_words(edge[:MOST_NAMED])
    if len(edge) > MOST_NAMED:
        names = f"{', '.join(edge[:MOST_NAMED])} and {len(edge) - MOST_NAMED} more"
    return f"{words} On the edge: {names}.".strip() if edge else words
