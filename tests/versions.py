"""A check that every action moves its event's version, which is how screens learn of changes."""

import contextlib
import re
from collections.abc import Iterator

from django.core.signals import request_finished, request_started
from django.db import connection

WRITTEN = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "((?:tournament|scoring)_\w+)"')
MOVED = re.compile(r'UPDATE "tournament_event" SET "version"')
# Rows that no page shows: wrong codes that somebody tried, and a simulation in progress.
UNSEEN = {"tournament_attempt", "tournament_session", "scoring_simulationrun"}


@contextlib.contextmanager
def watched() -> Iterator[list[str]]:
    """Yields a list that collects requests which wrote rows without moving a version."""
    complaints: list[str] = []
    written: set[str] = set()
    moved: list[str] = []

    def look(execute, sql, params, many, context):
        written.update(set(WRITTEN.findall(sql)) - UNSEEN)
        moved.extend(MOVED.findall(sql))
        return execute(sql, params, many, context)

    def begin(**kwargs):
        written.clear()
        moved.clear()

    def end(**kwargs):
        if written and not moved:
            complaints.append(f"wrote {', '.join(sorted(written))} and moved no version")
        begin()

    request_started.connect(begin)
    request_finished.connect(end)
    try:
        with connection.execute_wrapper(look):
            yield complaints
    finally:
        request_started.disconnect(begin)
        request_finished.disconnect(end)
