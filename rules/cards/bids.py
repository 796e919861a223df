"""The bids of each game, which bid outranks which, and how people say them.

A call is written as in a report: ``"pass"``, ``"4 uptown"``, ``"5 no_trump"`` in Bid Whist; ``"3"``,
``"ask"``, ``"moon"`` in Bid Euchre; a card such as ``"QD"`` in Bid Fair.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

PASS: Final = "pass"
ASK: Final = "ask"
MOON: Final = "moon"

UPTOWN: Final = "uptown"
DOWNTOWN: Final = "downtown"
NO_TRUMP: Final = "no_trump"
STRAINS: Final = (UPTOWN, DOWNTOWN, NO_TRUMP)
DIRECTIONS: Final = (UPTOWN, DOWNTOWN)

STRAIN_WORDS: Final[Mapping[str, str]] = {UPTOWN: "Uptown", DOWNTOWN: "Downtown", NO_TRUMP: "No Trump"}


@dataclass(frozen=True, slots=True)
class BidLadder:
    """The bids of a game, lowest first. Bids on one rung cannot outrank each other.

    >>> ladder = whist_ladder(4, downtown_outranks_uptown=False)
    >>> ladder.above("7 uptown")
    ('7 no_trump',)
    """

    rungs: tuple[tuple[str, ...], ...]
    bids: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _height: Mapping[str, int] = field(init=False, repr=False, compare=False)
    _not_above: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        heights = {bid: rung for rung, bids in enumerate(self.rungs) for bid in bids}
        up_to = list(accumulate(len(bids) for bids in self.rungs))
        object.__setattr__(self, "bids", tuple(heights))
        object.__setattr__(self, "_height", heights)
        object.__setattr__(self, "_not_above", {bid: up_to[rung] for bid, rung in heights.items()})

    def __contains__(self, call: object) -> bool:
        return isinstance(call, str) and call in self._height

    def height(self, bid: str) -> int:
        return self._height[bid]

    def same_rank(self, bid: str) -> tuple[str, ...]:
        """The bids on the same rung, ``bid`` included."""
        return self.rungs[self._height[bid]]

    def above(self, highest: str | None) -> tuple[str, ...]:
        """The bids that may follow ``highest``; None means no bid yet."""
        return self.bids if highest is None else self.bids[self._not_above[highest] :]


def whist_ladder(lowest: int, highest: int = 7, *, downtown_outranks_uptown: bool = True) -> BidLadder:
    """The bids of Bid Whist: a number with uptown, downtown or no trump."""
    rungs: list[tuple[str, ...]] = []
    for level in range(lowest, highest + 1):
        up, down, no = (f"{level} {strain}" for strain in STRAINS)
        # Rulebook F-5: "Bids of the same number downtown outranks an uptown bid."
        rungs += [(up,), (down,)] if downtown_outranks_uptown else [(up, down)]
        rungs.append((no,))
    return BidLadder(tuple(rungs))


def number_ladder(lowest: int, highest: int, *, beyond: Iterable[str] = ()) -> BidLadder:
    """Numbers of tricks, then the bids ``beyond`` them: in Bid Euchre ``ask``, then ``moon``."""
    return BidLadder((*((str(level),) for level in range(lowest, highest + 1)), *((bid,) for bid in beyond)))


def as_called(bid: str, ladder: BidLadder) -> str:
    """The bid as a player calls it: its number alone if the direction is named after the auction."""
    return bid if bid in ladder else bid.partition(" ")[0]


def card_ladder() -> BidLadder:
    """The bids of Bid Fair: a card laid face up, outranked by any card of a higher rank."""
    return BidLadder(tuple(tuple(rank + suit for suit in "SHDC") for rank in "9TJQKA"))


def wording(call: str, strain_words: Mapping[str, str] = STRAIN_WORDS) -> str:
    """The call as people say it.

    >>> wording("5 no_trump"), wording("moon"), wording("pass")
    ('5 No Trump', 'Shoot the moon', 'Pass')
    """
    level, _, strain = call.partition(" ")
    if strain:
        return f"{level} {strain_words[strain]}".rstrip()
    return {ASK: "Six, asking for help", MOON: "Shoot the moon", PASS: "Pass"}.get(call, call)
