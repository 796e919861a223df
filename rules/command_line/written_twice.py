"""JSON in which an object says the same thing twice: kept apart, so that it is refused and not guessed at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Final

MOST_DEEP: Final = 50

# What only holds a hand and its house rules: a field in them is called by its own name.
_AROUND: Final = ("hand", "house")


class WrittenTwice(dict[str, object]):
    """An object in which ``field`` is written twice, or something that stands in ``field``."""

    def __init__(self, found: dict[str, object], field: str, message: str) -> None:
        super().__init__(found)
        self.field = field
        self.message = message


def read_text(text: str) -> object:
    """The JSON value of the text; an object that says something twice comes as ``WrittenTwice``.

    :raises ValueError: if it is no JSON, or nested deeper than any hand is.
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
