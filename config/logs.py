"""What is written for the operator: never with a link that still opens something."""

import logging
import re
from copy import copy

PRIVATE = re.compile(r"(/(?:join|setup|signed-up(?:-alone)?)/)[^/\s'\"?&<>]+")
REFUSED = "django.security."
"""The loggers of requests that are refused as malformed: their traceback says nothing but where."""


class WithoutLinks(logging.Formatter):
    """A line of the log, its traceback included, with the secret of every private link struck out.

    A malformed request is one line without a traceback: anybody can send as many as they like.
    """

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith(REFUSED):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return PRIVATE.sub(r"\1…", super().format(record))


class But503(logging.Filter):
    """Leaves out the line that Django writes for each page that is answered with a 503."""

    def filter(self, record: logging.LogRecord) -> bool:
        return getattr(record, "status_code", None) != 503
