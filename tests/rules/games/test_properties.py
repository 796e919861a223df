"""Properties of every hand, for all bids and reneges."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games import find_ruleset, house_rules_of

pytestmark = pytest.mark.slow

SIDES = ("NS", "EW")
OTHER = {"NS": "EW", "EW": "NS"}


@st.composite
def houses(draw, game):
    """Any valid combination of house rules."""
    rules = house_rules_of(game)
    chosen = draw(st.lists(st.sampled_from(rules), unique_by=lambda rule: rule.key, max_size=6))
    house = {rule.key: draw(st.sampled_from(list(rule.allowed))) for rule in chosen}
    if house.get("kitty") is False:
        house.pop("joker_swap", None)
    # The hands of these tests bid four or more.
    return house | ({"min_bid": min(house["min_bid"], 4)} if "min_bid" in house else {})


@st.composite
def whist_hands(draw):
    return {
        "bidder": draw(st.sampled_from(SIDES)),
        "level": draw(st.integers(4, 7)),
        "strain": draw(st.sampled_from(("uptown", "downtown", "no_trump"))),
        "books": draw(st.integers(1, 13)),
        "reneges": draw(st.lists(st.sampled_from(SIDES), max_size=4)),
    }


@given(whist_hands(), houses("fahrenheit"))
def test_books_make_thirteen_and_one_side_wins(hand, house):
    score = find_ruleset("fahrenheit", house).score(hand)

    assert sum(score.books.values()) == 13
    assert min(score.books.values()) >= 0
    assert score.winner in SIDES
    assert score.made == (score.winner == hand["bidder"])
    assert score.units[OTHER[score.winner]] == 0


@given(whist_hands(), houses("bid-whist"))
def test_the_sides_are_alike(hand, house):
    turned = hand | {"bidder": OTHER[hand["bidder"]], "reneges": [OTHER[side] for side in hand["reneges"]]}
    ruleset = find_ruleset("bid-whist", house)

    score, mirrored = ruleset.score(hand), ruleset.score(turned)

    assert mirrored.winner == OTHER[score.winner]
    assert mirrored.points == {OTHER[side]: points for side, points in score.points.items()}


@given(whist_hands())
def test_one_book_more_never_scores_less(hand):
    ruleset = find_ruleset("bid-whist")
    more = hand | {"books": min(13, hand["books"] + 1)}

    assert ruleset.score(more).points[hand["bidder"]] >= ruleset.score(hand).points[hand["bidder"]]


@given(st.lists(whist_hands(), max_size=12))
def test_a_game_of_fahrenheit_is_over_within_five_hands(hands):
    ruleset = find_ruleset("fahrenheit")
    scores = []

    for hand in hands:
        if not ruleset.game(scores).over:
            scores.append(ruleset.score(hand))
    state = ruleset.game(scores)

    assert state.hands <= 5
    assert state.over == (max(state.units.values()) >= 3)
    assert (max(state.units.values()), min(state.units.values())) in {
        *((high, low) for high in (0, 1, 2) for low in (0, 1, 2) if low <= high),
        *((high, low) for high in (3, 4) for low in (0, 1, 2)),
    }


@given(st.sampled_from([3, 4, 5, "ask", "moon"]), st.integers(0, 6))
def test_bid_euchre_scores_every_trick_of_the_opponents(bid, taken):
    report = {"bidder": "NS", "bid": bid, "tricks": {"NS": taken, "EW": 6 - taken}}

    score = find_ruleset("bid-euchre").score(report)

    assert score.points["EW"] == 6 - taken
    assert (score.points["NS"] > 0) == score.made
