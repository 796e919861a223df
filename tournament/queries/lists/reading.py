"""Reads any list (CSV, Excel, pasted lines): bytes become rows of text, or a refusal that says what to do.

It uses no database and no clock.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from charset_normalizer import from_bytes

from tournament.errors import Refused
from tournament.queries.lists.workbooks import MOST_COLUMNS, workbook_rows

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
TRIED = 100
"""The number of lines from which the delimiter is detected."""


@dataclass(frozen=True)
class Row:
    """A row that isn't empty. ``number`` is its row number in a spreadsheet."""

    number: int
    cells: tuple[str, ...]


def read_list(content: bytes) -> tuple[Row, ...]:
    """The rows of a CSV file, pasted lines, or a workbook's first sheet that has any.

    :raises Refused: if it isn't a list, or is too large; with the row as its ``field`` if that is known.
    """
    return next(_sheets(content))[1]


def read_sheets(content: bytes) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    """Like ``read_list``, but every sheet that has rows, with its title, which is empty for text."""
    return tuple(_sheets(content))


def other_sheets(content: bytes) -> tuple[str, ...]:
    """The titles of the sheets that ``read_list`` leaves out. Of each only the first rows are read."""
    found = []
    for title, sheet in _opened(content):
        try:
            has_rows = next(_checked(sheet), None) is not None
        except Refused:
            has_rows = True
        if has_rows:
            found.append(title)
    return tuple(found[1:])


def _sheets(content: bytes) -> Iterator[tuple[str, tuple[Row, ...]]]:
    is_empty = True
    for title, sheet in _opened(content):
        if rows := tuple(_checked(sheet)):
            is_empty = False
            yield title, rows
    if is_empty:
        raise Refused("list.empty")


def _opened(content: bytes) -> Iterator[tuple[str, Iterator[tuple[str, ...]]]]:
    """The title and cells of each sheet; text is one sheet.

    :raises Refused: if it isn't a list.
    """
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
    return workbook_rows(content) if start.startswith(b"PK") else iter([("", _text_rows(_decoded(content)))])


def at_row(number: int) -> str:
    """The ``field`` of a refusal about a row."""
    return f"row {number}"


def _checked(sheet: Iterable[tuple[str, ...]]) -> Iterator[Row]:
    kept = 0
    for number, cells in enumerate(sheet, start=1):
        cells = tuple(cell.strip() for cell in cells)
        while cells and not cells[-1]:
            cells = cells[:-1]
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


def _decoded(content: bytes) -> str:
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


def with_cells(content: bytes, changed: Mapping[int, Sequence[str]]) -> bytes:
    """The list as text, with other cells in the rows with these numbers. Each other line stays as it is."""
    text = _sheet_as_text(content) if content[:1024].lstrip().startswith(b"PK") else _decoded(content)
    named = NAMES_ITS_SIGN.match(text)
    start, sign = (named.end() if named else 0), _delimiter(text)
    reader = csv.reader(lines := _lines_of(text[start:]), delimiter=sign)
    pieces, begin = [text[:start]], 0
    for number, _ in enumerate(reader, start=1):
        row = changed.get(number)
        pieces += lines[begin : reader.line_num] if row is None else [_line_of(row, sign)]
        begin = reader.line_num
    mended = "".join(pieces)
    return (mended if _delimiter(mended) == sign else f"sep={sign}\n{mended}").encode()


def _sheet_as_text(content: bytes) -> str:
    sheets = (list(sheet) for _, sheet in workbook_rows(content))
    rows = next(rows for rows in sheets if any(cell.strip() for cells in rows for cell in cells))
    return "sep=,\n" + "".join(_line_of(cells, ",") for cells in rows)


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
