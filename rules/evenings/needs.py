"""The number of rounds that a way of seating needs to keep its promise (Rulebook E-84, E-131)."""

from dataclasses import dataclass

from rules.competition.taking_part import WayOfTakingPart


@dataclass(frozen=True, slots=True)
class Needs:
    """The number of rounds until ``what`` is true, such as "everybody has met everybody".

    ``then`` says what later rounds do if they don't go on in the same way; else it is empty.
    """

    rounds: int
    what: str
    then: str = ""


ONE_BY_ONE = range(8, 25)
"""The numbers of people who can all be each other's partners once, if 4 divides them or leaves 1."""


def needs_of(seating: str, entrants: int, way: WayOfTakingPart) -> Needs | None:
    """The rounds needed; None if the seating promises nothing, or can't keep it with this many entrants."""
    if seating == "robin":
        return Needs(entrants - 1 + entrants % 2, "everybody has met everybody")
    if seating == "movement":
        what = "everybody has met the whole other side"
        return Needs(
            (entrants + 1) // 2, what, then="nobody stays or moves any more: the list says who meets"
        )
    if seating == "alone" and way.partners_change and entrants in ONE_BY_ONE and entrants % 4 in (0, 1):
        return Needs(entrants - 1 + entrants % 4, "everybody has been everybody’s partner")
    return None
