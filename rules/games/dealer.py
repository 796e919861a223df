"""Who deals the next hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.games.ruleset import Ruleset


def next_dealer(ruleset: Ruleset, last: str | None, points: Mapping[str, int]) -> str | None:
    """Who deals after a hand that ``last`` dealt; None where nobody can know.

    The deal passes to the left. In Bid Fair the leader on the score card deals, and level it alternates
    (Rulebook B-15). ``points`` are those of the whole game so far.
    """
    if ruleset.key == "bid-fair":
        leading = [seat for seat in ruleset.seats if points[seat] == max(points.values())]
        if len(leading) == 1:
            return leading[0]
    return None if last is None else _left_of(ruleset.seats, last)


def deal_passes(ruleset: Ruleset) -> bool:
    """Whether a misdeal costs the dealer the deal (Rulebook R-3); in a silent game it doesn't."""
    return ruleset.house.get("misdeal") == "next_dealer"


def dealer_after_misdeal(ruleset: Ruleset, dealer: str | None) -> str | None:
    """Who deals again what ``dealer`` dealt wrong; None where nobody knows who dealt."""
    return _left_of(ruleset.seats, dealer) if dealer and deal_passes(ruleset) else dealer


def _left_of(seats: Sequence[str], seat: str) -> str:
    return seats[(seats.index(seat) + 1) % len(seats)]
