"""The bracket on the wall: in pages on which every name is read from afar.

A tree that is too high for one page comes in several, each a whole tree of three rounds. The last round of
one page is the first of the next, so that everybody sees where the winner goes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.queries.phase_two.bracket import BracketCell, BracketPage, BracketPart, BracketRound, TableLine

ROWS, COLUMNS = 4, 3
"""The games of a page: so many above each other, in so many rounds."""
CELLS = 12
"""The games of a page where no lines join them."""
LINES = 10
"""The lines of a table on one page; with games below it ``LINES_BESIDE_GAMES``."""
LINES_BESIDE_GAMES, CELLS_BESIDE_A_TABLE = 8, 3


@dataclass(frozen=True, kw_only=True)
class BracketWall:
    """A page of the wall: its parts of the bracket, below each other, and what rounds they are."""

    title: str
    note: str
    parts: tuple[BracketPart, ...]


@dataclass(frozen=True, kw_only=True)
class _Piece:
    """What fits a page. It ``is_on`` while a game is to be played in it that no later piece shows."""

    part: BracketPart
    rows: int
    is_on: bool
    is_whole: bool


def bracket_walls(bracket: BracketPage) -> list[BracketWall]:
    """The pages on which a game is still to be played; once all are over, the last. No query."""
    pieces = [piece for part in bracket.parts for piece in _pieces(part)]
    pages = list(_together(pieces))
    on = [page for page in pages if any(piece.is_on for piece in page)]
    return [_wall(page) for page in on or pages[-1:]]


def _together(pieces: Iterable[_Piece]) -> Iterator[list[_Piece]]:
    page: list[_Piece] = []
    for piece in pieces:
        if page and sum(each.rows for each in (*page, piece)) > ROWS:
            yield page
            page = []
        page.append(piece)
    if page:
        yield page


def _wall(page: Sequence[_Piece]) -> BracketWall:
    titles = [piece.part.title or "The bracket" for piece in page]
    if len(page) > 1:
        title = " and ".join([titles[0], *(each.lower() for each in dict.fromkeys(titles[1:]))])
        return BracketWall(title=title, note="", parts=tuple(piece.part for piece in page))
    piece = page[0]
    rounds = list(dict.fromkeys(each.title for each in piece.part.rounds))
    note = "" if piece.is_whole else " to ".join([rounds[0], *rounds[1:][-1:]]) if rounds else ""
    return BracketWall(title=titles[0], note=note, parts=(replace(piece.part, title=""),))


def _pieces(part: BracketPart) -> Iterator[_Piece]:
    return _trees(part) if part.is_tree else _lists(part)


# --- trees --------------------------------------------------------------------------------------------


def _trees(part: BracketPart) -> Iterator[_Piece]:
    """The tree from its first round to its last, in pieces of a few rounds."""
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
    """The last round of a page that begins with the round ``first``; a final comes along as a fourth."""
    end, height = len(rounds) - 1, _height(rounds[first])
    if first + COLUMNS == end and height <= ROWS // 2 * _height(rounds[end]):
        return end
    return min(first + COLUMNS - 1, end)


def _subtrees(rounds: Sequence[BracketRound]) -> Iterator[tuple[BracketRound, ...]]:
    """The rounds in trees that lead to one or more games of the last, as many as a page has room for."""
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
    """The table with the round that is on; without a table all rounds that are on."""
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
    shown = replace(part, table=tuple(table), rounds=tuple(rounds))
    return _Piece(part=shown, rows=ROWS, is_on=part.is_on, is_whole=bool(table))
