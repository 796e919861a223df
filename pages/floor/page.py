"""The organizer's page: the floor, the next step of the day, and how close the line is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.http import QueryDict

from pages.floor.next_step import Day, day
from pages.floor.pace import FloorPace, floor_pace
from pages.hall.window import Window, window
from rules.competition.bubble import EDGE, NEXT, OUT, THROUGH, Outlook
from rules.games.ruleset import counts_hands
from scoring.queries.bubble import bubble
from scoring.queries.floor import Floor, TableCard, tables_at, with_teams
from scoring.queries.game.agreement import Result, to_witness
from scoring.queries.rounds.late import LateHand, late_hands
from scoring.queries.rounds.seating import recall_left, round_to_change
from scoring.queries.rounds.waiting_list import WaitingList, waiting_list
from scoring.queries.standings.standings import StandingsRow, standings
from tournament.models import Event
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import phase
from tournament.queries.countdown import Countdown
from tournament.queries.day_rows import day_rows, with_its_day
from tournament.queries.game import ruleset_for
from tournament.queries.names import in_words, round_title
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
    """What the organizer walks the hall with. ``title`` is the round that is on: ``Round 2``.

    ``expected`` teams signed up and are not here yet.

    ``shown`` are the tables on this page of them: those come with who plays there, and so do the tables that
    need somebody. ``line`` is who waits in open play; None in a day with rounds.
    """

    title: str
    floor: Floor
    shown: Window[TableCard]
    day: Day
    edge: Edge | None
    line: WaitingList | None
    pace: FloorPace
    here: int
    expected: int
    controls: DayControls
    late: tuple[LateHand, ...]
    unagreed: tuple[Result, ...]
    drafted: str
    recall: Countdown | None


def floor_page(event: Event, at: datetime, asked: QueryDict | None = None) -> FloorPage:
    """The page at ``at`` that was ``asked`` for. Thirty queries at most, however many tables and teams."""
    event = with_its_day(event)
    row, now = round_to_change(event), day(event, at)
    hall, shown = _tables(event, at, asked or QueryDict())
    called = day_rows(event).round
    return FloorPage(
        title=round_title(called, called.phase) if called and not called.phase.closed_at else "",
        floor=hall,
        shown=shown,
        day=now,
        edge=_edge(event, at, now),
        line=waiting_list(event, at),
        pace=floor_pace(event, at),
        here=day_rows(event).teams_here,
        expected=0 if now.has_begun else event.teams.filter(checked_in_at=None, withdrawn_at=None).count(),
        controls=day_controls(event, at),
        late=late_hands(event),
        unagreed=to_witness(event, at),
        drafted=str(row) if row and row.called_at is None else "",
        recall=recall_left(event, row, at),
    )


def _tables(event: Event, at: datetime, asked: QueryDict) -> tuple[Floor, Window[TableCard]]:
    """The floor, and the page of its tables. Only these and those that need somebody say who plays there.

    Who looks for a team reads them all.
    """
    hall = tables_at(event, at)
    if asked.get("find") or asked.get("team"):
        hall = replace(hall, tables=with_teams(event, hall.tables))
    shown = window(hall.tables, asked, lambda card: card.names, table=lambda card: card.number)
    numbers = {card.number for card in shown.rows}
    bare = [card for card in hall.tables if card.number in numbers or card.state.is_pressing]
    full = {card.number: card for card in with_teams(event, bare)}
    hall = replace(hall, tables=_among(full, hall.tables))
    return hall, replace(shown, rows=_among(full, shown.rows))


def _among(full: Mapping[int, TableCard], cards: Sequence[TableCard]) -> tuple[TableCard, ...]:
    return tuple(full.get(card.number, card) for card in cards)


def _edge(event: Event, at: datetime, now: Day) -> Edge | None:
    one, table = phase(event, PhaseKind.ONE), standings(event)
    here = [row for row in table.rows if not row.is_gone]
    if one.closed_at or not table.games_over or not len(here) > table.line_after > 0:
        return None
    last_in, *below = here[table.line_after - 1 :]
    by_games = table.tie_breaks[0] == "games_won"
    return Edge(
        last_in=last_in,
        first_out=below[0],
        near=sum(last_in.won - row.won <= 1 for row in below) if by_games else 0,
        counts_hands=counts_hands(ruleset_for(event)),
        bubble=_bubble(here, bubble(event, one, table, at, now.rounds_left)),
    )


def _bubble(rows: Sequence[StandingsRow], outlooks: Mapping[int, Outlook[int]]) -> str:
    """``2 through for certain, 3 out. On the edge: Kitty Katz and Aces & Eights.``"""
    chances = Counter(outlook.chance for outlook in outlooks.values())
    edge = [row.name for row in rows if row.team_id in outlooks and outlooks[row.team_id].chance == EDGE]
    through, out = chances[THROUGH], chances[OUT] + chances[NEXT]
    words = f"{through} through for certain, {out} out." if through or out else ""
    names = in_words(edge[:MOST_NAMED])
    if len(edge) > MOST_NAMED:
        names = f"{', '.join(edge[:MOST_NAMED])} and {len(edge) - MOST_NAMED} more"
    return f"{words} On the edge: {names}.".strip() if edge else words
