"""The tie-breaks, as a list that buttons reorder. It works without a script."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.competition.taking_part import WayOfTakingPart
from rules.ruleset.ruleset import Ruleset
from rules.standings.tie_break import TieBreak
from rules.standings.tie_breaks import (
    CRITERIA,
    LAST_TWO,
    counter_of,
    offered,
    own_order,
    settled_by_figures,
    tie_breaks_of,
)
from tournament.errors import Refused

UP, DOWN, IN, OUT, USUAL = "up", "down", "in", "out", "usual"


@dataclass(frozen=True)
class TieBreakStep:
    number: int
    tie_break: TieBreak
    can_rise: bool
    can_sink: bool
    can_leave: bool


class TieBreaksPaper:
    """The order as stored or as sent, after the move of the button that was pressed.

    Tie-breaks that the game doesn't offer are left out. ``why_not`` locks the order.
    """

    def __init__(
        self,
        typed: Mapping[str, Any] | None,
        *,
        ruleset: Ruleset,
        way: WayOfTakingPart,
        kept: tuple[str, ...],
        counters: tuple[str, ...] = (),
        by_totals: bool = False,
        why_not: Refused | None = None,
    ) -> None:
        sent = typed if typed is not None and "tie_breaks" in typed and not why_not else {}
        self.ruleset, self.way, self.counters, self.why_not = ruleset, way, counters, why_not
        self.by_totals = by_totals
        self.move = str(sent.get("move", ""))
        start = str(sent["tie_breaks"]).split() if sent else kept
        self.order = self._known(_moved(list(self._known(tuple(start))), self.move))
        # A page from before the lock may send another order.
        self.is_refused = bool(why_not and typed and typed.get("tie_breaks", self.value) != self.value)

    @property
    def steps(self) -> tuple[TieBreakStep, ...]:
        last = len(self.order)
        return tuple(
            TieBreakStep(number, CRITERIA[key], number > 1, number < last, last > 1)
            for number, key in enumerate(self.order, start=1)
        )

    @property
    def last(self) -> tuple[TieBreakStep, ...]:
        return tuple(
            TieBreakStep(number, CRITERIA[key], False, False, False)
            for number, key in enumerate(LAST_TWO, start=len(self.order) + 1)
        )

    @property
    def others(self) -> tuple[TieBreak, ...]:
        in_order = {counter_of(key) or key for key in self.order}
        choice = offered(self.ruleset, self.way, self.counters)
        return tuple(CRITERIA[key] for key in choice if (counter_of(key) or key) not in in_order)

    @property
    def value(self) -> str:
        return " ".join(self.order)

    @property
    def is_usual(self) -> bool:
        return not self.own

    @property
    def own(self) -> tuple[str, ...]:
        """The order to store: empty for the game's usual one."""
        return self._own(self.order)

    @property
    def summary(self) -> str:
        names = [step.tie_break.name.split(" (")[0].lower() for step in self.steps]
        words = ", ".join([names[0].capitalize(), *names[1:]])
        return f"{words} · {'as usual' if self.is_usual else 'your own order'}"

    def _known(self, order: tuple[str, ...]) -> tuple[str, ...]:
        usual = tie_breaks_of(self.ruleset, (), self.way, self.counters, by_totals=self.by_totals)
        return self._own(order) or settled_by_figures(usual)

    def _own(self, order: tuple[str, ...]) -> tuple[str, ...]:
        return own_order(self.ruleset, order, self.way, self.counters, by_totals=self.by_totals)


def _moved(order: list[str], move: str) -> tuple[str, ...]:
    """The order after one button, such as ``up points``."""
    way, _, key = move.partition(" ")
    if way == USUAL:
        return ()
    if way == IN and key not in order:
        return (*order, key)
    if key not in order:
        return tuple(order)
    index = order.index(key)
    if way == OUT and len(order) > 1:
        order.remove(key)
    if way in (UP, DOWN):
        order.insert(max(index + (1 if way == DOWN else -1), 0), order.pop(index))
    return tuple(order)
