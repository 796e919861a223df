"""Who led: told from who held the cards, also where a card is there twice or changed hands."""

import pytest

from rules.cards.cards import write_cards
from rules.cards.tricks import taker
from rules.games.card_table import card_table
from rules.replay.replay import replay
from simulation.players.players import play_record
from tests.rules.replay.dealt import TABLE, dealt

DOUBLE = card_table("bid-euchre", {"double_deck": True})
SEEDS = range(6)


def played(seed):
    """A clean hand of double deck, as it is recorded and as it is told again."""
    record = play_record("bid-euchre", seed, "W", {"double_deck": True})
    return record, replay(record, DOUBLE)


def leads(done):
    return [each for each in done.irregularities if each.kind == "lead"]


def turned(done, number, steps):
    """The trick as it goes when somebody ``steps`` to the left of its leader leads it."""
    seats, trick = DOUBLE.seats, done.tricks[number - 1]
    first = (seats.index(trick.leader) + steps) % len(seats)
    return seats[first:] + seats[:first], trick.cards[steps:] + trick.cards[:steps]


def left_before(record, done, number):
    """What everybody still holds before the trick."""
    held = {seat: str(record["deal"][seat]).split() for seat in DOUBLE.seats}
    for trick in done.tricks[: number - 1]:
        first = DOUBLE.seats.index(trick.leader)
        for place, card in enumerate(trick.cards):
            held[DOUBLE.seats[(first + place) % 4]].remove(str(card))
    return held


@pytest.mark.parametrize("seed", SEEDS)
def test_in_double_deck_nobody_is_told_off_for_leading_an_own_card_that_another_holds_too(seed):
    record, done = played(seed)

    for trick in done.tricks:
        cut = [*record["tricks"][: trick.number - 1], str(trick.cards[0])]
        assert leads(replay(record | {"tricks": cut}, DOUBLE)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_in_double_deck_a_wrong_lead_is_told_and_its_trick_is_theirs_who_played_it(seed):
    record, done = played(seed)
    compared = 0

    for number in range(1, len(done.tricks) + 1):
        turn, cards = turned(done, number, 1 + number % 3)
        due, held = done.tricks[number - 1].leader, left_before(record, done, number)
        at = DOUBLE.seats.index(due)
        if all(
            str(card) in held[seat]
            for seat, card in zip(DOUBLE.seats[at:] + DOUBLE.seats[:at], cards, strict=True)
        ):
            continue  # by their cards the right player may have led
        compared += 1
        again = replay(record | {"tricks": [*record["tricks"][: number - 1], write_cards(cards)]}, DOUBLE)
        (lead,) = leads(again)
        assert (lead.number, lead.seat, lead.made) == (number, turn[0], str(cards[0]))
        assert again.tricks[-1].seat == turn[taker(cards, done.contract.order).place]
        assert [each for each in again.irregularities if each.kind == "play"] == []

    assert compared > 6


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
    # North leads and takes the first; then East leads, though it is North's lead, and North plays the queen.
    "tricks": ["JH 9H QD", "9D AC QH"],
}


@pytest.mark.parametrize("exchange", [ASKED["exchange"], None], ids=["as written down", "not written down"])
def test_after_asking_a_wrong_lead_is_told_in_the_trick_with_the_card_that_was_asked_for(exchange):
    done = replay(ASKED | {"exchange": exchange}, card_table("bid-euchre"))

    assert [(each.kind, each.number, each.seat) for each in done.irregularities] == [("lead", 2, "E")]
    assert [(trick.leader, trick.seat) for trick in done.tricks] == [("N", "N"), ("E", "N")]


@pytest.mark.parametrize(
    "seeds",
    [
        # In 535 and 537 the first leader whose cards fit is not the one who led.
        pytest.param(range(524, 548), id="24 deals"),
        pytest.param(range(4_500), id="4,500 deals", marks=pytest.mark.long),
    ],
)
def test_in_double_deck_every_leader_and_taker_that_the_cards_prove_is_found(seeds):
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
