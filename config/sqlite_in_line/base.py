"""Django's SQLite, where the threads of one process take turns to write, first come, first served.

SQLite itself lets a writer who finds the database locked sleep and try again, ever longer; whoever sleeps
when it becomes free misses it. With 32 referees that makes the unluckiest wait for seconds. In one process a
line is enough: who begins a transaction waits for a turn. Another process still meets SQLite's own lock.
"""

from collections import defaultdict, deque
from functools import lru_cache
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

LONGEST_WAIT = 20.0


class Line:
    """People who wait for the one thing that only one may have."""

    def __init__(self) -> None:
        self._look = Lock()
        self._waiting: deque[Lock] = deque()
        self._is_taken = False

    def enter(self, patience: float) -> bool:
        """Wait for a turn; says whether it came in time."""
        with self._look:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=patience):
            return True
        with self._look:
            if mine in self._waiting:
                self._waiting.remove(mine)
                return False
        return True  # The turn came in the very moment that patience ended.

    def leave(self) -> None:
        """Let the next one have a turn."""
        with self._look:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


LINES: defaultdict[str, Line] = defaultdict(Line)


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that turns Django's ``%s`` into SQLite's ``?`` once for each statement, not each time."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        """The statement as SQLite reads it."""
        return super().convert_query(query, param_names=param_names) if param_names else _with_marks(query)


@lru_cache(maxsize=1024)
def _with_marks(query: str) -> str:
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it begins a transaction, and gives it up at its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Line | None = None

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor of this kind."""
        return self.connection.cursor(factory=Cursor)

    def _start_transaction_under_autocommit(self) -> None:
        line = LINES[str(self.settings_dict["NAME"])]
        if not line.enter(LONGEST_WAIT):
            raise OperationalError("database is locked: too many are waiting to write")
        self._turn = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_up_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._give_up_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_up_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_up_turn()

    def _give_up_turn(self) -> None:
        line, self._turn = self._turn, None
        if line is not None:
            line.leave()
