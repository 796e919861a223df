"""Long answers, sent in pieces: never all of it in memory at once."""

import csv
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

from django.http import StreamingHttpResponse

LINES_IN_A_PIECE = 500

# Spreadsheets take a cell that begins so for a formula, and do what it says.
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")


class _Echo:
    """A file that hands every line straight back."""

    def write(self, line: str) -> str:
        return line


def csv_lines(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow(columns)
    for row in rows:
        yield writer.writerow([_cell(row[column]) for column in columns])


def json_lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield "["
    between = "\n"
    for row in rows:
        yield between + json.dumps(row, ensure_ascii=False)
        between = ",\n"
    yield "\n]\n"


def streamed(lines: Iterator[str], *, content_type: str, name: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(_gathered(lines), content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


def _cell(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False) if value else ""
    text = str(value)
    if isinstance(value, int | Decimal):
        return text  # A number below zero is no formula.
    # Some read a full-width sign as the plain one; some look past blanks before it.
    plain = unicodedata.normalize("NFKC", text)
    return f"'{text}" if plain.startswith(FORMULAS) or plain.lstrip().startswith(FORMULAS) else text


def _gathered(lines: Iterator[str]) -> Iterator[str]:
    while piece := "".join(islice(lines, LINES_IN_A_PIECE)):
        yield piece
