"""What cannot have happened is refused, and the field is named in a sentence."""

import pytest

from rules.games import find_ruleset
from rules.games.hands import ImpossibleHand

HAND = {"bidder": "NS", "level": 4, "strain": "uptown", "books": 10}
NO_TRUMP = HAND | {"strain": "no_trump"}
ALL_TOLD = HAND | {
    "trump": "hearts",
    "reneges": [],
    "dealer": "S",
    "bidder_seat": "N",
    "calls": ["pass", "4 uptown", "pass", "pass"],
    "discards": "2C 3C 4C 5D 6D BJ",
    "forfeited_by": None,
}


def without(field):
    return {key: value for key, value in HAND.items() if key != field}


def refused_fields(hand, game="fahrenheit", **house):
    with pytest.raises(ImpossibleHand) as impossible:
        find_ruleset(game, house).score(hand)
    for error in impossible.value.errors:
        assert error.message[0].isupper() or error.message[0] == '"'
        assert error.message.endswith(".")
        assert "error" not in error.message.lower()
    return [error.field for error in impossible.value.errors]


@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        pytest.param({}, ["bidder", "level", "strain", "books"], id="nothing reported"),
        *(pytest.param(without(field), [field], id=f"no {field}") for field in HAND),
        *(pytest.param(HAND | {field: None}, [field], id=f"null {field}") for field in HAND),
        pytest.param(HAND | {"bidder": "N"}, ["bidder"], id="a seat is no side"),
        pytest.param(HAND | {"bidder": ["NS"]}, ["bidder"], id="a list is no side"),
        pytest.param(HAND | {"level": 3}, ["level"], id="three is too low"),
        pytest.param(HAND | {"level": 8}, ["level"], id="eight is too high"),
        pytest.param(HAND | {"level": "4"}, ["level"], id="a word is no number"),
        pytest.param(HAND | {"level": 4.0}, ["level"], id="a fraction is no whole number"),
        pytest.param(HAND | {"books": True}, ["books"], id="true is no number"),
        pytest.param(HAND | {"books": 14}, ["books"], id="fourteen books"),
        pytest.param(HAND | {"books": 0}, ["books"], id="the kitty is a book"),
        pytest.param(HAND | {"books": -1}, ["books"], id="fewer than none"),
        pytest.param(HAND | {"strain": "Uptown"}, ["strain"], id="uptown is written small"),
        pytest.param(HAND | {"strain": "hearts"}, ["strain"], id="a suit is no strain"),
        pytest.param(HAND | {"trump": "no_trump"}, ["trump"], id="no trump is no suit"),
        pytest.param(NO_TRUMP | {"trump": "hearts"}, ["trump"], id="a trump at no trump"),
        pytest.param(HAND | {"direction": "uptown"}, ["direction"], id="a direction with trumps"),
        pytest.param(NO_TRUMP | {"direction": "sideways"}, ["direction"], id="no such direction"),
        pytest.param(HAND | {"reneges": "NS"}, ["reneges"], id="reneges are a list"),
        pytest.param(HAND | {"reneges": ["N"]}, ["reneges"], id="sides renege, not seats"),
        pytest.param(HAND | {"reneges": [None]}, ["reneges"], id="nobody reneged"),
        pytest.param(HAND | {"reneges": {"NS": 1}}, ["reneges"], id="reneges are no mapping"),
        pytest.param(HAND | {"reneges": ["NS"] * 25}, ["reneges"], id="more reneges than cards"),
        pytest.param(HAND | {"tricks": 4}, ["tricks"], id="no such field"),
        pytest.param(HAND | {"colour": "blue", "books": 14}, ["colour", "books"], id="every field at once"),
        pytest.param(HAND | {"forfeited_by": "EW"}, [*HAND], id="a forfeited hand was not played"),
        pytest.param({"forfeited_by": "N"}, ["forfeited_by"], id="a seat does not forfeit"),
        pytest.param({"forfeited_by": "EW", "dealer": "X"}, ["dealer"], id="a forfeit with a strange dealer"),
        pytest.param(ALL_TOLD | {"dealer": "X"}, ["dealer"], id="no such dealer"),
        pytest.param(ALL_TOLD | {"bidder_seat": "E"}, ["bidder_seat"], id="the seat is of the other side"),
        pytest.param(ALL_TOLD | {"bidder_seat": "S"}, ["bidder_seat"], id="the partner made the call"),
        pytest.param(ALL_TOLD | {"dealer": "N"}, ["bidder_seat"], id="another dealer, another bidder"),
        pytest.param(ALL_TOLD | {"level": 5, "books": 11}, ["calls"], id="another bid was called"),
        pytest.param(ALL_TOLD | {"calls": "pass"}, ["calls"], id="calls are a list"),
        pytest.param(ALL_TOLD | {"calls": [4]}, ["calls"], id="a number is no call here"),
        pytest.param(ALL_TOLD | {"calls": [[]]}, ["calls"], id="a list is no call"),
        pytest.param(ALL_TOLD | {"calls": ["pass", "4 uptown"]}, ["calls"], id="two players have not called"),
        pytest.param(
            ALL_TOLD | {"calls": ["pass", "4 uptown", "pass", "pass", "pass"]}, ["calls"], id="five calls"
        ),
        pytest.param(
            ALL_TOLD | {"calls": ["4 downtown", "4 uptown", "pass", "pass"]}, ["calls"], id="too low a call"
        ),
        pytest.param(
            ALL_TOLD | {"calls": ["pass", "3 uptown", "pass", "pass"]}, ["calls"], id="a three was called"
        ),
        pytest.param(ALL_TOLD | {"calls": ["pass"] * 4}, ["calls"], id="the dealer is forced"),
        pytest.param(ALL_TOLD | {"discards": "2C 3C 4C 5D 6D"}, ["discards"], id="five discards"),
        pytest.param(ALL_TOLD | {"discards": "2C 3C 4C 5D 6D 6D"}, ["discards"], id="a card twice"),
        pytest.param(ALL_TOLD | {"discards": "2C 3C 4C 5D 6D 1D"}, ["discards"], id="no such card"),
        pytest.param(ALL_TOLD | {"discards": 6}, ["discards"], id="a number is no card"),
    ],
)
def test_fahrenheit_refuses_what_cannot_have_happened(hand, fields):
    assert refused_fields(hand) == fields


