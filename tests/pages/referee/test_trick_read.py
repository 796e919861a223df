"""Which card wins a trick, and whether a play was a renege, for every game."""

import pytest

from pages.referee.trick import TrickAsked, answer_trick
from rules.games import find_ruleset
from tournament.errors import Refused

SPADES = {"trump": "spades", "leader": "N"}


def read(game="fahrenheit", house=None, **asked):
    return answer_trick(find_ruleset(game, house or {}), TrickAsked(**{"strain": "uptown"} | SPADES | asked))


@pytest.mark.parametrize(
    ("game", "house", "asked", "headline"),
    [
        ("fahrenheit", {}, {"played": "5H KH 2H AH"}, "West takes it."),
        ("fahrenheit", {}, {"played": "5H KH 2S AH"}, "South takes it."),
        ("fahrenheit", {}, {"played": "AS LJ 2S BJ"}, "West takes it."),
        ("fahrenheit", {}, {"strain": "downtown", "played": "5H KH 2H 3H"}, "South takes it."),
        # At no trump downtown, a joker is worthless.
        (
            "fahrenheit", {},
            {"strain": "no_trump", "trump": "", "direction": "downtown", "played": "5H BJ 2H AC"},
            "South takes it.",
        ),
        ("cutthroat-bid-whist", {}, {"leader": "E", "played": "5H KH AH"}, None),
        # The left bower, the first of two equal cards, the right bower.
        ("bid-euchre", {}, {"strain": "", "played": "AS JC 9S KS"}, "East takes it."),
        ("bid-euchre", {"double_deck": True}, {"strain": "", "played": "AH AH 9H KH"}, "North takes it."),
        ("solo-bid-euchre", {}, {"strain": "", "played": "AS JS 9S KS"}, "East takes it."),
        # The high rank; a led ace is low.
        ("bid-fair", {}, {"strain": "", "high": "Q", "played": "KH QH"}, "South takes it."),
        ("bid-fair", {}, {"strain": "", "played": "AH 9H"}, "South takes it."),
    ],
)  # fmt: skip
def test_the_rules_say_who_takes_the_trick(game, house, asked, headline):
    answer = read(game, house, **asked)

    assert answer.is_whole
    assert headline is None or answer.headline == headline
    assert answer.sentence.endswith(".")
    assert answer.source


def test_an_unfinished_trick_says_who_has_it_and_a_lone_bidders_has_three():
    half, three = read(played="5H KH"), read("bid-euchre", strain="", out="S", played="AH KH QH")

    assert (half.headline, half.is_whole) == ("East has it so far.", False)
    assert (three.headline, [card.who for card in three.cards]) == (
        "North takes it.",
        ["North", "East", "West"],
    )


@pytest.mark.parametrize(
    ("asked", "verdict", "sentence"),
    [
        (
            {"played": "5H 2C KH", "accused": "E", "held": "AH 3D"},
            "yes",
            "The 2 of clubs does not follow hearts, and East held the ace of hearts.",
        ),
        (
            {"played": "5H 2C KH", "accused": "E", "held": "AC 3D"},
            "no",
            "East held no card that counts as hearts, and could play anything.",
        ),
        ({"played": "5H 2H", "accused": "E"}, "no", "The 2 of hearts follows hearts."),
        (
            {"played": "5H 2H", "accused": "N"},
            "no",
            "The 5 of hearts was led, and the leader may lead anything.",
        ),
        (
            {"played": "5H 2C", "accused": "E"},
            "open",
            "The 2 of clubs does not follow hearts. It was a renege if East still held a card that counts as "
            "hearts. Give the cards that East still held.",
        ),
        (
            {"strain": "no_trump", "trump": "", "played": "BJ 2C", "accused": "E", "held": "AH"},
            "no",
            "Only jokers had been played, so East was free to play anything.",
        ),
    ],
)
def test_the_rules_say_whether_it_was_a_renege(asked, verdict, sentence):
    answer = read(**asked)

    assert (answer.renege, answer.renege_sentence) == (verdict, sentence)


def test_the_left_bower_follows_trumps_and_not_its_own_suit():
    answer = read("bid-euchre", strain="", trump="hearts", played="AD 9S KD", accused="E", held="JD TC")

    assert answer.renege == "no"


@pytest.mark.parametrize(
    ("asked", "field", "sentence"),
    [
        ({"played": ""}, "played", "Tap the cards of the trick"),
        ({"played": "5H XX"}, "played", '"XX" is not a card'),
        ({"played": "5H 5H"}, "played", "doesn’t have that many of: 5H"),
        ({"played": "2H 3H 4H 5H 6H"}, "played", "A trick has 4 cards here, not 5"),
        ({"played": "5H", "leader": ""}, "leader", "Say who led"),
        ({"played": "5H", "strain": ""}, "strain", "uptown, downtown or no trump"),
        ({"played": "5H", "trump": ""}, "trump", "which suit was trumps"),
        ({"played": "5H", "accused": "S"}, "accused", "South has played no card"),
        ({"played": "5H 2C", "held": "AH"}, "accused", "whose card is doubted"),
        ({"played": "5H 2C", "accused": "E", "held": "5H"}, "held", "doesn’t have that many of: 5H"),
        ({"played": "5H", "out": "N"}, "out", "can’t be the one who sits out"),
    ],
)
def test_what_cannot_be_judged_is_refused_with_what_to_do(asked, field, sentence):
    with pytest.raises(Refused, match=sentence) as refused:
        read(**asked)

    assert refused.value.field == field
