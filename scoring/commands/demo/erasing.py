"""Erase a demo that starts over, and a draft or practice event that is deleted. No other event ever is."""

from collections.abc import Iterator

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model

from tournament.models import Event

APPS = ("tournament", "scoring", "seasons")


def erase_demo(event: Event) -> None:
    if not event.demo:
        raise ValueError(f"{event} is not the demo.")
    erase_event(event)


def erase_event(event: Event) -> None:
    """Delete an event's rows in every table. Part of a larger action, which holds its lock and may do it.

    The rows refer to each other in circles and protect each other, so this is raw SQL: the database checks
    foreign keys only on commit.
    """
    rows: list[tuple[type[Model], list[Model]]] = [(Event, [event])]
    for model, way in _paths_to_event():
        rows.append((model, list(model._default_manager.filter(**{way: event}))))
    with connection.cursor() as cursor:
        for model, gone in rows:
            key = model._meta.pk
            statement = f"DELETE FROM {model._meta.db_table} WHERE {key.column} = %s"  # noqa: S608  Names of models.
            cursor.executemany(statement, [(key.get_db_prep_value(row.pk, connection),) for row in gone])


def _paths_to_event() -> Iterator[tuple[type[Model], str]]:
    for label in APPS:
        for model in apps.get_app_config(label).get_models():
            if way := _path_to_event(model):
                yield model, way


def _path_to_event(model: type[Model]) -> str:
    """The shortest way of keys from a model to its event; empty if there is none."""
    keys = [field for field in model._meta.get_fields() if isinstance(field, ForeignKey)]
    if any(field.related_model is Event for field in keys):
        return "event"
    ways = [(field.name, _path_to_event(field.related_model)) for field in keys if not field.null]
    return min((f"{name}__{way}" for name, way in ways if way), key=len, default="")
