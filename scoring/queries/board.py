"""The standings as the hall reads them: the line, who is level, who is one game away."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.standings import Standings, StandingsRow, standings
from tournament.models import Event


@dataclass(frozen=True, kw_only=True)
class BoardRow:
    """A team's line as it is shown. The gold line lies under the row that ``is_last_through``."""

    row: StandingsRow
    place: int
    note: str
    is_last_through: bool


@dataclass(frozen=True, kw_only=True)
class Board:
    """The standings with their heading. ``is_open`` while Phase I can still change them."""

    rows: tuple[BoardRow, ...]
    line_after: int
    games_over: int
    teams: int
    has_begun: bool
    is_open: bool
    is_held_back: bool
    has_line: bool


def board(event: Event, *, is_public: bool = True) -> Board:
    """The standings, with what people ask about them. Four queries, however many teams."""
    table = standings(event, is_public=is_public)
    one = event.phases.get(kind="one")
    is_open = one.closed_at is None
    here = [row for row in table.rows if not row.is_gone]
    has_line = len(here) > table.line_after > 0
    return Board(
        rows=tuple(
            BoardRow(
                row=row,
                place=place,
                note=_note(row, table, here) if is_open and one.started_at and has_line else "",
                is_last_through=has_line and place == table.line_after and not row.is_gone,
            )
            for place, row in enumerate(table.rows, start=1)
        ),
        line_after=table.line_after,
        games_over=table.games_over,
        teams=len(here),
        has_begun=one.started_at is not None,
        is_open=is_open,
        is_held_back=table.is_held_back,
        has_line=has_line,
    )


def _note(row: StandingsRow, table: Standings, here: Sequence[StandingsRow]) -> str:
    """Where a team stands to the line, while it can still cross it."""
    if row.is_gone or not table.games_over:
        return ""
    last_in, first_out = here[table.line_after - 1], here[table.line_after]
    if last_in.rank == first_out.rank and row.rank == last_in.rank:
        return "level for the last place"
    away = last_in.won - row.won
    if row.rank > table.line_after and away == 0:
        return f"as many games as the top {table.line_after}"
    if row.rank > table.line_after and away == 1:
        return f"one game from the top {table.line_after}"
    return ""


def board_around(board: Board, team_id: int) -> tuple[BoardRow, ...]:
    """The rows a team looks for: down to the line, the two below it, and its own. No query."""
    near = [row for row in board.rows if row.place <= board.line_after + 2 or row.row.team_id == team_id]
    return tuple(near)
