"""Refusals in front of Django: a problem (RFC 9457) for a call of the API, words for everybody else."""

from collections.abc import Mapping
from typing import Any

from pages.api.calls import ROOT
from pages.api.event.problems import TYPE, ProblemError, answer_with
from server.http.responses import PLAIN_TEXT, Send, send_response

HTML = b"text/html; charset=utf-8"


async def refuse(
    scope: Mapping[str, Any],
    send: Send,
    status: int,
    sentence: bytes,
    *more: tuple[bytes, bytes],
    code: str,
    page: bytes = b"",
) -> None:
    """Send a sentence, or to a browser the HTML ``page`` if there is one; ``more`` are headers."""
    body, content_type = (page, HTML) if page else (sentence, PLAIN_TEXT)
    if is_call(scope["path"]):
        body = answer_with(ProblemError(status, sentence.decode(), code=code)).content
        content_type = TYPE.encode()
    await send_response(send, status, body, *more, content_type=content_type)


def is_call(path: str) -> bool:
    return path.startswith(ROOT)
