"""Which card takes it, and was it a renege? As a referee asks, for every game."""

import pytest

from pages.referee.trick import TrickAsked, answer_trick
from rules.games import find_ruleset
from tournament.errors import Refused

SPADES = {"trump": "spades", "leader": "N"}


def told(game="fahrenheit", house=None, **asked):
    return answer_trick(find_ruleset(game, house or {}), TrickAsked(**{"strain": "uptown"} | SPADES | asked))


@pytest.mark.parametrize(
    ("game", "house", "asked", "headline"),
    [
        pytest.param(
            "fahrenheit", {}, {"played": "5H KH 2H AH"}, "West takes it.", id="the highest of the suit"
        ),
        pytest.param("fahrenheit", {}, {"played": "5H KH 2S AH"}, "South takes it.", id="a trump"),
        pytest.param("fahrenheit", {}, {"played": "AS LJ 2S BJ"}, "West takes it.", id="the big joker"),
        pytest.param(
            "fahrenheit",
            {},
            {"strain": "downtown", "played": "5H KH 2H 3H"},
            "South takes it.",
            id="downtown",
        ),
        pytest.param(
            "fahrenheit",
            {},
            {"strain": "no_trump", "trump": "", "direction": "downtown", "played": "5H BJ 2H AC"},
            "South takes it.",
            id="no trump downtown, a joker is nothing",
        ),
        pytest.param("cutthroat-bid-whist", {}, {"leader": "E", "played": "5H KH AH"}, None, id="Cutthroat"),
        pytest.param(
            "bid-euchre", {}, {"strain": "", "played": "AS JC 9S KS"}, "East takes it.", id="the left bower"
        ),
        pytest.param(
            "bid-euchre",
            {"double_deck": True},
            {"strain": "", "played": "AH AH 9H KH"},
            "North takes it.",
            id="of two equal cards the first",
        ),
        pytest.param(
            "solo-bid-euchre",
            {},
            {"strain": "", "played": "AS JS 9S KS"},
            "East takes it.",
            id="the right bower",
        ),
        pytest.param(
            "bid-fair",
            {},
            {"strain": "", "high": "Q", "played": "KH QH"},
            "South takes it.",
            id="the high rank",
        ),
        pytest.param(
            "bid-fair", {}, {"strain": "", "played": "AH 9H"}, "South takes it.", id="an ace led is low"
        ),
    ],
)
def test_the_rules_say_who_takes_the_trick(game, house, asked, headline):
    answer = told(game, house, **asked)

    assert answer.is_whole
    assert headline is None or answer.headline == headline
    assert answer.sentence.endswith(".") and answer.source


def test_a_trick_that_is_not_whole_yet_says_who_has_it_so_far():
    answer = told(played="5H KH")

    assert (answer.headline, answer.is_whole) == ("East has it so far.", False)


def test_where_the_partner_sits_out_a_trick_has_three_cards():
    answer = told("bid-euchre", strain="", out="S", played="AH KH QH")

    assert (answer.headline, [card.who for card in answer.cards]) == (
        "North takes it.",
        ["North", "East", "West"],
    )


@pytest.mark.parametrize(
    ("asked", "verdict", "sentence"),
    [
        pytest.param(
            {"played": "5H 2C KH", "accused": "E", "held": "AH 3D"},
            "yes",
            "The 2 of clubs does not follow hearts, and East held the ace of hearts.",
            id="a renege",
        ),
        pytest.param(
            {"played": "5H 2C KH", "accused": "E", "held": "AC 3D"},
            "no",
            "East held no card that counts as hearts, and could play anything.",
            id="nothing to follow with",
        ),
        pytest.param(
            {"played": "5H 2H", "accused": "E"}, "no", "The 2 of hearts follows hearts.", id="it follows"
        ),
        pytest.param(
            {"played": "5H 2H", "accused": "N"},
            "no",
            "The 5 of hearts was led, and the leader may lead anything.",
            id="the leader",
        ),
        pytest.param(
            {"played": "5H 2C", "accused": "E"},
            "open",
            "The 2 of clubs does not follow hearts. It was a renege if East still held a card that counts as "
            "hearts. Give the cards that East still held.",
            id="nobody said what was held",
        ),
        pytest.param(
            {"strain": "no_trump", "trump": "", "played": "BJ 2C", "accused": "E", "held": "AH"},
            "no",
            "Only jokers had been played, so East was free to play anything.",
            id="a joker was led at no trump",
        ),
    ],
)
def test_the_rules_say_whether_it_was_a_renege(asked, verdict, sentence):
    answer = told(**asked)

    assert (answer.renege, answer.renege_sentence) == (verdict, sentence)


def test_the_left_bower_follows_trumps_and_not_its_own_suit():
    answer = told("bid-euchre", strain="", trump="hearts", played="AD 9S KD", accused="E", held="JD TC")

    assert answer.renege == "no"


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        pytest.param({"played": ""}, "played", "Tap the cards of the trick", id="no cards"),
        pytest.param({"played": "5H XX"}, "played", '"XX" is not a card', id="no card"),
        pytest.param({"played": "5H 5H"}, "played", "has fewer of: 5H", id="the same card twice"),
        pytest.param(
            {"played": "2H 3H 4H 5H 6H"}, "played", "A trick has 4 cards here, not 5", id="five cards"
        ),
        pytest.param({"played": "5H", "leader": ""}, "leader", "Say who led", id="nobody led"),
        pytest.param(
            {"played": "5H", "strain": ""}, "strain", "uptown, downtown or no trump", id="no contract"
        ),
        pytest.param({"played": "5H", "trump": ""}, "trump", "which suit was trumps", id="no trumps"),
        pytest.param(
            {"played": "5H", "accused": "S"}, "accused", "South has played no card", id="not played yet"
        ),
        pytest.param(
            {"played": "5H 2C", "held": "AH"}, "accused", "whose cards these are", id="nobody doubted"
        ),
        pytest.param(
            {"played": "5H 2C", "accused": "E", "held": "5H"},
            "held",
            "has fewer of: 5H",
            id="a card in two places",
        ),
        pytest.param(
            {"played": "5H", "out": "N"}, "out", "can't be the one who sits out", id="the leader sits out"
        ),
    ],
)
def test_what_cannot_be_judged_is_refused_with_what_to_do(asked, field, sentence):
    with pytest.raises(Refused, match=sentence) as refused:
        told(**asked)

    assert refused.value.field == field
