"""The possible bids, and which outranks which."""

import pytest

from rules.cards.bids import card_ladder, number_ladder, whist_ladder, wording

LADDERS = [
    whist_ladder(4),
    whist_ladder(3, downtown_outranks_uptown=False),
    number_ladder(3, 5, beyond=("ask", "moon")),
    card_ladder(),
]


def test_where_they_are_equal_uptown_and_downtown_do_not_outrank_each_other():
    ladder = whist_ladder(4, downtown_outranks_uptown=False)

    assert not ladder.outranks("4 downtown", "4 uptown")
    assert not ladder.outranks("4 uptown", "4 downtown")
    assert ladder.above("4 uptown")[0] == "4 no_trump"


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.bids[0])
def test_what_stands_above_a_bid_is_what_outranks_it(ladder):
    for standing in (None, *ladder.bids):
        assert ladder.above(standing) == tuple(bid for bid in ladder.bids if ladder.outranks(bid, standing))


@pytest.mark.parametrize(
    ("call", "said"),
    [("4 uptown", "4 Uptown"), ("ask", "Six, asking for help"), ("pass", "Pass"), ("3", "3")],
)
def test_calls_are_worded_as_people_say_them(call, said):
    assert wording(call) == said