def test_a_hand_with_everything_told_is_scored():
    assert find_ruleset("fahrenheit").score(ALL_TOLD).winner == "NS"


def test_a_call_out_of_the_other_side_is_no_bid_of_the_reported_one():
    hand = {key: value for key, value in ALL_TOLD.items() if key != "bidder_seat"}

    assert refused_fields(hand | {"dealer": "W"}) == ["calls"]


def test_the_forced_dealer_may_bid():
    calls = ["pass", "pass", "pass", "4 uptown"]

    assert find_ruleset("fahrenheit").score(HAND | {"dealer": "N", "calls": calls}).made is True


@pytest.mark.parametrize(
    ("game", "hand", "house", "fields"),
    [
        pytest.param("bid-whist", {"calls": ["pass"] * 4}, {}, ["calls"], id="all passed, and no hand"),
        pytest.param(
            "bid-whist", {"calls": ["4 downtown", "4 uptown", "pass", "pass"]}, {}, ["calls"], id="equal bids"
        ),
        pytest.param(
            "bid-whist", {"calls": ["4 uptown", "pass", "pass", "4 uptown"]}, {}, ["calls"], id="no matching"
        ),
        pytest.param("bid-whist", {"level": 3}, {"min_bid": 4}, ["level"], id="the house's lowest bid"),
        pytest.param(
            "bid-whist", {"discards": "2C 3C 4C 5C BJ"}, {"jokers": 0}, ["discards"], id="kitty of 4"
        ),
        pytest.param("bid-whist", {"discards": "2C 3C 4C LJ"}, {"jokers": 0}, ["discards"], id="no joker"),
        pytest.param("bid-whist", {"discards": "2C"}, {"kitty": False}, ["discards"], id="no kitty"),
        pytest.param(
            "bid-whist", {"books": 14}, {"kitty": False}, ["books"], id="thirteen without a kitty too"
        ),
    ],
)
def test_house_rules_decide_what_can_have_happened(game, hand, house, fields):
    assert refused_fields(HAND | hand, game, **house) == fields


@pytest.mark.parametrize(
    ("hand", "house"),
    [
        pytest.param(
            {"calls": ["4 uptown", "pass", "pass", "4 uptown"]}, {"dealer_may_match": True}, id="matching"
        ),
        pytest.param({"discards": "2C 3C 4C 5C"}, {"jokers": 0}, id="a kitty of four"),
        pytest.param({"discards": ["2C", "3C", "4C", "5C", "BJ"]}, {"jokers": 1}, id="a kitty of five"),
        pytest.param(
            {"calls": ["pass", "4 No Trump", "pass", "pass"], "strain": "no_trump"}, {}, id="as spoken"
        ),
    ],
)
def test_house_rules_allow_what_another_house_refuses(hand, house):
    assert find_ruleset("bid-whist", house).score(HAND | hand).made is True


