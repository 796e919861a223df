"""The speed of actions that many people do at once."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import cycle
from math import ceil
from threading import Barrier
from typing import Any

Action = Callable[[], Any]


@dataclass(frozen=True, kw_only=True)
class Measured:
    """The times of actions that ran concurrently."""

    what: str
    referees: int
    seconds: float
    times: list[float]

    @property
    def rate(self) -> float:
        """Actions a second."""
        return len(self.times) / self.seconds

    def after(self, share: float) -> float:
        """The time within which this share of them was done."""
        return after(self.times, share)


def after(times: list[float], share: float) -> float:
    """The time within which this share of them was done."""
    return sorted(times)[min(len(times) - 1, ceil(share * len(times)) - 1)]


def nothing() -> None:
    """Do nothing: the default for ``leave`` and ``rest``."""


def together(
    what: str,
    actions: list[list[Action]],
    *,
    leave: Callable[[], None] = nothing,
    rest: Callable[[], None] = nothing,
) -> Measured:
    """Run each person's actions one after the other, and all people concurrently.

    ``rest`` runs after each action and isn't timed; ``leave`` runs at the end of each person's actions.
    """
    start = Barrier(len(actions) + 1)

    def person(mine: list[Action]) -> list[float]:
        times = []
        start.wait()
        try:
            for action in mine:
                began = time.perf_counter()
                action()
                times.append(time.perf_counter() - began)
                rest()
        finally:
            leave()
        return times

    with ThreadPoolExecutor(len(actions)) as people:
        asked = [people.submit(person, mine) for mine in actions]
        start.wait()
        began = time.perf_counter()
        times = [each for future in asked for each in future.result()]
        seconds = time.perf_counter() - began
    return Measured(what=what, referees=len(actions), seconds=seconds, times=times)


def dealt(things: list[Any], people: int) -> list[list[Any]]:
    """The things, dealt around to ``people`` hands."""
    hands: list[list[Any]] = [[] for _ in range(people)]
    for thing, hand in zip(things, cycle(hands), strict=False):
        hand.append(thing)
    return hands


def merged(parts: list[Measured]) -> Measured:
    """Several batches as one."""
    return Measured(
        what=parts[0].what,
        referees=parts[0].referees,
        seconds=sum(part.seconds for part in parts),
        times=[each for part in parts for each in part.times],
    )
