"""Make the tables of an empty database."""

from django.core.management import call_command
from django.db import connection


def make_missing_tables() -> None:
    """Make all tables if there are none, so that an import may be the first command on a new server."""
    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
