"""The standings as the hall reads them: the line, who is level, who is one game away."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.queries.standings import Standings, StandingsRow, standings
from tournament.models import Event

BUBBLE = 3
"""How many teams below the line are told what they are short of."""


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
                note=_note(row, place, table, here) if is_open and one.started_at and has_line else "",
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


def _note(row: StandingsRow, place: int, table: Standings, here: Sequence[StandingsRow]) -> str:
    """What keeps a team near the line from being through; only the first few below it are told."""
    if row.is_gone or not table.games_over:
        return ""
    last_in, first_out = here[table.line_after - 1], here[table.line_after]
    if last_in.rank == first_out.rank and row.rank == last_in.rank:
        return "level for the last place"
    if not table.line_after < place <= table.line_after + BUBBLE:
        return ""
    games, hands = last_in.won - row.won, last_in.units - row.units
    top = f"the top {table.line_after}"
    if games == 0:
        return (
            f"{hands} hand{'' if hands == 1 else 's'} from {top}" if hands else f"level on hands with {top}"
        )
    return f"one game from {top}" if games == 1 else ""


def board_around(board: Board, team_id: int) -> tuple[BoardRow, ...]:
    """The rows a team looks for: down to the line, the two below it, and its own. No query."""
    near = [row for row in board.rows if row.place <= board.line_after + 2 or row.row.team_id == team_id]
    return tuple(near)
