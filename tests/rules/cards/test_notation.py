"""Cards are written rank and suit, and read back as written."""

import pytest

from rules.cards import cards
from rules.cards.cards import UnreadableCard, read_card, read_cards, read_suit, write_cards
from tests.rules.cards.table_talk import HEARTS


def test_every_card_is_read_as_it_is_written():
    pack = (*cards.STANDARD, cards.BIG_JOKER, cards.LITTLE_JOKER)

    assert read_cards(write_cards(pack)) == pack


@pytest.mark.parametrize(
    ("written", "meant"), [("10D", "TD"), ("td", "TD"), ("10♦", "TD"), (" as ", "AS"), ("bj", "BJ")]
)
def test_a_card_may_be_written_in_other_ways(written, meant):
    assert str(read_card(written)) == meant


@pytest.mark.parametrize("nonsense", ["", "1S", "AX", "11D", "S", "joker", "A S", "10", None, 7, "ΑS", "١0D"])
def test_what_is_no_card_is_refused_in_a_sentence(nonsense):
    with pytest.raises(UnreadableCard, match="is not a card"):
        read_card(nonsense)


@pytest.mark.parametrize("word", ["hearts", "Heart", "H", "♥"])
def test_a_suit_is_read_from_its_word_letter_or_pip(word):
    assert read_suit(word) is HEARTS


@pytest.mark.parametrize("nonsense", ["", "heartses", "X", None, 3])
def test_what_is_no_suit_is_refused_in_a_sentence(nonsense):
    with pytest.raises(UnreadableCard, match="is not a suit"):
        read_suit(nonsense)
