"""What is written for the operator: never with a link that still opens something."""

import logging
import re

PRIVATE = re.compile(r"(/(?:join|setup|signed-up(?:-alone)?)/)[^/\s'\"?&<>]+")


class WithoutLinks(logging.Formatter):
    """A line of the log, its traceback included, with the secret of every private link struck out."""

    def format(self, record: logging.LogRecord) -> str:
        """The line as it is written."""
        return PRIVATE.sub(r"\1…", super().format(record))


class But503(logging.Filter):
    """Leaves out the line that Django writes for each page that is answered with a 503."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        return getattr(record, "status_code", None) != 503
