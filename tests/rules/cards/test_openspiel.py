"""Legal plays and trick winners agree with OpenSpiel: its euchre for bowers, its bridge without jokers.

At every play of a random game OpenSpiel lists the legal cards. No two hands share a card, so its list equals
ours only if we agree whose turn it is, and so who won the last trick.
"""

from random import Random

import pytest

from rules.cards.cards import Card, Rank, Suit
from rules.cards.order import bowers, no_trump, uptown
from rules.cards.tricks import legal_plays, taker

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel has no wheel for this kind of machine", exc_type=ImportError
)

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
BRIDGE_CALLS, BRIDGE_FIRST_BID = 52, 55


def card_of(number, lowest):
    """The card of an OpenSpiel number, which counts rank by rank, four suits each."""
    return Card(Rank(lowest + number // 4), SUITS[number % 4])


class Table:
    """A game in play by our rules: the hands, the trick, and whose turn it is."""

    def __init__(self, hands, leader, order):
        self.hands, self.turn, self.order, self.trick = hands, leader, order, []

    @property
    def legal(self):
        return set(legal_plays(self.hands[self.turn], self.trick, self.order))

    def play(self, card):
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            # The turn is back at the leader, who is place 0 of the trick.
            self.turn = (self.turn + taker(self.trick, self.order).index) % 4
            self.trick = []


def euchre_positions(rng):
    """Play a random game of euchre; yields OpenSpiel's legal cards and ours at each play."""
    euchre = pyspiel.euchre
    state = pyspiel.load_game("euchre").new_initial_state()
    table = None
    while not state.is_terminal():
        actions = [action for action in state.legal_actions() if action != euchre.GO_ALONE_ACTION]
        action = rng.choice(actions)
        if state.current_phase() == euchre.Phase.PLAY:
            if table is None:
                held = [[], [], [], []]
                for number, holder in enumerate(state.card_holder()):
                    if holder is not None and number != state.discard():
                        held[holder].append(card_of(number, Rank.NINE))
                table = Table(held, state.current_player(), bowers(SUITS[int(state.trump_suit())]))
            yield {card_of(number, Rank.NINE) for number in actions}, table.legal
            table.play(card_of(action, Rank.NINE))
        state.apply_action(action)


def bridge_positions(rng):
    """Play a random deal of bridge; yields OpenSpiel's legal cards and ours at each play."""
    state = pyspiel.load_game("bridge(use_double_dummy_result=false)").new_initial_state()
    hands, calls, table = [[], [], [], []], [], None
    dealt = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        action = rng.choice(actions)
        if state.is_chance_node():
            hands[dealt % 4].append(card_of(action, Rank.TWO))
            dealt += 1
        elif actions[0] >= BRIDGE_CALLS:
            calls.append(action)
        else:
            table = table or bridge_table(hands, calls)
            yield {card_of(number, Rank.TWO) for number in actions}, table.legal
            table.play(card_of(action, Rank.TWO))
        state.apply_action(action)


def bridge_table(hands, calls):
    """The table after a bridge auction: the declarer was the first of the pair to name the strain."""
    bids = [
        (turn, (call - BRIDGE_FIRST_BID) % 5) for turn, call in enumerate(calls) if call >= BRIDGE_FIRST_BID
    ]
    last, strain = bids[-1]
    declarer = next(turn for turn, named in bids if named == strain and turn % 2 == last % 2) % 4
    return Table(hands, (declarer + 1) % 4, no_trump("uptown") if strain == 4 else uptown(SUITS[strain]))


@pytest.mark.slow
@pytest.mark.parametrize("positions", [euchre_positions, bridge_positions])
def test_five_thousand_positions_agree_with_openspiel(positions, longer):
    rng, seen = Random(2), 0
    while seen < 5_000 * longer:
        for theirs, ours in positions(rng):
            assert ours == theirs
            seen += 1
