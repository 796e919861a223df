"""Statements that are written once and ask for one of several values."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from tournament.models.prepared import Given


class OneOf(Given):
    """One of several values that a column is compared with: each has a name of its own."""

    def __init__(self, model: type[Model], name: str, place: int) -> None:
        super().__init__(model, name)
        self.name = f"{name}_{place}"


def several(model: type[Model], name: str, most: int) -> list[OneOf]:
    """Gaps for so many values of a column, to be filled by ``these``."""
    return [OneOf(model, name, place) for place in range(most)]


def these(name: str, values: Iterable[Any], most: int) -> dict[str, Any]:
    """The values for such gaps. Where there are fewer, the rest are no row's number."""
    there = list(values)
    return {f"{name}_{place}": value for place, value in enumerate([*there, *[0] * (most - len(there))])}