OPPOSED = HAND | {"strain": "downtown", "calls": ["4 uptown", "4 downtown", "pass", "pass"], "bidder": "EW"}
DEALER_BID = ["pass", "pass", "pass", "4 uptown"]
EUCHRE = {"bidder": "NS", "bid": 3, "tricks": {"NS": 3, "EW": 3}}
CUTTHROAT = {"bidder": "W", "level": 6, "strain": "downtown", "books": 7}


@pytest.mark.parametrize(
    ("game", "hand", "strict", "lenient", "field"),
    [
        pytest.param(
            "fahrenheit", OPPOSED, {"downtown_beats_uptown": False}, {}, "calls", id="downtown over uptown"
        ),
        pytest.param("fahrenheit", HAND | {"level": 3}, {}, {"min_bid": 3}, "level", id="the lowest bid"),
        pytest.param(
            "bid-euchre",
            EUCHRE | {"bid": 6, "tricks": {"NS": 6, "EW": 0}},
            {},
            {"plain_six": True},
            "bid",
            id="six",
        ),
        pytest.param(
            "cutthroat-bid-whist",
            CUTTHROAT | {"calls": ["6 uptown", "6 downtown", "pass"], "dealer": "E", "bidder": "N"},
            {},
            {"downtown_beats_uptown": True},
            "calls",
            id="downtown over uptown alone",
        ),
        pytest.param(
            "cutthroat-bid-whist", CUTTHROAT, {"min_bid": 7}, {}, "level", id="the lowest bid alone"
        ),
        pytest.param(
            "bid-whist", HAND | {"discards": "2C 3C 4C 5C BJ"}, {}, {"jokers": 1}, "discards", id="one joker"
        ),
    ],
)
def test_one_house_refuses_what_another_allows(game, hand, strict, lenient, field):
    assert refused_fields(hand, game, **strict) == [field]
    assert find_ruleset(game, lenient).score(hand).made is True


@pytest.mark.parametrize(
    ("game", "hand", "forced", "passes"),
    [
        pytest.param("fahrenheit", HAND, {}, ["pass"] * 4, id="fahrenheit"),
        pytest.param("bid-whist", HAND, {"all_pass": "forced"}, ["pass"] * 4, id="bid whist"),
        pytest.param("bid-euchre", EUCHRE, {"stick_the_dealer": True}, ["pass"] * 4, id="stick the dealer"),
        pytest.param("cutthroat-bid-whist", CUTTHROAT, {"all_pass": "forced"}, ["pass"] * 3, id="cutthroat"),
    ],
)
def test_a_forced_dealer_may_not_pass(game, hand, forced, passes):
    with pytest.raises(ImpossibleHand, match="dealer must bid"):
        find_ruleset(game, forced).score(hand | {"calls": passes})


@pytest.mark.parametrize(("game", "hand"), [("bid-whist", HAND), ("bid-euchre", EUCHRE)])
def test_where_nobody_is_forced_four_passes_make_no_hand(game, hand):
    with pytest.raises(ImpossibleHand, match="no hand to score"):
        find_ruleset(game).score(hand | {"calls": ["pass"] * 4})


@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        pytest.param({"calls": [1, 2, "pass", 3, "pass", "pass"]}, [], id="on until three have passed"),
        pytest.param({"calls": [0, 0, 3, 0]}, [], id="nought is a pass"),
        pytest.param({"calls": [1, 2, "pass", 3]}, ["calls"], id="it was not over"),
        pytest.param({"calls": [3, 2, 0, 0]}, ["calls"], id="two does not outbid three"),
        pytest.param({"calls": [3, 0, 0, 0], "dealer": "W"}, [], id="the dealer's left bid"),
        pytest.param({"calls": [3, 0, 0, 0], "dealer": "N"}, ["calls"], id="somebody else bid"),
        pytest.param({"bid": 0}, ["bid"], id="no hand is played on a pass"),
        pytest.param({"tricks": {"N": 3, "E": 3, "S": 0, "W": 0}}, ["tricks"], id="six tricks"),
        pytest.param({"tricks": {"N": 6, "E": -1, "S": 0, "W": 0}}, ["tricks"], id="fewer than none"),
        pytest.param({"tricks": [3, 2, 0, 0]}, ["tricks"], id="tricks are by player"),
    ],
)
def test_solo_bid_euchre_checks_the_auction(hand, fields):
    report = {"bidder": "N", "bid": 3, "tricks": {"N": 3, "E": 2, "S": 0, "W": 0}} | hand

    if fields:
        assert refused_fields(report, "solo-bid-euchre") == fields
    else:
        assert find_ruleset("solo-bid-euchre").score(report).points["N"] == 30
