"""The leader of a trick, inferred from who held the cards, even with duplicate or exchanged cards."""

import pytest

from rules.replay.card_table import card_table
from rules.replay.replay import replay
from tests.rules.replay.dealt import TABLE, dealt

ASKED = {
    "game": "bid-euchre",
    "dealer": "W",
    "deal": {
        "N": "JH JD AH KH 9S 9C",
        "E": "9H 9D TD TC QC JS",
        "S": "QH TH KD AD KC TS",
        "W": "AC JC QD AS KS QS",
    },
    "calls": ["ask", "pass", "pass", "pass"],
    "trump": "hearts",
    "exchange": {"gives": "9C", "takes": "QH"},
    # North leads and takes the first trick. Then East leads out of turn, and North plays the queen.
    "tricks": ["JH 9H QD", "9D AC QH"],
}


@pytest.mark.parametrize("exchange", [ASKED["exchange"], None], ids=["as written down", "not written down"])
def test_after_asking_a_wrong_lead_names_the_card_that_was_asked_for(exchange):
    done = replay(ASKED | {"exchange": exchange}, card_table("bid-euchre"))

    assert [(each.kind, each.number, each.seat) for each in done.irregularities] == [("lead", 2, "E")]
    assert [(trick.leader, trick.seat) for trick in done.tricks] == [("N", "N"), ("E", "N")]


@pytest.mark.parametrize(
    "seeds",
    [
        # In 535 and 537 the first leader that fits the cards isn't the real one.
        pytest.param(range(524, 548), id="24 deals"),
        pytest.param(range(4_500), id="4,500 deals", marks=pytest.mark.long),
    ],
)
def test_in_double_deck_each_leader_and_taker_the_cards_prove_is_found(seeds):
    missed = []

    for seed in seeds:
        hand = dealt(seed, wrong_leads=seed % 2 == 1)
        done = replay(hand.record, TABLE)
        proved = [trick for trick in done.tricks if hand.is_determined(trick.number - 1)]
        missed += [
            (seed, trick.number)
            for trick in proved
            if (trick.leader, trick.seat) != (hand.leaders[trick.number - 1], hand.takers[trick.number - 1])
        ]
        missed += [(seed, one.sentence) for one in done.irregularities if one.kind != "lead"]

    assert missed == []
