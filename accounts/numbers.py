"""Parses numbers from a request, which may contain anything."""

LONGEST = 11
"""The most digits of a number. Ids are shorter, and any such number fits a database column for ids."""


def whole(text: str) -> int | None:
    """The text as an integer of 0 or more; None if it isn't one, or has more than ``LONGEST`` digits."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST else None
