"""By what places are decided, as a list that is put in order by buttons; it works without a script, too."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.competition.taking_part import WayOfTakingPart
from rules.competition.tie_breaks import (
    CRITERIA,
    LAST_TWO,
    TieBreak,
    offered,
    own_order,
    settled_by_figures,
    tie_breaks_of,
)
from rules.games.ruleset import Ruleset
from tournament.errors import Refused

UP, DOWN, IN, OUT, USUAL = "up", "down", "in", "out", "usual"


@dataclass(frozen=True)
class Step:
    """A tie-break at its place in the order, and where it can go from there."""

    place: int
    tie_break: TieBreak
    can_rise: bool
    can_sink: bool
    can_leave: bool


class TieBreaksPaper:
    """The order as it was kept, or as it was sent; and one more step, where a button of the list was pressed.

    What the chosen game doesn't offer is left out. ``why_not`` keeps the order as it is.
    """

    def __init__(
        self,
        typed: Mapping[str, Any] | None,
        *,
        ruleset: Ruleset,
        way: WayOfTakingPart,
        kept: tuple[str, ...],
        why_not: Refused | None = None,
    ) -> None:
        sent = typed if typed is not None and "tie_breaks" in typed and not why_not else {}
        self.ruleset, self.way, self.why_not = ruleset, way, why_not
        self.move = str(sent.get("move", ""))
        start = str(sent["tie_breaks"]).split() if sent else kept
        self.order = self._known(_moved(list(self._known(tuple(start))), self.move))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The chosen tie-breaks in their order."""
        last = len(self.order)
        return tuple(
            Step(place, CRITERIA[key], place > 1, place < last, last > 1)
            for place, key in enumerate(self.order, start=1)
        )

    @property
    def last(self) -> tuple[Step, ...]:
        return tuple(
            Step(place, CRITERIA[key], False, False, False)
            for place, key in enumerate(LAST_TWO, start=len(self.order) + 1)
        )

    @property
    def others(self) -> tuple[TieBreak, ...]:
        choice = offered(self.ruleset, self.way)
        return tuple(CRITERIA[key] for key in choice if key not in self.order)

    @property
    def value(self) -> str:
        """The order as it travels in the form."""
        return " ".join(self.order)

    @property
    def is_usual(self) -> bool:
        """Whether the game's usual order is chosen."""
        return not self.own

    @property
    def own(self) -> tuple[str, ...]:
        """The order to be kept: nothing, where it is the usual one."""
        return own_order(self.ruleset, self.order, self.way)

    @property
    def summary(self) -> str:
        """The order in a line."""
        names = [step.tie_break.name.split(" (")[0].lower() for step in self.steps]
        words = ", ".join([names[0].capitalize(), *names[1:]])
        return f"{words} · {'as usual' if self.is_usual else 'your own order'}"

    def _known(self, order: tuple[str, ...]) -> tuple[str, ...]:
        return settled_by_figures(tie_breaks_of(self.ruleset, order, self.way))


def _moved(order: list[str], move: str) -> tuple[str, ...]:
    """The order after one button, ``up points``; as it was where there is nothing to do."""
    way, _, key = move.partition(" ")
    if way == USUAL:
        return ()
    if way == IN and key not in order:
        return (*order, key)
    if key not in order:
        return tuple(order)
    place = order.index(key)
    if way == OUT and len(order) > 1:
        order.remove(key)
    if way in (UP, DOWN):
        order.insert(max(place + (1 if way == DOWN else -1), 0), order.pop(place))
    return tuple(order)
