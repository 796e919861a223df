"""Reads any list (CSV, Excel, pasted lines): bytes become rows of text, or a refusal that says what to do.

It uses no database and no clock.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, pairwise
from operator import itemgetter

from charset_normalizer import from_bytes

from tournament.errors import Refused
from tournament.lists.workbooks import MOST_COLUMNS, workbook_rows

MOST_BYTES, MOST_ROWS, LONGEST_CELL = 10_000_000, 20_000, 1_000

PICTURES, OLD_EXCEL = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), b"\xd0\xcf\x11\xe0"
PAGES = (b"<!doctype", b"<html", b"<?xml", b"<table")
BOMS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
LIKELY = ["cp1252", "mac_roman", "cp1250", "cp1251", "cp1253", "cp1254", "cp932", "gb18030", "big5"]
"""The encodings that spreadsheets write apart from UTF-8."""
OLD_LETTERS = ("cp1252", "mac_roman")
ACCENTED = re.compile(r"[a-zA-Z]*[À-ÖØ-öø-ÿ][a-zA-ZÀ-ÖØ-öø-ÿ]*")
ODD = re.compile(r"[^\x00-\x7fÀ-ÖØ-öø-ÿ’‘“”–—]|[a-zÀ-ÿ][‘“]|[^\W\d_][–—][^\W\d_]")
"""Characters that no name has in such a place. They mean that the encoding is wrong."""
DELIMITERS = "\t;,|"
NAMES_ITS_SIGN = re.compile(r'"?sep=([\t;,|])"?\1*[ \t]*(?:\r\n|\r|\n|$)', re.IGNORECASE)
"""The line before a list that says to Excel what is between the cells. It is no row there."""
TITLE = "sheet="
"""Begins the line with a sheet's title, above its rows, in the text of a workbook (``as_text``)."""
TRIED = 100
"""The number of lines from which the delimiter is detected."""


@dataclass(frozen=True)
class Row:
    """A row that isn't empty."""

    number: int
    """Its row number in a spreadsheet."""
    cells: tuple[str, ...]


def read_list(content: bytes, sheet: str = "") -> tuple[Row, ...]:
    """The rows of a CSV file, pasted lines, or one sheet of a workbook: ``sheet``, else the first with rows.

    :raises Refused: if it isn't a list, or is too large; with the row as its ``field`` if that is known.
    """
    for title, cells in _opened(content):
        if sheet in ("", title) and (rows := tuple(_checked(cells))):
            return rows
    raise no_sheet(sheet, sheet_titles(content)) if sheet else Refused("list.empty")


def read_sheets(content: bytes) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Like ``read_list``, but every sheet that has rows, with its title, which is empty for text."""
    read = ((title, tuple(_checked(cells))) for title, cells in _opened(content))
    if found := tuple((title, rows) for title, rows in read if rows):
        return found
    raise Refused("list.empty")


def sheet_titles(content: bytes) -> tuple[str, ...]:
    """The titles of the sheets that have rows. Of each only the first rows are read."""
    return tuple(title for title, cells in _opened(content) if _has_rows(cells))


def no_sheet(title: str, titles: Sequence[str]) -> Refused:
    return Refused("list.no-sheet", sheet=title, sheets=list(filter(None, titles)))


def _has_rows(cells: Iterable[tuple[str, ...]]) -> bool:
    try:
        return next(_checked(cells), None) is not None
    except Refused:
        return True


def _opened(content: bytes) -> Iterator[tuple[str, Iterable[tuple[str, ...]]]]:
    """The title and cells of each sheet. Text is one sheet, unless it was made of a workbook.

    :raises Refused: if it isn't a list.
    """
    _check(content)
    return workbook_rows(content) if _is_workbook(content) else _text_sheets(decoded(content))


def _check(content: bytes) -> None:
    if len(content) > MOST_BYTES:
        raise Refused("list.too-large", most=MOST_BYTES // 1_000_000)
    start = content[:1024].lstrip()
    if b"%PDF" in content[:1024]:
        raise Refused("list.pdf")
    if start.startswith(PICTURES):
        raise Refused("list.picture")
    if start.startswith(OLD_EXCEL):
        raise Refused("list.old-excel")
    if start.lower().startswith(PAGES):
        raise Refused("list.web-page")


def _is_workbook(content: bytes) -> bool:
    return content[:1024].lstrip().startswith(b"PK")


def at_row(number: int) -> str:
    """The ``field`` of a refusal about a row."""
    return f"row {number}"


def _checked(sheet: Iterable[tuple[str, ...]]) -> Iterator[Row]:
    kept = 0
    for number, cells in enumerate(sheet, start=1):
        cells = _trimmed(cells)
        if not cells:
            continue
        if any(len(cell) > LONGEST_CELL and "\n" in cell for cell in cells):
            # A quotation mark that never ends would be one wrong row with all those below in it.
            raise Refused("list.huge-cell", field=at_row(number), most=LONGEST_CELL)
        if len(cells) > MOST_COLUMNS:
            raise Refused("list.columns", field=at_row(number), most=MOST_COLUMNS)
        kept += 1
        if kept > MOST_ROWS:
            raise Refused("list.rows", most=MOST_ROWS)
        yield Row(number, tuple(cell[: LONGEST_CELL + 1] for cell in cells))


def _trimmed(cells: Iterable[str]) -> tuple[str, ...]:
    cells = tuple(cell.strip() for cell in cells)
    while cells and not cells[-1]:
        cells = cells[:-1]
    return cells


def decoded(content: bytes) -> str:
    """The text, in the encoding that it was probably saved in.

    :raises Refused: if it is no text.
    """
    encoding = next((name for bom, name in BOMS if content.startswith(bom)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        if encoding != "utf-8" or _is_binary(content.decode("latin-1")):
            raise Refused("list.encoding") from None
        text = _in_old_letters(content)
    if _is_binary(text):
        raise Refused("list.encoding")
    return text


def _in_old_letters(content: bytes) -> str:
    """Decode text that isn't UTF-8: as Windows or Mac text if that gives names, else by its statistics."""
    for encoding in OLD_LETTERS:
        text = content.decode(encoding, errors="replace")
        if not ODD.search(text) and all(_is_a_word(word) for word in ACCENTED.findall(text)):
            return text
    found = from_bytes(content, cp_isolation=LIKELY).best()
    if found is None:
        raise Refused("list.encoding")
    return str(found)


