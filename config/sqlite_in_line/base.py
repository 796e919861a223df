"""Django's SQLite, where the threads of one process take turns to write, first come, first served.

SQLite itself lets a writer who finds the database locked sleep and try again, ever longer; whoever sleeps
when it becomes free misses it. With 32 referees that makes the unluckiest wait for seconds. In one process a
line is enough: who begins a transaction waits for a turn. Another process still meets SQLite's own lock.
"""

from collections import defaultdict, deque
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


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that waits for its turn before it begins a transaction, and gives it up at its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turn: Line | None = None

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
