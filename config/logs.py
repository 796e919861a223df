"""The operator's log, which never contains a private link."""

import json
import logging
import re
from copy import copy
from datetime import UTC, datetime
from typing import Any

from server.watching.requests import request_id

PRIVATE = re.compile(
    r"(/(?:join|mine/evenings|mine|password/recover|receipt|setup|signed-up|stop|text/in)/)[^/\s'\"?&<>]+"
)
"""What comes before the secrets of addresses. Their routes declare them (pages/secrets.py)."""
LONGEST = 2000
"""The most characters of a message, and of each text beside it: a stranger may send a long address."""
REFUSED = "django.security."
"""The prefix of Django's loggers for malformed requests."""


def without_links(text: str) -> str:
    return PRIVATE.sub(r"\1…", text)


def _bounded(value: Any) -> Any:
    return f"{value[:LONGEST]}…" if isinstance(value, str) and len(value) > LONGEST else value


class WithoutLinks(logging.Formatter):
    """Removes the secrets of private links from log lines and tracebacks, and appends the request's id.

    A malformed request is logged without a traceback, because anybody can send thousands.
    """

    def format(self, record: logging.LogRecord) -> str:
        text = without_links(super().format(_short(record)))
        name = request_id.get()
        first, newline, rest = text.partition("\n")
        return f"{first} [{name}]{newline}{rest}" if name else text


class AsJson(logging.Formatter):
    """One JSON object a line, with the request's id, the traceback and more fields if there are any."""

    def format(self, record: logging.LogRecord) -> str:
        record = _short(record)
        found = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request": request_id.get(),
            "exception": self.formatException(record.exc_info) if record.exc_info else "",
            **{name: _bounded(value) for name, value in getattr(record, "fields", {}).items()},
        }
        return without_links(json.dumps({name: value for name, value in found.items() if value != ""}))


class But503(logging.Filter):
    """Drops log records of 503 responses."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != 503


def _short(record: logging.LogRecord) -> logging.LogRecord:
    record = copy(record)
    record.msg, record.args = _bounded(record.getMessage()), None
    if record.name.startswith(REFUSED):
        record.exc_info = record.exc_text = None
    return record
