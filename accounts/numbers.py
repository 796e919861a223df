"""Numbers as browsers send them: anything may come."""

LONGEST = 12
"""No number of ours has so many digits."""


def whole(said: str) -> int | None:
    """The whole number that was sent; None where it is none, or none of ours."""
    return int(said) if said.isdecimal() and len(said) < LONGEST else None
