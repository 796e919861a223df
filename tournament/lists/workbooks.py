"""Reads an Excel workbook (.xlsx) as rows of text, without trusting it."""

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

from openpyxl import load_workbook

from tournament.errors import Refused

MOST_UNPACKED = 100_000_000
"""In bytes. A list of 20,000 rows has a tenth of it. A zip bomb has more."""
MOST_PARTS = 2_000
MOST_TAGS = (
    (re.compile(rb"<"), 1_500_000),
    (re.compile(rb"<(?:\w+:)?(?:c|row)[\s/>]"), 250_000),
    (re.compile(rb"<(?:\w+:)?(?:si|r)[\s/>]"), 150_000),
    (re.compile(rb"<(?!/|(?:\w+:)?(?:c|row|si|r|t|v|is|f)[\s/>])"), 100_000),
)
"""How often each may be in a workbook: any tag, cells, texts, and styles with all that a list doesn't need.

A list of 20,000 rows of ten cells has less. openpyxl takes some 30 µs for a cell, empty or not, so a small
file could keep it busy for minutes.
"""
UNREADABLE = re.compile(rb"<\?xml[^>]*encoding=.(?!utf-?8|us-ascii)", re.IGNORECASE)
"""The start of a part in an encoding in which its tags can't be counted."""
WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\x00", b"\x00<")
CHUNK = 1 << 16
MOST_COLUMNS = 50
LONGEST_GAP = 10_000
"""The number of empty rows after which a sheet counts as ended."""
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f]")
"""Control characters, which a workbook may contain as escapes and a database refuses."""
LAST_ROW = 1_048_576
"""The last row of an Excel sheet. A damaged file may name a later one, and openpyxl would fill the gap."""


def workbook_rows(content: bytes) -> Iterator[tuple[str, Iterator[tuple[str, ...]]]]:
    """The title and rows of each sheet that isn't hidden. A formula is read as its text, not its value.

    :raises Refused: if it isn't a workbook, is damaged, or would be too large in memory.
    """
    _check_size(content)
    try:
        book = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    except Exception:  # openpyxl raises a dozen kinds of errors for missing or wrong parts.
        raise Refused("list.damaged") from None
    return ((UNSEEN.sub("", sheet.title).strip() or "Sheet", _rows(sheet)) for sheet in sheets)


def _check_size(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            _check_parts(packed)
    except Refused:
        raise
    except Exception:  # zipfile raises many kinds, too.
        raise Refused("list.damaged") from None


def _check_parts(packed: zipfile.ZipFile) -> None:
    """Refuse a workbook that takes too long, from its unpacked parts as a stream."""
    parts = packed.infolist()
    # zipfile never reads more of a part than the size named here.
    if sum(part.file_size for part in parts) > MOST_UNPACKED or len(parts) > MOST_PARTS:
        raise Refused("list.bomb", most=MOST_UNPACKED // 1_000_000)
    if not any(part.filename.lower() == "xl/workbook.xml" for part in parts):
        raise Refused("list.not-excel")
    counts = [0] * len(MOST_TAGS)
    for part in parts:
        with packed.open(part) as opened:
            start = True
            while chunk := opened.read(CHUNK):
                if start and (UNREADABLE.match(chunk) or chunk.startswith(WIDE)):
                    raise Refused("list.damaged")
                start = False
                for index, (tag, most) in enumerate(MOST_TAGS):
                    counts[index] += sum(1 for _ in tag.finditer(chunk)) if index else chunk.count(b"<")
                    if counts[index] > most:
                        raise Refused("list.full")


def _rows(sheet: Any) -> Iterator[tuple[str, ...]]:
    sheet.reset_dimensions()  # Some programs write a wrong size.
    rows = sheet.iter_rows(max_col=MOST_COLUMNS + 1, max_row=LAST_ROW, values_only=True)
    empty = 0
    while empty < LONGEST_GAP:
        try:
            values = next(rows, None)
        except Exception:
            raise Refused("list.damaged") from None
        if values is None:
            return
        empty = 0 if any(value is not None for value in values) else empty + 1
        yield () if empty else tuple(map(_text, values))


def _text(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date() | time():
            return value.isoformat()
        case str() | int() | float():
            return UNSEEN.sub("", str(value))
        case _:  # An array formula, over several cells.
            return UNSEEN.sub("", f"={getattr(value, 'text', '')}")
