"""The auction: who may call what, who must bid, and when it is over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.auction import IllegalCall
from rules.cards.bids import card_ladder, number_ladder, whist_ladder
from rules.replay.card_table import card_table
from tests.rules.cards.table_talk import GAMES_WITH_CARDS

GAMES_WITH_CALLS = [game for game in GAMES_WITH_CARDS if game != "bid-fair"]
LADDERS = [
    whist_ladder(4),
    whist_ladder(3, downtown_outranks_uptown=False),
    number_ladder(3, 5, beyond=("ask", "moon")),
    card_ladder(),
]
PASS, UP = ["pass"], ["4 uptown"]
EQUAL = {"downtown_beats_uptown": False}
CUTTHROAT = "cutthroat-bid-whist"


def auction(calls, game="fahrenheit", **house):
    """The auction after these calls. The player of the last seat deals."""
    table = card_table(game, house)
    held = table.auction(table.seats[-1])
    for call in calls:
        held = held.after(call)
    return held


@pytest.mark.parametrize(
    ("game", "house", "calls", "turn", "lowest"),
    [
        ("fahrenheit", {}, [], "N", ("pass", "4 uptown", "4 downtown")),
        ("fahrenheit", {}, UP, "E", ("pass", "4 downtown", "4 no_trump")),
        ("fahrenheit", {}, ["4 no_trump"], "E", ("pass", "5 uptown", "5 downtown")),
        ("fahrenheit", EQUAL, UP, "E", ("pass", "4 no_trump", "5 uptown")),
        ("fahrenheit", EQUAL, ["4 downtown"], "E", ("pass", "4 no_trump", "5 uptown")),
        ("fahrenheit", {"min_bid": 3}, [], "N", ("pass", "3 uptown", "3 downtown")),
        ("fahrenheit", {}, PASS * 3, "W", ("4 uptown", "4 downtown", "4 no_trump")),
        ("fahrenheit", {"all_pass": "redeal_next"}, PASS * 3, "W", ("pass", "4 uptown", "4 downtown")),
        ("fahrenheit", {}, UP + PASS * 2, "W", ("pass", "4 downtown", "4 no_trump")),
        ("fahrenheit", {"dealer_may_match": True}, UP + PASS * 2, "W", ("pass", "4 uptown", "4 downtown")),
        ("bid-whist", {"dealer_may_match": True}, UP + PASS, "S", ("pass", "4 no_trump", "5 uptown")),
        (CUTTHROAT, {"min_bid": 9}, [], "N", ("pass", "9 uptown", "9 downtown")),
        (CUTTHROAT, {}, PASS * 2, "W", ("pass", "6 uptown", "6 downtown")),
        (CUTTHROAT, {"all_pass": "forced"}, PASS * 2, "W", ("6 uptown", "6 downtown", "6 no_trump")),
    ],
    ids=str,
)
def test_a_bid_outranks_the_highest_so_far_by_the_house_rules(game, house, calls, turn, lowest):
    held = auction(calls, game, **house)

    assert (held.turn, held.legal_calls()[:3]) == (turn, lowest)


@pytest.mark.parametrize(
    ("game", "house", "calls", "turn", "legal"),
    [
        ("bid-euchre", {}, PASS * 3, "W", "pass 3 4 5 ask moon"),
        ("bid-euchre", {"stick_the_dealer": True}, PASS * 3, "W", "3 4 5 ask moon"),
        ("bid-euchre", {"plain_six": True}, [], "N", "pass 3 4 5 6 ask moon"),
        ("bid-euchre", {"ask_and_moon": False}, [], "N", "pass 3 4 5"),
        ("solo-bid-euchre", {}, PASS * 3, "W", "1 2 3 4 5"),
        ("solo-bid-euchre", {"stick_the_dealer": False}, PASS * 3, "W", "pass 1 2 3 4 5"),
        ("solo-bid-euchre", {"min_bid": 2}, [], "N", "pass 2 3 4 5"),
        ("solo-bid-euchre", {}, ["1", "pass", "2", "pass", "3"], "S", "pass 4 5"),
    ],
    ids=str,
)
def test_in_bid_euchre_tricks_are_bid_by_the_house_rules(game, house, calls, turn, legal):
    held = auction(calls, game, **house)

    assert (held.turn, " ".join(held.legal_calls())) == (turn, legal)


@pytest.mark.parametrize(
    ("game", "calls", "high_bid"),
    [
        pytest.param("fahrenheit", ["pass", *UP, "pass", "5 uptown"], ("W", "5 uptown"), id="once around"),
        pytest.param(
            "solo-bid-euchre", ["1", "pass", "2", "pass", "3", "pass"], ("N", "3"), id="until three pass"
        ),
    ],
)
def test_an_auction_is_over_with_the_last_call(game, calls, high_bid):
    done = auction(calls, game)

    assert not auction(calls[:-1], game).is_over
    assert (done.is_over, done.high_bid) == (True, high_bid)
    with pytest.raises(IllegalCall, match="The auction is over: everybody has called"):
        done.after("5")


@pytest.mark.parametrize(
    ("game", "calls", "says"),
    [
        ("fahrenheit", PASS * 4, "The dealer must bid when everybody else has passed"),
        ("fahrenheit", ["4 downtown", *UP], "4 Uptown does not outrank 4 Downtown, the highest bid so far"),
        ("bid-euchre", ["moon", "ask"], "Six, asking for help does not outrank Shoot the moon, the highest"),
        ("fahrenheit", ["9 sideways"], '"9 sideways" is not a bid of this game'),
    ],
)
def test_an_illegal_call_is_refused_in_a_sentence(game, calls, says):
    with pytest.raises(IllegalCall, match=says):
        auction(calls, game)


@given(st.sampled_from(GAMES_WITH_CALLS), st.data())
def test_legal_calls_end_the_auction_and_the_highest_bid_wins_it(game, data):
    table = card_table(game)
    held = table.auction(data.draw(st.sampled_from(table.seats)))

    while not held.is_over:
        held = held.after(data.draw(st.sampled_from(held.legal_calls())))

    bids = [(held.ladder.height(call), seat) for seat, call in held.calls if call != "pass"]
    assert held.legal_calls() == ()
    assert (held.high_bid[0] if held.high_bid else None) == (max(bids)[1] if bids else None)
    assert bids == sorted(bids)


@pytest.mark.parametrize("ladder", LADDERS, ids=lambda ladder: ladder.bids[0])
def test_what_is_above_a_bid_is_what_outranks_it(ladder):
    assert ladder.above(None) == ladder.bids
    for standing in ladder.bids:
        lowest = ladder.height(standing) + 1
        assert ladder.above(standing) == tuple(bid for bid in ladder.bids if ladder.height(bid) >= lowest)
