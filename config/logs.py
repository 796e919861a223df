"""The operator's log, which never contains a private link."""

import logging
import re
from copy import copy

PRIVATE = re.compile(r"(/(?:join|setup|signed-up(?:-alone)?)/)[^/\s'\"?&<>]+")
REFUSED = "django.security."
"""The loggers of malformed requests, whose traceback is of no use."""


class WithoutLinks(logging.Formatter):
    """Removes the secrets of private links from a line and its traceback.

    A malformed request is one line without a traceback, because anybody can send many.
    """

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith(REFUSED):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return PRIVATE.sub(r"\1…", super().format(record))


class But503(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != 503
