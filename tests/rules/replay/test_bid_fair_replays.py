"""Replays of Bid Fair: laid cards, the cut, the exchange, seven tricks."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.games.hands import ImpossibleHand
from rules.replay.card_table import card_table
from rules.replay.replay_fair import replay_fair
from simulation.players.players import play_hand, play_record
from tests.rules.replay.dealt import refused

TABLE = card_table("bid-fair")

# South deals. North plays the black cards and South the red ones.
HAND = {
    "game": "bid-fair",
    "dealer": "S",
    "deal": {"N": "AS KS QS JS TS 9S AC KC QC JC TC 9C", "S": "AH KH QH JH TH 9H AD KD QD JD TD 9D"},
    "crib": {"N": "9S 9C TS TC", "S": "9H 9D TH TD"},
    "calls": ["JS", "QH"],
    "cut": "9S",
    "exchange": False,
    "tricks": ["KS KD", "QS QD", "AS JD", "KC KH", "QC JH", "AC AH", "JC AD"],
}


def fair(**changes):
    return replay_fair(HAND | changes, TABLE)


def test_the_lower_bid_holds_the_contract_and_leads():
    done = fair()

    assert (done.holder, done.tricks[0].leader) == ("N", "N")
    assert done.irregularities == ()


def test_the_report_has_bids_trump_and_the_points_in_tricks():
    done = fair()

    assert done.report == {
        "dealer": "S",
        "bids": {"N": "JS", "S": "QH"},
        "trump": "spades",
        "trick_points": {"N": 104, "S": 0},
    }
    assert done.score == TABLE.ruleset.score(done.report)


def test_a_second_bid_must_outrank_the_first():
    (illegal,) = fair(calls=["QS", "QH"], tricks=[]).irregularities

    assert (illegal.kind, illegal.number, illegal.seat) == ("call", 2, "S")
    assert "does not outrank" in illegal.sentence


def test_nobody_bids_a_card_that_lies_in_the_crib():
    illegal = fair(calls=["TS", "QH"]).irregularities[0]

    assert illegal.sentence == "N bid the 10 of spades without holding it."


def test_the_dealer_may_pass_only_after_a_pass():
    (illegal, *_) = fair(calls=[None, "pass"], tricks=[]).irregularities

    assert "S may not pass" in illegal.sentence


def test_after_two_passes_there_is_nothing_to_play():
    done = fair(calls=["pass", "pass"], cut=None, tricks=[])

    assert (done.irregularities, done.report) == ((), None)


def test_after_a_pass_the_non_dealer_answers_the_dealers_bid():
    done = fair(calls=["pass", "JH", None], down={"N": "JS"}, tricks=[])

    assert done.irregularities == ()
    assert done.holder == "N"


def test_without_a_bid_the_non_dealer_leads_and_the_king_is_high():
    done = fair(calls=[None, None], down={"N": "JS", "S": "QH"})

    assert (done.holder, done.tricks[0].leader) == (None, "N")
    assert done.order.name == "bid fair, kings high"


def test_the_holder_may_take_the_crib_but_not_the_cut_card():
    done = fair(exchange=True, tricks=["9C 9S"])

    assert [each.sentence for each in done.irregularities] == [
        "S played the 9 of spades without holding it.",
    ]


def test_not_following_is_found_with_the_cards_that_should_have_been_played():
    deal = {"N": "AS KS QS JS TS 9S AC KC QC JC TC AD", "S": "AH KH QH JH TH 9H 9C KD QD JD TD 9D"}
    crib = {"N": "9S TC TS JC", "S": "9H TH TD 9D"}

    (renege,) = fair(deal=deal, crib=crib, tricks=["KC KH", "QS 9C"]).irregularities

    assert (renege.kind, renege.number, renege.seat, renege.instead) == ("renege", 1, "S", ("9C",))


@pytest.mark.parametrize("case", refused("bid-fair"))
def test_what_is_no_hand_of_the_game_is_refused_and_the_field_named(case):
    with pytest.raises(ImpossibleHand) as impossible:
        fair(**case["changes"])

    assert case["field"] in {error.field for error in impossible.value.errors}


@settings(max_examples=25)
@given(st.integers(0, 10**6), st.sampled_from("NS"))
def test_the_score_of_a_replay_is_the_score_of_its_report(seed, dealer):
    done = replay_fair(play_record("bid-fair", seed, dealer), TABLE)

    assert done.irregularities == ()
    assert TABLE.ruleset.score(play_hand("bid-fair", seed, dealer)) == done.score
