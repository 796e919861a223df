"""Replays of Bid Fair: laid cards, the cut, the exchange, seven tricks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.replay.card_table import card_table
from rules.replay.replay_fair import replay_fair
from rules.replay.replayed import Irregularity
from simulation.players.players import play_hand, play_record
from tests.rules.replay.dealt import fair

TABLE = card_table("bid-fair")
RED_CARDS = ("AH", "KH", "JH", "AD", "KD", "QD", "JD")
SHARED_SUIT = {
    "deal": {"N": "AS KS QS JS TS 9S AC KC QC JC TC AD", "S": "AH KH QH JH TH 9H 9C KD QD JD TD 9D"},
    "crib": {"N": "9S TC TS JC", "S": "9H TH TD 9D"},
}


def replayed(**changes):
    return replay_fair(fair(**changes), TABLE)


def test_the_lower_bid_holds_the_contract_and_its_points_are_reported():
    done = replayed()

    assert (done.holder, done.tricks[0].leader, done.irregularities) == ("N", "N", ())
    assert done.report == {
        "dealer": "S",
        "bids": {"N": "JS", "S": "QH"},
        "trump": "spades",
        "trick_points": {"N": 104, "S": 0},
    }
    assert done.score == TABLE.ruleset.score(done.report)


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        pytest.param(
            {"calls": ["QS", "QH"], "tricks": []},
            ("call", 2, "S", "S", "QH", (), "The queen of hearts does not outrank the queen of spades."),
            id="a second bid of the same rank",
        ),
        pytest.param(
            {"calls": ["TS", "QH"], "tricks": []},
            ("call", 1, "N", "N", "TS", (), "N bid the 10 of spades without holding it."),
            id="a bid of a card in the crib",
        ),
        pytest.param(
            {"calls": [None, "pass"], "tricks": []},
            ("call", 2, "S", "S", "pass", (), "S may not pass: a card must be laid, face up or down."),
            id="the dealer passes after a card was laid",
        ),
        pytest.param(
            {"exchange": True, "tricks": ["9C 9S"]},
            ("play", 1, "S", "S", "9S", RED_CARDS, "S played the 9 of spades without holding it."),
            id="the cut card played after the exchange",
        ),
        pytest.param(
            {**SHARED_SUIT, "tricks": ["KC KH", "QS 9C"]},
            ("renege", 1, "S", "S", "KH", ("9C",), "S reneged with the king of hearts, holding 9C."),
            id="suit not followed",
        ),
    ],
)
def test_a_mistake_in_a_hand_is_reported_with_its_place(changes, wrong):
    done = replayed(**changes)

    assert done.irregularities == (Irregularity(*wrong),)


def test_after_two_passes_there_is_nothing_to_play():
    done = replayed(calls=["pass", "pass"], cut=None, tricks=[])

    assert (done.irregularities, done.report) == ((), None)


def test_after_a_pass_the_non_dealer_answers_the_dealers_bid():
    done = replayed(calls=["pass", "JH", None], down={"N": "JS"}, tricks=[])

    assert (done.irregularities, done.holder) == ((), "N")


def test_without_a_bid_the_non_dealer_leads_and_the_king_is_high():
    done = replayed(calls=[None, None], down={"N": "JS", "S": "QH"})

    assert (done.holder, done.tricks[0].leader, done.order.name) == (None, "N", "bid fair, kings high")


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from("NS"))
def test_the_score_of_a_replay_is_the_score_of_its_report(seed, dealer):
    done = replay_fair(play_record("bid-fair", seed, dealer), TABLE)

    assert done.irregularities == ()
    assert TABLE.ruleset.score(play_hand("bid-fair", seed, dealer)) == done.score
