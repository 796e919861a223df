"""How many rounds an evening needs to be what it promises. Rulebook E-84, E-131."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Needs:
    """``rounds`` until ``what`` is true."""

    rounds: int
    what: str


ONE_BY_ONE = range(8, 25)
"""How many people can be everybody's partner once."""


def needs_of(seating: str, entrants: int) -> Needs | None:
    """None if the movement promises nothing, or can't keep it with this number."""
    if seating == "robin":
        return Needs(entrants - 1 + entrants % 2, "everybody has met everybody")
    if seating == "movement":
        return Needs((entrants + 1) // 2, "everybody has met the whole other side")
    if seating == "alone" and entrants in ONE_BY_ONE and entrants % 4 in (0, 1):
        return Needs(entrants - 1 + entrants % 4, "everybody has been everybody’s partner")
    return None
