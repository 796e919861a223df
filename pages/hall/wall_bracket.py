"""The bracket on the big screen, in pages that can be read from across the room.

A tree that is too high for one page comes in several, each a whole tree of three rounds. The last round of a
page is the first of the next, so that everybody sees where the winner goes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from rules.competition.phase_two.games import SECOND_CHANCE_PART
from scoring.bracket.bracket_rows import BracketCell, BracketPage, BracketPart, BracketRound, TableLine

ROWS, COLUMNS = 4, 3
"""The most games of a page of a tree: in a column, and in a row of rounds."""
CELLS = 12
"""The most games of a page without a tree."""
LINES = 10
"""The lines of a table on one page; ``LINES_BESIDE_GAMES`` with games below it."""
LINES_BESIDE_GAMES, CELLS_BESIDE_A_TABLE = 8, 3


@dataclass(frozen=True, kw_only=True)
class BracketWall:
    """A page: its parts of the bracket, below each other."""

    title: str
    note: str
    """Names the rounds that they show."""
    parts: tuple[BracketPart, ...]


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """A part that fits a page. It ``is_on`` while it has an open game that no later piece shows."""

    part: BracketPart
    rows: int
    is_on: bool
    is_whole: bool


def bracket_walls(bracket: BracketPage) -> list[BracketWall]:
    """The pages that have open games; once all are over, the last page. No query."""
    pieces = [piece for part in bracket.parts for piece in (_trees(part) if part.is_tree else _lists(part))]
    pages = list(_together(pieces))
    on = [page for page in pages if any(piece.is_on for piece in page)]
    deciding = [page for page in pages if page[0].part.title != SECOND_CHANCE_PART]
    return [_wall(page, bracket.title) for page in on or deciding[-1:]]


def _together(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    page: list[_Piece] = []
    for piece in pieces:
        if page and sum(each.rows for each in (*page, piece)) > ROWS:
            yield page
            page = []
        page.append(piece)
    if page:
        yield page


def _wall(page: Sequence[_Piece], bracket_title: str) -> BracketWall:
    titles = [piece.part.title or bracket_title for piece in page]
    if len(page) > 1:
        title = " and ".join([titles[0], *(each.lower() for each in dict.fromkeys(titles[1:]))])
        return BracketWall(title=title, note="", parts=tuple(piece.part for piece in page))
    piece = page[0]
    rounds = list(dict.fromkeys(each.title for each in piece.part.rounds))
    note = "" if piece.is_whole else " to ".join([rounds[0], *rounds[1:][-1:]]) if rounds else ""
    return BracketWall(title=titles[0], note=note, parts=(replace(piece.part, title=""),))


# --- trees --------------------------------------------------------------------------------------------


def _trees(part: BracketPart) -> Iterator[_Piece]:
    first, end = 0, len(part.rounds) - 1
    while True:
        last = _last(part.rounds, first)
        is_whole = first == 0 and last == end and _height(part.rounds[0]) <= ROWS
        for rounds in _subtrees(part.rounds[first : last + 1]):
            news = rounds if last == end else rounds[:-1]
            yield _Piece(
                part=replace(part, rounds=rounds),
                rows=max(len(each.cells) for each in rounds),
                is_on=any(each.is_on for each in news),
                is_whole=is_whole,
            )
        if last == end:
            return
        first = last


def _last(rounds: Sequence[BracketRound], first: int) -> int:
    """The last round of a page that begins with round ``first``; a final may be added as a fourth."""
    end, height = len(rounds) - 1, _height(rounds[first])
    if first + COLUMNS == end and height <= ROWS // 2 * _height(rounds[end]):
        return end
    return min(first + COLUMNS - 1, end)


def _subtrees(rounds: Sequence[BracketRound]) -> Iterator[tuple[BracketRound, ...]]:
    """The subtrees that lead to games of the last round, as many at once as fit on a page."""
    ends = _height(rounds[-1])
    at_once = max(1, ROWS * ends // _height(rounds[0]))
    for start in range(0, ends, at_once):
        stop = min(start + at_once, ends)
        yield tuple(_cut_out(each, start, stop, ends) for each in rounds)


def _cut_out(each: BracketRound, start: int, stop: int, ends: int) -> BracketRound:
    tree = _in_the_tree(each)
    times = len(tree) // ends
    beside = tuple(cell for cell in each.cells if cell.kind == "third")
    return replace(each, cells=(*tree[start * times : stop * times], *beside))


def _in_the_tree(each: BracketRound) -> tuple[BracketCell, ...]:
    return tuple(cell for cell in each.cells if cell.kind != "third")


def _height(each: BracketRound) -> int:
    return len(_in_the_tree(each))


# --- tables, and games that no lines join -------------------------------------------------------------


def _lists(part: BracketPart) -> Iterator[_Piece]:
    """The table with the current round; without a table, all open rounds. Nothing until a team is known."""
    if not any(side.team for each in part.rounds for cell in each.cells for side in cell.sides):
        return
    on = [each for each in part.rounds if each.is_on]
    rounds = (on[:1] if part.table else on) or list(part.rounds[-1:])
    cells = sum(len(each.cells) for each in rounds)
    if len(part.table) <= LINES_BESIDE_GAMES and cells <= CELLS_BESIDE_A_TABLE:
        yield _piece(part, part.table, rounds)
        return
    for start in range(0, len(part.table), LINES):
        yield _piece(part, part.table[start : start + LINES], [])
    for each in rounds:
        for start in range(0, len(each.cells), CELLS):
            yield _piece(part, (), [replace(each, cells=each.cells[start : start + CELLS])])


def _piece(part: BracketPart, table: Sequence[TableLine], rounds: Sequence[BracketRound]) -> _Piece:
    cut = replace(part, table=tuple(table), rounds=tuple(rounds))
    return _Piece(part=cut, rows=ROWS, is_on=part.is_on, is_whole=bool(table))
