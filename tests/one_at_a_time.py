"""A watch over the locks of a test on PostgreSQL: every action must lock its event before shared rows."""

import re
from collections.abc import Callable
from typing import Any

LOCKS = re.compile(r"^(INSERT|UPDATE|DELETE)\b|\bFOR (NO KEY )?UPDATE\b")
# An account and its invitation may be locked before the event: nobody who holds the event wants them.
BEFORE_THE_EVENT = re.compile(
    r'^\w+[^;]*? "?(tournament_invitation|tournament_session|auth_user|account_\w+)"'
)
# A club's rows may be locked before an event that the action creates: nobody else has that one yet.
OF_A_CLUB = re.compile(r'^\w+[^;]*? "?seasons_')
OPENS = re.compile(r'^INSERT INTO "tournament_event"')
THE_EVENT = re.compile(r'FROM "tournament_event" .*FOR NO KEY UPDATE|^INSERT INTO "tournament_event"', re.S)


class Watch:
    """Observes every SQL statement of a connection. An action is the outermost savepoint."""

    def __init__(self) -> None:
        self.offences: list[str] = []
        self._savepoints: list[str] = []
        self._locks: list[str] = []

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement, and record what it locks."""
        words = str(sql).split()
        if words[:1] == ["SAVEPOINT"]:
            self._savepoints.append(words[1])
        elif words[:2] == ["RELEASE", "SAVEPOINT"] or words[:3] == ["ROLLBACK", "TO", "SAVEPOINT"]:
            self._end(words[-1])
        elif self._savepoints and LOCKS.search(str(sql)):
            self._locks.append(str(sql))
        return execute(sql, params, many, context)

    def _end(self, savepoint: str) -> None:
        if savepoint in self._savepoints:
            del self._savepoints[self._savepoints.index(savepoint) :]
        if self._savepoints:
            return
        locks, self._locks = self._locks, []
        is_action = any('"tournament_logentry"' in sql for sql in locks)
        opens = any(OPENS.search(sql) for sql in locks)
        later = (sql for sql in locks if not BEFORE_THE_EVENT.search(sql))
        first = next((sql for sql in later if not (opens and OF_A_CLUB.search(sql))), "")
        if is_action and not THE_EVENT.search(first):
            self.offences.append(first[:300])
