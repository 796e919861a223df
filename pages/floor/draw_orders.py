"""The ways to draw a bracket that no Phase I comes before (Rulebook E-223)."""

from dataclasses import dataclass

from tournament.models import Event
from tournament.models.events import SeedsBy

_BUTTONS = {
    SeedsBy.LOT: "Draw it by lot",
    SeedsBy.GRADES: "Draw it by grade",
    SeedsBy.SIGN_UP: "Draw it in the order of sign-up",
}


@dataclass(frozen=True, kw_only=True)
class DrawOrder:
    value: str
    words: str
    is_usual: bool


def draw_orders(event: Event, *, has_grades: bool) -> tuple[DrawOrder, ...]:
    """The event's own way first. Without grades that is the lot instead of them. No query."""
    offered = [way for way in _BUTTONS if has_grades or way != SeedsBy.GRADES]
    usual = event.seeds_by if event.seeds_by in offered else SeedsBy.LOT
    ordered = sorted(offered, key=lambda way: way != usual)
    return tuple(DrawOrder(value=way.value, words=_BUTTONS[way], is_usual=way == usual) for way in ordered)
