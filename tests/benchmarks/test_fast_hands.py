"""What the benchmark of the rules plays at random is legal, and what it checks is checked rightly."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks._fast_hands import (
    FastRecord,
    any_card,
    by_suit,
    fast_whist,
    judge,
    owners,
    random_hand,
    random_tricks,
)
from rules.cards.packs import shuffled_places
from rules.cards.tricks import legal_plays, taker
from rules.games.card_table import card_table
from simulation.players.fast import DECK, bits, tables
from tests.rules.cards.table_talk import WHIST_ORDERS

# Its tables of all hands take seconds to lay out.
pytestmark = pytest.mark.slow


@settings(max_examples=60)
@given(st.sampled_from(WHIST_ORDERS), st.integers(0, 3), st.integers())
def test_hands_played_at_random_are_played_by_the_rules(order, leader, seed):
    rng, table = Random(seed), tables(order)
    places = shuffled_places(54, rng)
    dealt = [places[seat * 12 : seat * 12 + 12] for seat in range(4)]
    hands = [Watched(by_suit(hand, table)) for hand in dealt]

    taken = random_tricks(hands, leader, 12, table, rng)

    plays = in_order_played(hands, taken, leader)
    judged = judge(FastRecord(owners(bits(hand) for hand in dealt), leader, bytes(plays), table))
    assert judged.taken == tuple(taken)
    assert (judged.reneges, judged.not_held) == ((), ())
    assert sorted(plays) == sorted(card for hand in dealt for card in hand)


class Watched(list):
    """A hand that remembers the cards in the order in which they left it."""

    def __init__(self, suits):
        self.left = []
        super().__init__(Suit(suit, self.left) for suit in suits)


class Suit(list):
    def __init__(self, cards, left):
        super().__init__(cards)
        self.remember = left

    def pop(self):
        card = super().pop()
        self.remember.append(card)
        return card


def in_order_played(hands, taken, leader):
    """The cards as they were played, from what left each hand and who led each trick."""
    plays = []
    for trick, winner in enumerate(taken):
        plays += [hands[(leader + turn) % 4].left[trick] for turn in range(4)]
        leader = winner
    return plays


@settings(max_examples=100)
@given(st.sampled_from(WHIST_ORDERS), st.integers(0, 3), st.integers(), st.data())
def test_cards_thrown_about_are_judged_as_the_rules_judge_them(order, leader, seed, data):
    places = shuffled_places(54, Random(seed))
    dealt = [places[seat * 12 : seat * 12 + 12] for seat in range(4)]
    thrown = [data.draw(st.permutations(hand)) for hand in dealt]
    plays, wrong, turn = [], [], leader
    hands = [[DECK[card] for card in hand] for hand in dealt]
    for trick in range(12):
        cards = []
        for place in range(4):
            seat = (turn + place) % 4
            card = DECK[thrown[seat][trick]]
            if card not in legal_plays(hands[seat], cards, order):
                wrong.append(len(plays))
            hands[seat].remove(card)
            cards.append(card)
            plays.append(thrown[seat][trick])
        turn = (turn + taker(cards, order).place) % 4

    judged = judge(FastRecord(owners(bits(hand) for hand in dealt), leader, bytes(plays), tables(order)))

    assert judged.reneges == tuple(wrong)
    assert judged.not_held == ()


def test_a_card_played_by_somebody_who_does_not_hold_it_is_found():
    table, dealt = tables(WHIST_ORDERS[0]), [range(12), range(12, 24), range(24, 36), range(36, 48)]
    plays = [card for trick in zip(*dealt, strict=True) for card in trick]
    plays[5], twice = 50, plays[9]
    plays[13] = twice

    judged = judge(FastRecord(owners(bits(hand) for hand in dealt), 0, bytes(plays), table))

    assert {5, 13} <= set(judged.not_held)


def test_every_card_of_a_hand_is_as_likely_to_be_taken_as_another():
    rng, drawn = Random(1), Counter()
    for _ in range(6000):
        places = shuffled_places(6, rng)
        drawn[any_card([places[:1], [], places[1:3], places[3:]], int(rng.random() * 6))] += 1

    assert min(drawn.values()) > 850
    assert max(drawn.values()) < 1150


def test_random_hands_are_scored_by_the_ruleset():
    table, rng = card_table("fahrenheit"), Random(2)
    game = fast_whist(table)

    scores = [random_hand(game, dealer & 3, rng) for dealer in range(400)]

    assert all(sum(score.books.values()) == 13 for score in scores)
    assert {score.winner for score in scores} == {"NS", "EW"}
    assert all("promise" in {reason.rule for reason in score.because} for score in scores)


class AlwaysPass(Random):
    """Random numbers that always draw the first of what may be done: a pass."""

    def random(self):
        return 0.0


def test_where_nobody_is_forced_a_hand_can_be_passed_out():
    free, forced = fast_whist(card_table("bid-whist")), fast_whist(card_table("fahrenheit"))

    assert random_hand(free, 0, AlwaysPass()) is None
    assert random_hand(forced, 0, AlwaysPass()) is not None


def test_without_a_kitty_thirteen_tricks_are_played():
    game = fast_whist(card_table("bid-whist", {"kitty": False, "jokers": 0}))

    score = random_hand(game, 0, Random(3))

    assert sum(score.books.values()) == 13
