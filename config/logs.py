"""The operator's log, which never contains a private link."""

import logging
import re
from copy import copy

PRIVATE = re.compile(r"(/(?:join|setup|signed-up(?:-alone)?)/)[^/\s'\"?&<>]+")
REFUSED = "django.security."
"""The prefix of Django's loggers for malformed requests."""


class WithoutLinks(logging.Formatter):
    """Removes the secrets of private links from log lines and tracebacks.

    A malformed request is logged without a traceback, because anybody can send thousands.
    """

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith(REFUSED):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return PRIVATE.sub(r"\1…", super().format(record))


class But503(logging.Filter):
    """Drops log records of 503 responses."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != 503
