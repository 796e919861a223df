"""Who may play what, who takes the trick, and what is a renege."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards.cards import Rank
from rules.cards.order import bid_fair, bowers, downtown, no_trump, uptown
from rules.cards.tricks import legal_plays, suit_led, taker
from tests.rules.cards.table_talk import CLUBS, HEARTS, SPADES, cards, tables_of_four

UP_HEARTS, DOWN_HEARTS, NO_TRUMP = uptown(HEARTS), downtown(HEARTS), no_trump("uptown")


@pytest.mark.parametrize(
    ("order", "trick", "takes", "rule"),
    [
        pytest.param(UP_HEARTS, "5C KC 2C AC", "AC", "highest-of-suit-led", id="highest of the suit led"),
        pytest.param(UP_HEARTS, "5C KC 2H AC", "2H", "trump-beats-suit", id="any trump beats any other card"),
        pytest.param(UP_HEARTS, "5C 2H KC 9H", "9H", "trump-beats-suit", id="of two trumps the higher"),
        pytest.param(UP_HEARTS, "5H LJ 2H AH", "LJ", "joker", id="the little joker beats the ace of trumps"),
        pytest.param(UP_HEARTS, "LJ AH BJ 2H", "BJ", "joker", id="the big joker beats the little one"),
        pytest.param(
            DOWN_HEARTS, "KC 5C 2C 3C", "2C", "highest-of-suit-led", id="downtown the two beats the three"
        ),
        pytest.param(
            DOWN_HEARTS, "2C AC 3C KC", "AC", "highest-of-suit-led", id="downtown the ace is still best"
        ),
        pytest.param(
            NO_TRUMP, "5C AD BJ 6C", "6C", "highest-of-suit-led", id="at no trump a joker takes nothing"
        ),
        pytest.param(
            NO_TRUMP, "BJ 3C LJ AD", "3C", "joker-led", id="a led joker lets the next card set the suit"
        ),
        pytest.param(
            NO_TRUMP, "BJ LJ 3C 9C", "9C", "joker-led", id="after both jokers the third card sets it"
        ),
        pytest.param(bowers(HEARTS), "AH JD 9H JH", "JH", "right-bower", id="the right bower"),
        pytest.param(bowers(HEARTS), "AH JD 9H KH", "JD", "left-bower", id="the left bower"),
        pytest.param(
            bowers(HEARTS), "AD JD 9D KD", "JD", "left-bower", id="the left bower trumps its own suit"
        ),
        pytest.param(bowers(HEARTS), "JH 9H BJ JD", "BJ", "joker", id="the joker beats both bowers"),
        pytest.param(bowers(HEARTS), "9C AC AC KC", "AC", "first-of-equals", id="of equal cards the first"),
        pytest.param(bid_fair(CLUBS), "AH 9H", "9H", "highest-of-suit-led", id="a led ace is low"),
        pytest.param(bid_fair(CLUBS), "KH AH", "AH", "ace-low-when-led", id="an ace played second is high"),
        pytest.param(bid_fair(CLUBS), "AH 9S", "AH", "ace-low-when-led", id="a led ace that nobody followed"),
        pytest.param(
            bid_fair(CLUBS, Rank.JACK), "KH JH", "JH", "highest-of-suit-led", id="the high rank beats a king"
        ),
        pytest.param(
            bid_fair(CLUBS, Rank.ACE), "AH KH", "AH", "highest-of-suit-led", id="the ace as high rank"
        ),
        pytest.param(bid_fair(CLUBS), "KH AC", "AC", "trump-beats-suit", id="the ace of trumps, second"),
    ],
)
def test_the_trick_goes_to_the_card_the_rulebook_names(order, trick, takes, rule):
    taken = taker(cards(trick), order)

    assert (str(taken.card), taken.rule) == (takes, rule)


@pytest.mark.parametrize(
    ("order", "hand", "played", "legal"),
    [
        pytest.param(UP_HEARTS, "AS 2H BJ", "", "AS 2H BJ", id="the leader plays anything"),
        pytest.param(UP_HEARTS, "AS 2S 2H", "5S", "AS 2S", id="follow suit if able"),
        pytest.param(UP_HEARTS, "AC 2D 2H BJ", "5S", "AC 2D 2H BJ", id="without the suit anything goes"),
        pytest.param(UP_HEARTS, "AS BJ", "5H", "BJ", id="a lone joker must follow trumps"),
        pytest.param(UP_HEARTS, "AS 2H", "BJ", "2H", id="a led joker is a trump led"),
        pytest.param(NO_TRUMP, "AS BJ", "5S", "AS", id="at no trump no joker while holding the suit"),
        pytest.param(NO_TRUMP, "AC BJ", "5S", "AC BJ", id="a joker without the suit"),
        pytest.param(NO_TRUMP, "AC 2D LJ", "BJ", "AC 2D LJ", id="anything on a led joker"),
        pytest.param(NO_TRUMP, "AC 2D LJ", "BJ 5D", "2D", id="the first suit after a led joker is followed"),
        pytest.param(bowers(HEARTS), "JD 9D", "AH", "JD", id="the left bower follows trumps"),
        pytest.param(
            bowers(HEARTS), "JD 9C", "AD", "JD 9C", id="the left bower does not follow its own suit"
        ),
    ],
)
def test_a_player_follows_suit_if_able(order, hand, played, legal):
    assert set(legal_plays(cards(hand), cards(played), order)) == set(cards(legal))


def test_only_jokers_led_at_no_trump_set_no_suit():
    assert suit_led(cards("BJ LJ"), NO_TRUMP) is None
    assert suit_led(cards("BJ LJ 4S"), NO_TRUMP) is SPADES


@given(tables_of_four(), st.data())
def test_every_trick_has_exactly_one_winner_whom_no_other_card_beats(table, data):
    order, hands = table
    trick = [data.draw(st.sampled_from(hand)) for hand in hands]

    taken = taker(trick, order)

    led = suit_led(trick, order)
    heights = [order.height(each, led, leading=place == 0) for place, each in enumerate(trick)]
    assert trick[taken.place] == taken.card
    assert heights[taken.place] == max(heights)
    assert sum(height == max(heights) and place <= taken.place for place, height in enumerate(heights)) == 1
    assert taken.sentence


@given(tables_of_four(), st.data())
def test_a_player_can_always_play(table, data):
    order, hands = table
    played = [data.draw(st.sampled_from(hand)) for hand in hands[: data.draw(st.integers(0, 3))]]

    assert legal_plays(hands[3], played, order)


@given(tables_of_four(), st.data())
def test_whoever_reneges_held_a_card_of_the_suit_led_and_played_another(table, data):
    order, hands = table
    played = [data.draw(st.sampled_from(hand)) for hand in hands[:2]]
    led = suit_led(played, order)

    for each in hands[3]:
        held = any(order.suit_of(other) is led for other in hands[3])
        reneges = led is not None and held and order.suit_of(each) is not led
        assert (each not in legal_plays(hands[3], played, order)) is reneges
