"""The tables of a database in which nothing has been made yet."""

from django.core.management import call_command
from django.db import connection


def make_missing_tables() -> None:
    """Make all tables if there are none, so that a list or an event may be the first that a server gets."""
    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
