"""Erase a demo that starts over, and a draft or practice event that is deleted. No other event ever is."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import Model

from scoring.queries.rows import rows_of
from tournament.models import Event


def erase_demo(event: Event) -> None:
    if not event.demo:
        raise ValueError(f"{event} is not the demo.")
    erase_event(event)


def erase_event(event: Event) -> None:
    """Delete an event's rows in every table. Part of a larger action, which holds its lock and may do it."""
    erase_rows([list(rows) for rows in rows_of(event)])


def erase_rows(tables: Iterable[list[Model]]) -> None:
    """Delete rows that refer to each other in circles and protect each other. Part of a larger action.

    So this is raw SQL: the database checks foreign keys only on commit.
    """
    with connection.cursor() as cursor:
        for gone in tables:
            for row in gone[:1]:
                key, name = row._meta.pk, row._meta.db_table
                statement = f"DELETE FROM {name} WHERE {key.column} = %s"  # noqa: S608  Names of models.
                cursor.executemany(
                    statement, [(key.get_db_prep_value(each.pk, connection),) for each in gone]
                )
