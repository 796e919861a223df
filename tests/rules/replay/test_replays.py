"""Replays of a recorded hand: contract, tricks, illegal plays and where, books and score."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards.cards import write_cards
from rules.cards.tricks import suit_led, taker
from rules.command_line.cards import replay_any
from rules.replay.card_table import card_table
from rules.replay.replay import replay
from rules.replay.replayed import Irregularity
from rules.ruleset.hands import ImpossibleHand
from simulation.players.players import play_hand, play_record
from tests.rules.replay.dealt import fair

FAHRENHEIT, BID_EUCHRE = card_table("fahrenheit"), card_table("bid-euchre")
HOUSES = [
    pytest.param("fahrenheit", {}, id="fahrenheit"),
    pytest.param("bid-whist", {}, id="bid-whist"),
    pytest.param("bid-whist", {"kitty": False, "jokers": 0}, id="bid-whist without a kitty"),
    pytest.param("bid-whist", {"jokers": 1}, id="bid-whist with one joker"),
    pytest.param("bid-whist", {"jokers": 0, "downtown_aces": "bad"}, id="bid-whist, aces bad"),
    pytest.param("cardsharks-detroit", {}, id="cardsharks-detroit"),
    pytest.param("columbus-no-kitty", {}, id="columbus-no-kitty"),
    pytest.param("cutthroat-bid-whist", {}, id="cutthroat"),
    pytest.param("cutthroat-bid-whist", {"kitty": False}, id="cutthroat without a kitty"),
    pytest.param("bid-euchre", {}, id="bid-euchre"),
    pytest.param("bid-euchre", {"joker": True}, id="bid-euchre with a joker"),
    pytest.param("bid-euchre", {"double_deck": True}, id="double deck"),
    pytest.param("bid-euchre", {"stick_the_dealer": True, "plain_six": True}, id="stick the dealer"),
    pytest.param("solo-bid-euchre", {}, id="solo-bid-euchre"),
    pytest.param("solo-bid-euchre", {"stick_the_dealer": False, "min_bid": 2}, id="solo, all may pass"),
]
NUMBER_ONLY = {"direction_named": "after"}
WHIST_HOUSES = [
    pytest.param("bid-whist", NUMBER_ONLY, id="only a number is bid"),
    pytest.param("bid-whist", NUMBER_ONLY | {"downtown_aces": "named"}, id="a number, and the aces named"),
    pytest.param("bid-whist", {"kitty": False, "jokers": 2}, id="two jokers and no kitty"),
    pytest.param("bid-whist", {"kitty": False, "jokers": 1}, id="one joker and no kitty"),
    pytest.param("bid-whist", {"kitty_book": "first_trick"}, id="the kitty to the first trick"),
    pytest.param("bid-whist", {"all_pass": "forced_minimum"}, id="the dealer forced to the minimum"),
    pytest.param("bid-whist", {"min_bid": 1}, id="bids from one"),
    pytest.param("bid-whist", {"joker_swap": True}, id="jokers may be swapped"),
]

# East, to the dealer's left, bids; clubs are trumps. Tests add a renege by North where they need one.
DEAL = {
    "N": "2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 4S",
    "E": "BJ LJ AC KC QC JC TC 9C AS KS AD AH",
    "S": "5C 6C 7C 5D 6D 7D 5H 6H 7H 5S 6S 7S",
    "W": "8C 8D 9D TD 8H 9H TH 8S 9S TS JD JH",
    "kitty": "JS QS QD KD QH KH",
}
TRICKS = [
    "BJ 5C 8C 2C", "LJ 6C 8D 3C", "AC 7C 9D 4C", "KC 5D TD 2D", "QC 6D 8H 3D", "JC 7D 9H 4D",
    "TC 5H TH 2H", "9C 6H 8S 3H", "AS 5S 9S 2S", "KS 6S TS 3S", "AD 7H JD 4H", "AH 7S JH 4S",
]  # fmt: skip


def record(**changes):
    return {
        "game": "fahrenheit",
        "dealer": "N",
        "deal": DEAL,
        "calls": ["5 uptown", "pass", "pass", "pass"],
        "trump": "clubs",
        "direction": None,
        "discards": DEAL["kitty"],
        "tricks": TRICKS,
    } | changes


def with_tricks(changed):
    return record(tricks=[changed.get(number, trick) for number, trick in enumerate(TRICKS, 1)])


def test_a_clean_hand_gives_contract_books_report_and_score():
    done = replay(record(), FAHRENHEIT)

    assert done.irregularities == ()
    assert (done.contract.seat, done.contract.side, done.contract.bid) == ("E", "EW", "5 uptown")
    assert dict(done.books) == {"NS": 0, "EW": 13}
    assert done.report == {"bidder": "EW", "level": 5, "strain": "uptown", "trump": "clubs", "books": 13}
    assert (done.score.winner, done.score.boston, done.score.awarded) == ("EW", True, False)


def test_no_renege_is_found_if_the_bidder_might_have_discarded_the_card():
    assert replay(record(discards=None), FAHRENHEIT).irregularities == ()


def test_a_hand_still_being_played_has_no_score_yet():
    done = replay(record(tricks=[*TRICKS[:3], "KC 5D"]), FAHRENHEIT)

    assert (len(done.tricks), done.report, done.score) == (3, None, None)
    assert dict(done.books) == {"NS": 0, "EW": 4}


def euchre(**changes):
    return {
        "game": "bid-euchre",
        "dealer": "S",
        "deal": {
            "N": "9S TS QS KS AS JS",
            "E": "9H TH QH KH AH JH",
            "S": "9D TD QD KD AD JD",
            "W": "9C TC QC KC AC JC",
        },
        "calls": ["pass", "ask", "pass", "pass"],
        "trump": "spades",
        "exchange": {"gives": "9S", "takes": "AD"},
        "tricks": [],
    } | changes


def test_a_player_who_asks_plays_without_the_partner_and_leads():
    done = replay(euchre(tricks=["JS 9H JC", "AS TH 9C"]), BID_EUCHRE)

    assert done.contract.out == "S"
    assert [(trick.leader, trick.seat) for trick in done.tricks] == [("N", "N"), ("N", "N")]
    assert done.irregularities == ()


NORTH_RENEGES = (
    ("renege", 1, "N", "NS", "2D", ("4C", "3C", "2C")),
    "N reneged with the 2 of diamonds, holding the 4 of clubs, the 3 of clubs and the 2 of clubs.",
)
WITHOUT_TRUMP = {"trump": None, "direction": "uptown", "calls": ["4 no_trump", "pass", "pass", "pass"]}
THREE_BID = {"calls": ["pass", "3", "pass", "pass"], "exchange": None}
JACKS = {"S": "9D TD QD KD AD JC", "W": "9C TC QC KC AC JD"}


@pytest.mark.parametrize(
    ("hand", "wrong", "sentence"),
    [
        pytest.param(with_tricks({1: "BJ 5C 8C 2D", 4: "KC 5D TD 2C"}), *NORTH_RENEGES, id="a renege"),
        pytest.param(
            with_tricks({12: "AH 7S JH AS"}),
            ("play", 12, "N", "NS", "AS", ("4S",)),
            "N played the ace of spades without holding it.",
            id="a card that was not held",
        ),
        pytest.param(
            with_tricks({2: "6C 8D 3C LJ"}),
            ("lead", 2, "S", "NS", "6C", ()),
            "S led, and it was E’s lead.",
            id="a lead out of turn",
        ),
        pytest.param(
            record(calls=["7 uptown", "4 no_trump", "pass", "pass"]),
            ("call", 2, "S", "NS", "4 no_trump", ("pass", "7 downtown", "7 no_trump")),
            "4 No Trump does not outrank 7 Uptown, the highest bid so far.",
            id="an illegal call, which counts as a pass",
        ),
        pytest.param(
            record(discards="JS QS QD KD QH 2C"),
            ("discard", 0, "E", "EW", "2C", ()),
            "E threw away the 2 of clubs without holding it.",
            id="a discard that was not held",
        ),
        pytest.param(
            record(**WITHOUT_TRUMP, tricks=["BJ 5C 8C 2D"]), *NORTH_RENEGES, id="a suit after a joker is led"
        ),
        pytest.param(
            euchre(deal=euchre()["deal"] | JACKS),
            ("exchange", 0, "S", "NS", "AD", ("JC",)),
            "S gave the ace of diamonds, which is not the best trump there.",
            id="an asked partner who keeps the best trump",
        ),
        pytest.param(
            euchre(**THREE_BID, tricks=["JS 9H 9D 9C"]),
            ("renege", 1, "W", "EW", "9C", ("JC",)),
            "W reneged with the 9 of clubs, holding the jack of clubs.",
            id="the left bower kept back when trumps are led",
        ),
    ],
)
def test_a_mistake_in_a_hand_is_reported_with_its_place_and_what_was_right(hand, wrong, sentence):
    done = replay(hand, card_table(hand["game"]))

    assert done.irregularities == (Irregularity(*wrong, sentence),)


REFUSED = json.loads((Path(__file__).parent / "refused.json").read_text(encoding="utf-8"))
CASES = [
    pytest.param(replays, case, id=f"{game}: {case['says']}")
    for game, replays in (("fahrenheit", record), ("bid-euchre", euchre), ("bid-fair", fair))
    for case in REFUSED[game]
]


@pytest.mark.parametrize(("hand", "case"), CASES)
def test_what_is_no_hand_of_the_game_is_refused_and_the_field_named(hand, case):
    changed = hand(**case["changes"])

    with pytest.raises(ImpossibleHand) as impossible:
        replay_any(changed, card_table(changed["game"]))

    assert {error.field for error in impossible.value.errors} == {case["field"]}


def test_when_all_pass_there_is_no_contract_and_nothing_to_score():
    done = replay(euchre(calls=["pass"] * 4, trump=None, exchange=None), BID_EUCHRE)

    assert (done.contract, done.score) == (None, None)


@pytest.mark.parametrize(("game", "house"), HOUSES + WHIST_HOUSES)
@settings(max_examples=8)
@given(st.integers(0, 10**6), st.data())
def test_the_score_of_a_replay_is_the_score_of_its_report(game, house, seed, data):
    table = card_table(game, house)
    dealer = data.draw(st.sampled_from(table.seats))

    done = replay(play_record(game, seed, dealer, house), table)

    assert done.irregularities == ()
    assert table.ruleset.score(play_hand(game, seed, dealer, house)) == done.score
    assert sum(done.books.values()) == table.tricks + (1 if table.kitty and game != "solo-bid-euchre" else 0)


@pytest.mark.parametrize(("game", "house"), HOUSES)
@settings(max_examples=8)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_a_player_reneged_exactly_where_the_suit_led_turned_up_later(game, house, seed, rng):
    table = card_table(game, house)
    hand = play_record(game, seed, table.seats[0], house)
    hand["tricks"] = thrown_about(replay(hand, table), table, rng)

    done = replay(hand, table)

    order, shown = done.contract.order, plays_in_order(done, table)
    expected = {
        (number, seat)
        for index, (number, seat, card, led) in enumerate(shown)
        if led is not None and order.suit_of(card) is not led
        for _, other, later, _ in shown[index + 1 :]
        if other == seat and order.suit_of(later) is led
    }
    assert {(each.number, each.seat) for each in done.irregularities} == expected
    assert all(each.kind == "renege" and each.instead for each in done.irregularities)
    assert done.report.get("reneges", []) == [each.side for each in done.reneges]


def thrown_about(done, table, rng):
    """Tricks in which each player plays the same cards as before, in random order."""
    seats = [seat for seat in table.seats if seat != done.contract.out]
    hands = {
        seat: [card for _, other, card, _ in plays_in_order(done, table) if other == seat] for seat in seats
    }
    for hand in hands.values():
        rng.shuffle(hand)
    leader, tricks = seats.index(done.tricks[0].leader), []
    for _ in done.tricks:
        turn = seats[leader:] + seats[:leader]
        trick = [hands[seat].pop() for seat in turn]
        leader = seats.index(turn[taker(trick, done.contract.order).index])
        tricks.append(write_cards(trick))
    return tricks


def plays_in_order(done, table):
    """Every card in the order of play, as (trick number, seat, card, suit led before it)."""
    seats = [seat for seat in table.seats if seat != done.contract.out]
    shown = []
    for trick in done.tricks:
        first = seats.index(trick.leader)
        for turn, card in enumerate(trick.cards):
            seat = seats[(first + turn) % len(seats)]
            shown.append((trick.number, seat, card, suit_led(trick.cards[:turn], done.contract.order)))
    return shown
