"""The auction: who may call what, who must bid, and when it is over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.auction import IllegalCall
from rules.replay.card_table import card_table
from tests.rules.cards.games import GAMES_WITH_CARDS

GAMES_WITH_CALLS = [game for game in GAMES_WITH_CARDS if game != "bid-fair"]


def auction(game="fahrenheit", dealer="S", calls=(), **house):
    held = card_table(game, house).auction(dealer)
    for call in calls:
        held = held.after(call)
    return held


def test_the_player_on_the_dealers_left_calls_first_and_the_dealer_last():
    begun = auction(dealer="S")

    assert begun.turn == "W"
    assert auction(dealer="S", calls=["pass", "pass", "pass"]).turn == "S"


def test_downtown_outranks_uptown_and_no_trump_outranks_both():
    assert auction(calls=["4 uptown"]).legal_calls()[:3] == ("pass", "4 downtown", "4 no_trump")
    assert auction(calls=["4 no_trump"]).legal_calls()[:2] == ("pass", "5 uptown")


def test_the_dealer_must_bid_when_the_others_pass():
    forced = auction(calls=["pass", "pass", "pass"])

    assert "pass" not in forced.legal_calls()
    with pytest.raises(IllegalCall, match="The dealer must bid"):
        forced.after("pass")


def test_the_dealer_may_match_only_where_the_house_says_so():
    calls = ["4 uptown", "pass", "pass"]

    assert "4 uptown" not in auction(calls=calls).legal_calls()
    assert "4 uptown" in auction(calls=calls, dealer_may_match=True).legal_calls()
    assert "4 downtown" not in auction("bid-whist", calls=calls).legal_calls()


def test_it_goes_around_the_table_once():
    done = auction(calls=["pass", "4 uptown", "pass", "5 uptown"])

    assert done.is_over
    assert done.high_bid == ("S", "5 uptown")
    with pytest.raises(IllegalCall, match="over"):
        done.after("6 uptown")


def test_solo_bid_euchre_goes_on_until_three_have_passed():
    going = auction("solo-bid-euchre", calls=["1", "pass", "2", "pass", "3"])

    assert going.turn == "E"
    assert going.after("pass").high_bid == ("W", "3")
    assert going.after("pass").is_over


def test_a_call_that_outranks_nothing_says_so_in_a_sentence():
    with pytest.raises(IllegalCall, match="4 Uptown does not outrank 4 Downtown, the highest bid so far"):
        auction(calls=["4 downtown", "4 uptown"])


def test_a_word_that_is_no_bid_is_refused():
    with pytest.raises(IllegalCall, match='"9 sideways" is not a bid of this game'):
        auction(calls=["9 sideways"])


@given(st.sampled_from(GAMES_WITH_CALLS), st.data())
def test_legal_calls_lead_to_the_end_of_the_auction_and_the_highest_bid_stands(game, data):
    table = card_table(game)
    held = table.auction(data.draw(st.sampled_from(table.seats)))

    while not held.is_over:
        held = held.after(data.draw(st.sampled_from(held.legal_calls())))

    bids = [(held.ladder.height(call), seat) for seat, call in held.calls if call != "pass"]
    assert held.legal_calls() == ()
    assert (held.high_bid[0] if held.high_bid else None) == (max(bids)[1] if bids else None)
    assert bids == sorted(bids)
