"""Whether two people entered the same hand (Rulebook R-9)."""

from typing import Any

from rules.ruleset.hands import HandFacts

# Facts that somebody may leave out.
NOT_COMPARED = frozenset({"dealer", "bidder_seat", "calls", "trump", "direction", "discards"})


def same_hand(one: HandFacts, other: HandFacts) -> bool:
    """Whether two entries agree. Facts that somebody may leave out are not compared."""
    return _compared(one) == _compared(other)


def _compared(facts: HandFacts) -> dict[str, Any]:
    # In Bid Fair the points depend on the trump suit, because a bid in it scores (Rulebook B-6).
    beside = NOT_COMPARED - {"trump"} if facts.bids else NOT_COMPARED
    compared = {field: value for field, value in facts.items() if field not in beside}
    return {**compared, "reneges": sorted(facts.reneges)}
