"""Startup checks of a server, worker or beat process: the database, its tables, the secret key, Redis.

Each check fails within seconds, with a message of one or two sentences.
"""

from typing import Any, cast

from django.conf import settings
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from redis import Redis, RedisError

from server.backups import OTHER_SECRET
from server.data_version import check_version
from tournament.badges.crew import is_key_of_links

SECONDS = 3
"""The timeout for Redis."""


def check_database() -> None:
    """:raises CommandError: if PostgreSQL can't be reached."""
    if connection.vendor != "postgresql":
        return
    # Through Django's connection, so that a start on SQLite doesn't import PostgreSQL's driver.
    driver = cast(Any, connection).Database
    try:
        driver.connect(**connection.get_connection_params()).close()
    except driver.Error as refused:
        to = connection.settings_dict
        named = "PGBOUNCER_URL" if settings.POSTGRES else "DATABASE_URL"
        raise CommandError(
            f"PostgreSQL can’t be reached as {named} says, at {to['HOST'] or 'this computer'}, port "
            f"{to['PORT'] or 5432}, database {to['NAME']} ({_one_line(refused)}). Is it running, and "
            "are host, port, name, user and password right?"
        ) from None


def check_tables() -> None:
    """:raises CommandError: if the database lacks tables of this version."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CommandError(
            "The database lacks tables of this Uptown. Start the server first, which makes them: "
            "./uptown run, or ./uptown manage serve."
        )


def check_secret() -> None:
    """:raises CommandError: if this process has another secret key than the one that made the links."""
    if not is_key_of_links(settings.SECRET_KEY):
        raise CommandError(
            "The private links in this database were made with another secret key than this one. "
            f"{OTHER_SECRET}"
        )


def check_redis() -> None:
    """:raises CommandError: if ``REDIS_URL`` is set and Redis doesn't answer."""
    if not settings.REDIS_URL:
        return
    try:
        with Redis.from_url(
            settings.REDIS_URL, socket_timeout=SECONDS, socket_connect_timeout=SECONDS
        ) as redis:
            redis.ping()
    except (RedisError, OSError, ValueError) as refused:
        raise CommandError(
            f"Redis can’t be reached as REDIS_URL says ({_one_line(refused)}). Is it running, and are host "
            "and port right? Until then nothing comes due."
        ) from None


def check_to_work() -> None:
    """Run all checks, for a Celery worker or beat.

    :raises CommandError: if something is missing.
    """
    check_database()
    check_redis()
    check_version()
    check_tables()
    check_secret()


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
