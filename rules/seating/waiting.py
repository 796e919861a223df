"""Games that are called one by one, as tables open up (Rulebook E-41, E-42)."""

from dataclasses import dataclass

from rules.seating.seating import TableSeating


@dataclass(frozen=True, kw_only=True)
class OpenPlay(TableSeating):
    """Those who have waited longest are called to the next free table."""


@dataclass(frozen=True, kw_only=True)
class RiseAndFly(TableSeating):
    """Losers rise, and the next in line come to the winner's table."""

    winners_stay: bool = True
