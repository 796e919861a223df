"""Erase a demo that starts over, or a deleted draft or practice event. No other event is ever erased."""

from collections.abc import Iterable

from django.db import connection
from django.db.models import Model

from tournament.event.rows_of_event import rows_of
from tournament.models import Event


def erase_demo(event: Event) -> None:
    if not event.demo:
        raise ValueError(f"{event} is not the demo.")
    erase_event(event)


def erase_event(event: Event) -> None:
    """Delete an event's rows in every table. The caller holds its lock and has checked permission."""
    erase_rows([list(rows) for rows in rows_of(event)])


def erase_rows(tables: Iterable[list[Model]]) -> None:
    """Delete rows that refer to and protect each other in circles. Part of a larger action.

    Raw SQL, because Django would refuse; the database checks foreign keys only on commit.
    """
    with connection.cursor() as cursor:
        for gone in tables:
            for row in gone[:1]:
                key, name = row._meta.pk, row._meta.db_table
                statement = f"DELETE FROM {name} WHERE {key.column} = %s"  # noqa: S608  Names of models.
                cursor.executemany(
                    statement, [(key.get_db_prep_value(each.pk, connection),) for each in gone]
                )
