"""All 312 hands of Fahrenheit that can be reported, with reneges, against a handwritten table.

Nothing here is computed by the rules: the outcome of each bid for each number of books, what a hand counts,
and the books after each penalty are written out.
"""

import pytest

from rules.games import find_ruleset

# For each bid, the outcome when the bidders have 0, 1, 2 … 13 books. s: set, m: made, B: Boston; Z: the
# others have all thirteen, which takes a penalty.
OUTCOME = {
    4: "Zsssssssssmmm" + "B",
    5: "Zssssssssssmm" + "B",
    6: "Zsssssssssssm" + "B",
    7: "Zssssssssssss" + "B",
}

# What each outcome counts: (for the bidders, for the others).
AT_TRUMPS = {"Z": (0, 2), "s": (0, 1), "m": (1, 0), "B": (2, 0)}
AT_NO_TRUMP = {"Z": (0, 2), "s": (0, 2), "m": (2, 0), "B": (2, 0)}
COUNTS = {"uptown": AT_TRUMPS, "downtown": AT_TRUMPS, "no_trump": AT_NO_TRUMP}

# The points of a made bid, by the bidders' books.
POINTS = {10: 4, 11: 5, 12: 6, 13: 7}

# The bidders' books after penalties, for 1 to 13 books won; and the books won that end awarded.
NO_CHANGE = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
ONE_BY_BIDDERS = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
TWO_BY_BIDDERS = (0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7)
ONE_BY_OTHERS = (4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 13, 13, 13)
TWO_BY_OTHERS = (7, 8, 9, 10, 11, 12, 13, 13, 13, 13, 13, 13, 13)
PENALTIES = {
    "nobody": (NO_CHANGE, ()),
    "bidders": (ONE_BY_BIDDERS, (1, 2, 3)),
    "others": (ONE_BY_OTHERS, (10, 11, 12)),
    "bidders bidders": (TWO_BY_BIDDERS, (1, 2, 3, 4, 5, 6)),
    "others others": (TWO_BY_OTHERS, (7, 8, 9, 10, 11, 12)),
    "bidders others": (NO_CHANGE, ()),
    "others bidders": (NO_CHANGE, ()),
    "bidders others bidders": (ONE_BY_BIDDERS, (1, 2, 3)),
    "others bidders others": (ONE_BY_OTHERS, (10, 11, 12)),
    "bidders others others bidders": (NO_CHANGE, ()),
}

BIDS = [(level, strain) for level in (4, 5, 6, 7) for strain in ("uptown", "downtown", "no_trump")]
SIDES = [("NS", "EW"), ("EW", "NS")]


def expected(level, strain, bidders, others, books, penalty):
    """The expected score of one reported hand, from the table."""
    after, awarded = PENALTIES[penalty]
    has = after[books - 1]
    outcome = OUTCOME[level][has]
    own, other = COUNTS[strain][outcome]
    return {
        "winner": bidders if outcome in "mB" else others,
        "units": {bidders: own, others: other},
        "points": {bidders: POINTS[has] if outcome in "mB" else 0, others: 0},
        "books": {bidders: has, others: 13 - has},
        "made": outcome in "mB",
        "boston": outcome in "BZ",
        "awarded": books in awarded,
    }


@pytest.mark.parametrize("penalty", PENALTIES)
def test_every_reported_hand_counts_as_the_table_says(penalty):
    ruleset = find_ruleset("fahrenheit")
    hands = [
        (level, strain, bidders, others, books)
        for level, strain in BIDS
        for bidders, others in SIDES
        for books in range(1, 14)
    ]

    differing = []
    for level, strain, bidders, others, books in hands:
        who = {"bidders": bidders, "others": others}
        report = {"bidder": bidders, "level": level, "strain": strain, "books": books}
        report["reneges"] = [who[word] for word in penalty.split() if word in who]
        score = ruleset.score(report).as_json()
        table = expected(level, strain, bidders, others, books, penalty)
        if {key: score[key] for key in table} != table:
            differing.append((report, score))

    assert len(hands) == 312
    assert differing == []
