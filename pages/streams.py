"""Long answers, sent in pieces: never all of it in memory at once."""

import csv
import json
import unicodedata
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse

# Spreadsheets take a cell that begins so for a formula, and do what it says.
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")


class _Echo:
    """A file that hands every line straight back."""

    def write(self, line: str) -> str:
        return line


def csv_lines(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A table, line by line, its heading first."""
    writer = csv.writer(_Echo())
    yield "\ufeff" + writer.writerow(columns)
    for row in rows:
        yield writer.writerow([_cell(row[column]) for column in columns])


def json_lines(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """A list of objects, one on each line."""
    yield "["
    between = "\n"
    for row in rows:
        yield between + json.dumps(row, ensure_ascii=False)
        between = ",\n"
    yield "\n]\n"


def streamed(
    request: HttpRequest, pieces: Iterator[str], *, content_type: str, name: str
) -> StreamingHttpResponse:
    """An answer that is read while it is sent, to be kept as a file of that name."""
    # An ASGI server would otherwise collect a plain iterator before it sends anything.
    flow = _without_blocking(pieces) if isinstance(request, ASGIRequest) else pieces
    answer = StreamingHttpResponse(flow, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "no-store"
    return answer


def _cell(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False) if value else ""
    text = str(value)
    # Some read a full-width sign as the plain one; some look past blanks before it.
    plain = unicodedata.normalize("NFKC", text)
    return f"'{text}" if plain.startswith(FORMULAS) or plain.lstrip().startswith(FORMULAS) else text


async def _without_blocking(pieces: Iterator[str]) -> AsyncIterator[str]:
    """The pieces, gathered a few hundred at a time away from the server's loop."""
    gather = sync_to_async(_gather)
    while gathered := await gather(pieces):
        yield gathered


def _gather(pieces: Iterator[str], most: int = 500) -> str:
    return "".join(piece for _, piece in zip(range(most), pieces, strict=False))
