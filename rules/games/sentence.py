"""A hand in one sentence: who bid what, how many books that came to, and what it counts."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.hands import won_or_lost


def hand_sentence(who: str, bid: str, taken: str, outcome: str, penalty: str = "") -> str:
    """What happened, so that nobody can take it for another hand.

    >>> hand_sentence("Joker Joy", "bid 4 Uptown", "10", "made, counts one")
    'Joker Joy bid 4 Uptown and took 10: made, counts one.'
    >>> hand_sentence("Joker Joy", "bid 5 Uptown", "11", "set", penalty="minus 3 for a renege: 8")
    'Joker Joy bid 5 Uptown and took 11, minus 3 for a renege: 8, set.'
    """
    return f"{who} {bid} and took {taken}{f', {penalty},' if penalty else ':'} {outcome}."


def penalty_words(taken: int, left: int, offences: Sequence[tuple[str, int, int]]) -> str:
    """What penalties did to the books of who bid: "minus 3 for a renege: 8"; empty where nobody offended.

    ``offences`` are each kind of them, how many who bid is charged with, and how many the others.
    """
    charged = [(kind, own, others) for kind, own, others in offences if own or others]
    if not charged:
        return ""
    why = " and ".join(_offences(*each) for each in charged)
    if all(own == others for _, own, others in charged):
        return f"{why}: {left}"
    is_against = left < taken or (left == taken and sum(own - others for _, own, others in charged) > 0)
    return f"{'minus' if is_against else 'plus'} {abs(taken - left)} for {why}: {left}"


def points_words(worth: int, cost: int, reneges: int) -> str:
    """What a hand earned where a renege costs points: "five points, minus 4 for a renege: one point"."""
    if not reneges:
        return won_or_lost(worth)
    return f"{won_or_lost(worth)}, minus {cost} for {_many('renege', reneges)}: {won_or_lost(worth - cost)}"


def _offences(kind: str, own: int, others: int) -> str:
    if own == others:
        return f"{_many(kind, own)} each"
    return f"{_many(kind, own)} to {others}" if own and others else _many(kind, own or others)


def _many(kind: str, many: int) -> str:
    return f"a {kind}" if many == 1 else f"{many} {kind}s"
