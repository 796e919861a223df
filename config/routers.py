"""Django's database router, if there is a replica."""

from typing import Any

from django.db import DEFAULT_DB_ALIAS

from server.live.replica import reads_from


class Router:
    """Reads where ``server/live/replica.py`` says. Everything is written to the first database."""

    def db_for_read(self, model: type, **hints: Any) -> str:
        return reads_from.get()

    def db_for_write(self, model: type, **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS
