"""Every house rule about cards or calls changes what happens at the table."""

import pytest

from rules.cards.cards import write_cards
from rules.games.hands import ImpossibleHand
from rules.replay.card_table import card_table
from rules.replay.replay import replay
from simulation.players.players import play_record
from tests.rules.cards.table_talk import SPADES


def first_calls(game, house, calls=()):
    table = card_table(game, house)
    held = table.auction(table.seats[-1])
    for call in calls:
        held = held.after(call)
    return held.legal_calls()


def pack(game, house):
    return write_cards(card_table(game, house).pack)


def shape(game, house):
    table = card_table(game, house)
    return table.kitty, table.tricks


def downtown_order(game, house):
    return card_table(game, house).order("4 downtown", SPADES, None)


def trumps_named(game, house):
    """The trumps that the built-in players name, depending on whether they saw the kitty."""
    return [play_record(game, seed, "S", house)["trump"] for seed in range(40)]


def dealers(game, house):
    """The final dealers, after deals that were passed out."""
    return [play_record(game, seed, "S", house)["dealer"] for seed in range(60)]


def deals(game, house):
    return [play_record(game, seed, "S", house)["deal"] for seed in range(60)]


@pytest.mark.parametrize(
    ("game", "rule", "value", "seen"),
    [
        pytest.param("fahrenheit", "min_bid", 3, first_calls, id="three may be bid"),
        pytest.param(
            "fahrenheit",
            "downtown_beats_uptown",
            False,
            lambda game, house: first_calls(game, house, ["4 uptown"]),
            id="downtown no longer outbids uptown",
        ),
        pytest.param(
            "fahrenheit",
            "all_pass",
            "redeal_next",
            lambda game, house: first_calls(game, house, ["pass"] * 3),
            id="the dealer may pass too",
        ),
        pytest.param(
            "fahrenheit",
            "dealer_may_match",
            True,
            lambda game, house: first_calls(game, house, ["4 uptown", "pass", "pass"]),
            id="the dealer may match",
        ),
        pytest.param("fahrenheit", "jokers", 1, pack, id="one joker"),
        pytest.param("fahrenheit", "jokers", 0, shape, id="no joker, a kitty of four"),
        pytest.param("fahrenheit", "kitty", False, shape, id="no kitty, thirteen tricks"),
        pytest.param("fahrenheit", "downtown_aces", "bad", downtown_order, id="aces bad"),
        pytest.param("fahrenheit", "name_before_kitty", False, trumps_named, id="the kitty seen first"),
        pytest.param("bid-euchre", "stick_the_dealer", True,
                     lambda game, house: first_calls(game, house, ["pass"] * 3), id="stick the dealer"),
        pytest.param("bid-euchre", "plain_six", True, first_calls, id="a plain six"),
        pytest.param("bid-euchre", "ask_and_moon", False, first_calls, id="nobody asks or shoots the moon"),
        pytest.param("bid-euchre", "joker", True, pack, id="the joker"),
        pytest.param("bid-euchre", "double_deck", True, pack, id="double deck"),
        pytest.param("bid-euchre", "ace_no_face", True, deals, id="Ace No Face"),
        pytest.param("cutthroat-bid-whist", "min_bid", 9, first_calls, id="nine at least"),
        pytest.param("cutthroat-bid-whist", "downtown_aces", "bad", downtown_order, id="cutthroat, aces bad"),
        pytest.param(
            "cutthroat-bid-whist",
            "all_pass",
            "forced",
            lambda game, house: first_calls(game, house, ["pass"] * 2),
            id="cutthroat, the dealer forced",
        ),
        pytest.param("cutthroat-bid-whist", "kitty", False, shape, id="cutthroat, eighteen cards each"),
        pytest.param("solo-bid-euchre", "min_bid", 2, first_calls, id="alone, two at least"),
        pytest.param("solo-bid-euchre", "stick_the_dealer", False,
                     lambda game, house: first_calls(game, house, ["pass"] * 3), id="alone, all may pass"),
    ],
)  # fmt: skip
def test_a_house_rule_changes_what_happens(game, rule, value, seen):
    assert seen(game, {rule: value}) != seen(game, {})


def test_after_a_redeal_by_the_same_dealer_the_deal_stays():
    next_deals = dealers("columbus-no-kitty", {"all_pass": "redeal_next"})
    same_deals = dealers("columbus-no-kitty", {"all_pass": "redeal_same"})

    assert set(same_deals) == {"S"}
    assert set(next_deals) > {"S"}


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
    done = replay(ACE_NO_FACE, card_table("bid-euchre", {"ace_no_face": True}))

    assert (done.contract, done.score) == (None, None)
    assert done.thrown_in.source == "BE-13"


@pytest.mark.parametrize(
    ("changes", "house"),
    [
        pytest.param({}, {}, id="without the house rule"),
        pytest.param({"ace_no_face": "W"}, {"ace_no_face": True}, id="with a face card in hand"),
        pytest.param({"ace_no_face": "X"}, {"ace_no_face": True}, id="by nobody"),
        pytest.param({"calls": ["pass", "pass"]}, {"ace_no_face": True}, id="after the player has called"),
    ],
)
def test_nobody_else_throws_a_hand_in(changes, house):
    with pytest.raises(ImpossibleHand) as refused:
        replay(ACE_NO_FACE | changes, card_table("bid-euchre", house))

    assert [error.field for error in refused.value.errors] == ["ace_no_face"]
