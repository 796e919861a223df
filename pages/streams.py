"""Exports: CSV and JSON are streamed in chunks, an Excel file is made whole."""

import csv
import io
import json
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

LINES_IN_A_CHUNK = 500

# A spreadsheet runs a cell that begins with one of these as a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")


class _Echo:
    """A file for ``csv.writer`` that returns each line."""

    def write(self, line: str) -> str:
        return line


def csv_lines(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow(columns)
    for row in rows:
        yield writer.writerow([_cell(row[column]) for column in columns])


def workbook(columns: Sequence[str], rows: Iterable[dict[str, Any]], title: str) -> bytes:
    """An Excel file (.xlsx) with one sheet. Cells that look like formulas are text, as in CSV."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.append(columns)
    for row in rows:
        sheet.append([_excel_cell(row[column]) for column in columns])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def json_lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield "["
    between = "\n"
    for row in rows:
        yield between + json.dumps(row, ensure_ascii=False)
        between = ",\n"
    yield "\n]\n"


def streamed(lines: Iterator[str], *, content_type: str, name: str) -> HttpResponseBase:
    return _as_file(StreamingHttpResponse(_chunks(lines), content_type=content_type), name)


def whole(content: bytes, *, content_type: str, name: str) -> HttpResponseBase:
    return _as_file(HttpResponse(content, content_type=content_type), name)


def _as_file(response: HttpResponseBase, name: str) -> HttpResponseBase:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


def _cell(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False) if value else ""
    text = str(value)
    if isinstance(value, int | Decimal):
        return text  # A negative number is not a formula.
    # Some programs read a full-width sign as the plain one, or skip leading blanks.
    plain = unicodedata.normalize("NFKC", text)
    return f"'{text}" if plain.startswith(FORMULAS) or plain.lstrip().startswith(FORMULAS) else text


def _excel_cell(value: Any) -> Any:
    return value if isinstance(value, int | Decimal) else ILLEGAL_CHARACTERS_RE.sub("", _cell(value))


def _chunks(lines: Iterator[str]) -> Iterator[str]:
    while chunk := "".join(islice(lines, LINES_IN_A_CHUNK)):
        yield chunk