def _is_a_word(word: str) -> bool:
    """Whether half is ASCII and no accented capital follows a small letter: ``Muñoz``, not ``JosŽ``."""
    is_mixed = any(one.islower() and other.isupper() and not other.isascii() for one, other in pairwise(word))
    return not is_mixed and 2 * sum(not sign.isascii() for sign in word) <= len(word)


def _is_binary(text: str) -> bool:
    return any(sign < " " and sign not in "\t\n\r\v\f" for sign in set(text))


def as_text(content: bytes) -> str:
    """A list as text that is read like it. If several sheets of a workbook have rows, it has all of them.

    :raises Refused: if it isn't a list.
    """
    _check(content)
    if not _is_workbook(content):
        return decoded(content)
    trimmed = ((title, list(map(_trimmed, cells))) for title, cells in workbook_rows(content))
    sheets = [(title, rows) for title, rows in trimmed if any(rows)]
    lines = ["sep=,\n"]
    for title, rows in sheets:
        lines += [_line_of([TITLE + title], ",")] if len(sheets) > 1 else []
        lines += [_line_of(cells, ",") for cells in rows]
    return "".join(lines)


def with_cells(content: bytes, changed: Mapping[int, Sequence[str]], sheet: str = "") -> bytes:
    """The list as text, with other cells in the rows of a sheet with these numbers. Other lines stay."""
    text = as_text(content)
    named = NAMES_ITS_SIGN.match(text)
    start, sign = (named.end() if named else 0), _delimiter(text)
    reader = csv.reader(lines := _lines_of(text[start:]), delimiter=sign)
    pieces, begin = [text[:start]], 0
    for title, number, _ in _placed(reader):
        row = changed.get(number) if title == sheet else None
        pieces += lines[begin : reader.line_num] if row is None else [_line_of(row, sign)]
        begin = reader.line_num
    mended = "".join(pieces)
    return (mended if _delimiter(mended) == sign else f"sep={sign}\n{mended}").encode()


def _placed(rows: Iterable[Sequence[str]]) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    """Each row of a text with its sheet's title and its number there, which is 0 for the title's own line."""
    title, number = "", 0
    for index, cells in enumerate(rows):
        is_title = (title or not index) and cells and cells[0].startswith(TITLE) and not any(cells[1:])
        if is_title and (found := cells[0].removeprefix(TITLE).strip()):
            title, number = found, 0
        else:
            number += 1
        yield title, number, tuple(cells)


def _text_sheets(text: str) -> Iterator[tuple[str, Iterator[tuple[str, ...]]]]:
    for title, rows in groupby(_placed(_text_rows(text)), key=itemgetter(0)):
        yield title, (cells for _, number, cells in rows if number)


def _line_of(cells: Sequence[str], sign: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=sign, lineterminator="\n").writerow(cells)
    return out.getvalue()


def _lines_of(text: str) -> list[str]:
    return list(io.StringIO(text, newline=""))


def _text_rows(text: str) -> Iterator[tuple[str, ...]]:
    named = NAMES_ITS_SIGN.match(text)
    lines = _lines_of(text[named.end() :] if named else text)
    reader = csv.reader(lines, delimiter=_delimiter(text))
    read = 0
    try:
        for cells in reader:
            read += 1
            yield tuple(cells)
    except csv.Error:
        raise Refused("list.huge-cell", field=at_row(read + 1), most=LONGEST_CELL) from None


def _delimiter(text: str) -> str:
    """The delimiter that the list names, or that splits most of the first lines equally; else a comma."""
    if named := NAMES_ITS_SIGN.match(text):
        return named[1]
    lines = [line for line in islice(io.StringIO(text, newline=None), 2 * TRIED) if line.strip()][:TRIED]
    best, chosen = (0.0, 1), ","
    for sign in DELIMITERS:
        try:
            widths = Counter(len(cells) for cells in csv.reader(lines, delimiter=sign))
        except csv.Error:
            continue
        width, count = max(widths.items(), key=lambda one: (one[0] > 1, one[1]), default=(1, 0))
        score = (count / max(1, widths.total()), width)
        if width > 1 and score > best:
            best, chosen = score, sign
    return chosen
