"""Django's PostgreSQL, where the few statements of a saved hand are planned once and sent without waiting.

A hand asks six statements. To wait for each answer, and to plan the same statements anew, takes longer than
the work. Those of ``tournament/models/prepared.py`` are planned once for each connection, and within
``in_one_go`` they leave one after the other and are waited for together. The server still does them in order,
each seeing what is committed when its turn comes: a look behind a lock looks when the lock is had.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.postgresql import base
from psycopg.pq import PipelineStatus

PREPARED = "prepared"


class Cursor(base.Cursor):
    """Everybody else's cursor: its answer is there when ``execute`` returns, in one go too."""

    def execute(self, query: Any, params: Any = None, **how: Any) -> Any:
        """Ask, and wait."""
        if self.connection.pgconn.pipeline_status == PipelineStatus.OFF:  # type: ignore[attr-defined]
            return super().execute(query, params, **how)  # type: ignore[misc]
        with self.connection.pipeline() as pipeline:  # type: ignore[attr-defined]
            done = super().execute(query, params, **how)  # type: ignore[misc]
            pipeline.sync()
        return done


class PreparedCursor(base.ServerBindingCursor):
    """A cursor whose statements the server plans once."""

    def execute(self, query: Any, params: Any = None, **how: Any) -> Any:
        """Ask. In one go, whoever wants the answer waits for it."""
        return super().execute(query, params, prepare=True, **how)  # type: ignore[misc]


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that can ask several things at once."""

    def get_connection_params(self) -> dict[str, Any]:
        """Those of Django; statements may be prepared, but only by who says so."""
        params = super().get_connection_params()
        return {**params, "cursor_factory": Cursor, "prepare_threshold": 5}

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor of this kind."""
        if name == PREPARED:
            return PreparedCursor(self.connection)  # type: ignore[call-arg]
        return super().create_cursor(name)

    def prepared_cursor(self) -> Any:
        """A cursor whose statements the server plans once."""
        return self._cursor(PREPARED)  # type: ignore[attr-defined]

    @contextmanager
    def in_one_go(self) -> Iterator[None]:
        """Wait for the answers only where they are needed, or in the end."""
        self.ensure_connection()
        with self.wrap_database_errors, self.connection.pipeline():
            yield
