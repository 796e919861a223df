"""The tables in ``docs/rulebook`` show what the rules compute."""

import re

import pytest

from rules.games import find_ruleset
from tests.rules.rulebook import RULEBOOK

STRAINS = {"uptown": "uptown", "downtown": "downtown", "no trump": "no_trump"}


def table(chapter, head):
    """The rows under a table's head, as lists of cell texts."""
    lines = (RULEBOOK / f"{chapter}.md").read_text().splitlines()
    at = lines.index(head) + 2
    rows = [line for line in lines[at:] if line.startswith("|")]
    end = next(number for number, line in enumerate(lines[at:]) if not line.startswith("|"))
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[:end]]


def numbers(text):
    """The integers in a text; "minus 4" is -4."""
    return [int(found) for found in re.findall(r"-?\d+", text.replace("minus ", "-"))]


def bids(bid):
    """The bids that a cell means: "4 uptown or downtown" is two bids; "any" is every level."""
    levels = numbers(bid) or range(4, 8)
    strains = [strain for word, strain in STRAINS.items() if word in bid] or ["uptown", "downtown"]
    return [{"bidder": "NS", "level": level, "strain": strain} for level in levels for strain in strains]


FAHRENHEIT = table("fahrenheit", "| bid | books of the bidders | units | points |")
PENALTIES = table("fahrenheit", "| books of the bidders | reneged | after the penalty | comes out as |")
BID_WHIST = table("bid-whist", "| bid | books of the bidders | points | with double no trump |")
BID_EUCHRE = table("bid-euchre", "| bid | tricks of the bidders | bidders | others |")
SOLO = table("solo-bid-euchre", "| bid | tricks | the bidder | another player with two tricks |")
BID_FAIR = table("bid-fair", "| North bid | South bid | trump | in tricks | North scores | South scores |")


@pytest.mark.parametrize(("bid", "books", "units", "points"), FAHRENHEIT)
def test_what_a_hand_counts_in_fahrenheit(bid, books, units, points):
    took = range(1, numbers(books)[0] + 1) if "fewer" in books else numbers(books)
    scored = numbers(points) * (len(took) if "fewer" in books else 1)
    side = "EW" if "opponents" in units else "NS"

    for hand in bids(bid):
        for many, worth in zip(took, scored, strict=True):
            score = find_ruleset("fahrenheit").score({**hand, "books": many})
            assert (score.winner, score.units[side]) == (side, numbers(units)[0])
            assert score.points == {"NS": worth, "EW": 0}
            assert score.boston == ("Boston" in units)


@pytest.mark.parametrize(("books", "reneged", "after", "outcome"), PENALTIES)
def test_what_reneges_do_to_a_bid_of_four_uptown(books, reneged, after, outcome):
    reneges = ["NS"] * ("bidders" in reneged) + ["EW"] * ("opponents" in reneged)
    if "one of each" in reneged:
        reneges = ["NS", "EW"]
    hand = {"bidder": "NS", "level": 4, "strain": "uptown", "books": int(books)}
    score = find_ruleset("fahrenheit").score({**hand, "reneges": reneges * (2 if "twice" in reneged else 1)})

    assert list(score.books.values()) == numbers(after)
    assert score.awarded == ("awarded" in outcome and "not awarded" not in outcome)
    assert score.boston == ("counts two" in outcome or "a Boston" in outcome)
    if "counts" in outcome:
        side = "NS" if "made" in outcome else "EW"
        assert score.units[side] == (2 if "counts two" in outcome else 1)
        assert score.points["NS"] == (numbers(outcome)[0] if "made" in outcome else 0)


@pytest.mark.parametrize(("bid", "books", "points", "doubled"), BID_WHIST)
def test_what_a_hand_scores_in_bid_whist(bid, books, points, doubled):
    plain, double = find_ruleset("bid-whist"), find_ruleset("bid-whist", {"double_no_trump": True})

    for hand in bids(bid):
        report = {**hand, "books": int(books)}
        assert [plain.score(report).points["NS"]] == numbers(points)
        assert [double.score(report).points["NS"]] == numbers(doubled)


@pytest.mark.parametrize(("bid", "tricks", "bidders", "others"), BID_EUCHRE)
def test_what_a_hand_scores_in_bid_euchre(bid, tricks, bidders, others):
    taken = {"NS": int(tricks), "EW": 6 - int(tricks)}
    report = {"bidder": "NS", "bid": int(bid) if bid.isdigit() else bid, "tricks": taken}

    points = find_ruleset("bid-euchre").score(report).points

    assert list(points.values()) == [*numbers(bidders), *numbers(others)]


@pytest.mark.parametrize(("bid", "tricks", "bidder", "other"), SOLO)
def test_what_a_hand_scores_in_solo_bid_euchre(bid, tricks, bidder, other):
    others = 2 if other else 0
    taken = {"N": int(tricks), "E": others, "S": 5 - int(tricks) - others, "W": 0}

    points = find_ruleset("solo-bid-euchre").score({"bidder": "N", "bid": int(bid), "tricks": taken}).points

    assert [points["N"]] == numbers(bidder)
    assert points["E"] == (numbers(other)[0] if other else 0)


@pytest.mark.parametrize(("north", "south", "trumps", "tricks", "north_scores", "south_scores"), BID_FAIR)
def test_what_a_hand_scores_in_bid_fair(north, south, trumps, tricks, north_scores, south_scores):
    ranks = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "ten": "T", "nine": "9"}
    laid = {
        seat: None if card == "face down" else ranks[card.split()[0]] + card.split()[2][0].upper()
        for seat, card in (("N", north), ("S", south))
    }
    taken = dict(zip("NS", numbers(tricks), strict=True))

    points = find_ruleset("bid-fair").score({"bids": laid, "trump": trumps, "trick_points": taken}).points

    # The cell ends with the sum, after a colon if it is explained; for a miss, the first number is all.
    for seat, cell in (("N", north_scores), ("S", south_scores)):
        assert points[seat] == (numbers(cell)[0] if "missed" in cell else numbers(cell)[-1])
