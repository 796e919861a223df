"""House rules about the deal and the kitty change what happens at the table."""

import pytest

from rules.replay.card_table import card_table
from rules.replay.replay import replay
from rules.ruleset.hands import ImpossibleHand
from simulation.players.players import play_record


def recorded(game, field, **house):
    """What the records of the built-in players' hands tell in this field."""
    return [play_record(game, seed, "S", house)[field] for seed in range(60)]


@pytest.mark.parametrize(
    ("game", "rule", "value", "field"),
    [
        pytest.param("fahrenheit", "name_before_kitty", False, "trump", id="trumps named from the kitty"),
        pytest.param("bid-euchre", "ace_no_face", True, "deal", id="Ace No Face thrown in"),
    ],
)
def test_the_built_in_players_play_by_the_house_rule(game, rule, value, field):
    assert recorded(game, field, **{rule: value}) != recorded(game, field)


def test_after_a_redeal_by_the_same_dealer_the_deal_stays():
    assert set(recorded("columbus-no-kitty", "dealer", all_pass="redeal_same")) == {"S"}
    assert set(recorded("columbus-no-kitty", "dealer", all_pass="redeal_next")) > {"S"}


SHOWS = {"ace_no_face": True}
ACE_NO_FACE = {
    "game": "bid-euchre",
    "dealer": "S",
    "deal": {
        "N": "9S TS 9H TH AS AH",
        "E": "QS KS JS QH KH JH",
        "S": "9D TD QD KD AD JD",
        "W": "9C TC QC KC AC JC",
    },
    "calls": ["pass"],
    "tricks": [],
    "ace_no_face": "N",
}


def test_an_ace_no_face_is_thrown_in_and_nobody_scores():
    done = replay(ACE_NO_FACE, card_table("bid-euchre", SHOWS))

    assert (done.contract, done.score, done.thrown_in.source) == (None, None, "BE-13")


@pytest.mark.parametrize(
    ("changes", "house"),
    [
        pytest.param({}, {}, id="without the house rule"),
        pytest.param({"ace_no_face": "W"}, SHOWS, id="with a face card in hand"),
        pytest.param({"ace_no_face": "X"}, SHOWS, id="by nobody"),
        pytest.param({"calls": ["pass", "pass"]}, SHOWS, id="after the player has called"),
    ],
)
def test_nobody_else_throws_a_hand_in(changes, house):
    with pytest.raises(ImpossibleHand) as refused:
        replay(ACE_NO_FACE | changes, card_table("bid-euchre", house))

    assert [error.field for error in refused.value.errors] == ["ace_no_face"]
