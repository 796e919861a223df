"""An event's rows in every table, found by following foreign keys."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model, QuerySet

from tournament.models import Event

APPS = ("tournament", "scoring", "seasons")


def rows_of(event: Event) -> Iterator[QuerySet[Model]]:
    """The event's rows: a lazy queryset for each table."""
    for model, way in paths_to_event().items():
        yield model._default_manager.filter(**{way: event.pk}).order_by("pk")


@cache
def paths_to_event() -> dict[type[Model], str]:
    """Each model whose rows belong to an event, with the lookup path to it."""
    models = [model for label in APPS for model in apps.get_app_config(label).get_models()]
    return {Event: "pk"} | {model: way for model in models if (way := _path_to_event(model))}


def _path_to_event(model: type[Model]) -> str:
    """The shortest lookup path from a model to its event; empty if there is none."""
    keys = keys_of(model)
    if any(field.related_model is Event for field in keys):
        return "event"
    ways = [(field.name, _path_to_event(field.related_model)) for field in keys if not field.null]
    return min((f"{name}__{way}" for name, way in ways if way), key=len, default="")


def keys_of(model: type[Model]) -> list["ForeignKey[Any, Any]"]:
    return [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
