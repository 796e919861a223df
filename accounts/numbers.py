"""Numbers from a browser, which may send anything."""

LONGEST = 11
"""The digits of the largest number that can be an id of ours."""


def whole(text: str) -> int | None:
    """The whole number that was sent; None if it is none, or too large for an id."""
    return int(text) if text.isdecimal() and len(text) <= LONGEST else None
