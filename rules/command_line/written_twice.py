"""Reads JSON and marks objects that have a duplicate key, so that a caller can refuse them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Final

MOST_DEEP: Final = 50

# Keys that only wrap a hand or its house rules. A duplicate inside them is reported under its own key.
_AROUND: Final = ("hand", "house")


class WrittenTwice(dict[str, object]):
    """An object that has ``field`` twice, or has a duplicate somewhere inside ``field``."""

    def __init__(self, found: dict[str, object], field: str, message: str) -> None:
        super().__init__(found)
        self.field = field
        self.message = message


def read_text(text: str) -> object:
    """The JSON value of a text; objects with a duplicate key are ``WrittenTwice``.

    :raises ValueError: if it isn't JSON, or is nested more than 50 levels deep.
    """
    try:
        found = json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise ValueError("nested too deep") from None
    level: list[object] = [found]
    for _ in range(MOST_DEEP):
        level = [part for value in level for part in _parts(value)]
        if not level:
            return found
    raise ValueError("nested too deep")


def _parts(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        field, _ = Counter(key for key, _ in pairs).most_common(1)[0]
        return WrittenTwice(found, field, f'Write "{field[:40]}" once: it is there twice.')
    for key, value in found.items():
        if isinstance(value, WrittenTwice):
            return WrittenTwice(found, value.field if key in _AROUND else key, value.message)
    return found
