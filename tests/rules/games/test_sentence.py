"""A hand in one sentence: different hands have different sentences."""

from contextlib import suppress
from itertools import product

import pytest

from rules.games import find_ruleset
from rules.ruleset.hands import ImpossibleHand

NAMES = {"NS": "Joker Joy", "EW": "Aces & Eights", "N": "Dee", "E": "Ray", "S": "Flo", "W": "Al"}


RENEGES = ([], ["NS"], ["EW"], ["NS", "NS"], ["NS", "EW"])
STRAINS = ("uptown", "downtown", "no_trump")
OF_WHIST = [
    {"bidder": bidder, "level": level, "strain": strain, "books": books, "reneges": reneges}
    for bidder, level, strain, books, reneges in product(
        ("NS", "EW"), range(4, 8), STRAINS, range(1, 14), RENEGES
    )
]
OF_EUCHRE = [
    {"bidder": bidder, "bid": bid, "tricks": {"NS": taken, "EW": 6 - taken}, "reneges": reneges}
    for bidder, bid, taken, reneges in product(("NS", "EW"), (3, 5, "ask", "moon"), range(7), RENEGES)
]
OF_SOLO_EUCHRE = [
    {"bidder": bidder, "bid": bid, "tricks": dict(zip("NESW", taken, strict=True))}
    for bidder, bid, taken in product("NESW", (1, 3), product(range(6), repeat=4))
    if sum(taken) == 5
]
OF_BID_FAIR = [
    {"bids": {"N": north, "S": south}, "trump": trump, "trick_points": {"N": taken, "S": 140 - taken}}
    for north, south, trump, taken in product((None, "QD", "QH"), (None, "KH"), ("hearts", "clubs"), (60, 80))
]


@pytest.mark.parametrize(
    ("game", "hands"),
    [
        ("fahrenheit", OF_WHIST),
        ("bid-whist", OF_WHIST),
        ("bid-euchre", OF_EUCHRE),
        ("solo-bid-euchre", OF_SOLO_EUCHRE),
        ("bid-fair", OF_BID_FAIR),
    ],
)
def test_no_two_hands_read_the_same(game, hands):
    ruleset, headlines = find_ruleset(game), []
    for hand in hands:
        with suppress(ImpossibleHand):
            headlines.append(ruleset.score(hand, NAMES).headline)

    assert len(headlines) > 10
    assert len(headlines) == len(set(headlines))
