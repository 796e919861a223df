"""Refusals: what a command raises when an action can't be done."""

from typing import Any

from tournament.errors.rendering import say

SENTENCES = {"rules": "{words}"}
"""The sentences of all refusals, by code. Each app adds those of its subjects when Django starts."""

UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What Python raises at rows that no command wrote."""


class Refused(Exception):
    """An action that can't be done now: a code, and the values for its sentence.

    A query that explains why something can't be done returns one; a command raises it. The sentence says what
    to do instead. ``field`` names the form field that it is about.
    """

    def __init__(self, code: str, *, field: str = "", **values: Any) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values

    def __str__(self) -> str:
        return say(SENTENCES[self.code], self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(self.code)


def refuse(why_not: Refused | None) -> None:
    """:raises Refused: if there is a reason."""
    if why_not:
        raise why_not
