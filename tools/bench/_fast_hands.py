"""Whole hands on integers, played at random and scored, or recorded and checked. Only benchmarks use it.

A card is its index in ``DECK``, and a hand is a list of cards for each suit that it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rules.cards.bids import DIRECTIONS, NO_TRUMP
from rules.cards.cards import SUITS
from rules.cards.packs import shuffled_places
from rules.replay.card_table import CardTable
from rules.ruleset.hands import HandScore
from simulation.players.fast import DECK, NO_SUIT, NOTHING_LED, Tables, bits, codes_of, tables

# --- hands played at random ------------------------------------------------------------------------


def any_card(hand: Iterable[list[int]], pick: int) -> int:
    """Remove and return the card at index ``pick`` of a hand, counted suit by suit.

    With a random ``pick`` every card is equally likely. Within the suit it is the last card: suits were
    filled in shuffled order, so their cards stay in random order.
    """
    for suit in hand:
        pick -= len(suit)
        if pick < 0:
            return suit.pop()
    raise AssertionError("the hand holds fewer cards than that")


def by_suit(cards: Iterable[int], table: Tables) -> list[list[int]]:
    """A hand's cards by suit. The last list stays empty: it is what must be followed if nothing was led."""
    hand: list[list[int]] = [[], [], [], [], [], []]
    suit_of = table.suit_of
    for card in cards:
        hand[suit_of[card]].append(card)
    return hand


def turns(seats: int) -> tuple[tuple[int, ...], ...]:
    """For each leader, the seats in the order of play."""
    return tuple(tuple((first + turn) % seats for turn in range(seats)) for first in range(seats))


FOUR: Final = turns(4)
THREE_AFTER: Final = tuple(turn[1:] for turn in FOUR)


def random_tricks(
    hands: Sequence[Sequence[list[int]]], leader: int, tricks: int, table: Tables, rng: Random
) -> list[int]:
    """Play four shuffled hands out at random legal cards, and return who took each trick."""
    suit_of, height, random = table.suit_of, table.height, rng.random
    taken = []
    for left in range(tricks, 0, -1):
        card = any_card(hands[leader], int(random() * left))
        led = suit_of[card] if suit_of[card] != NO_SUIT else NOTHING_LED
        beats = height[led]
        best = beats[card]
        for seat in THREE_AFTER[leader]:
            hand = hands[seat]
            if hand[led]:
                card = hand[led].pop()
            else:
                card = any_card(hand, int(random() * left))
                if led == NOTHING_LED and suit_of[card] != NO_SUIT:
                    led = suit_of[card]
                    beats = height[led]
            if beats[card] > best:
                best = beats[card]
                leader = seat
        taken.append(leader)
    return taken


@dataclass(frozen=True, slots=True)
class FastWhist:
    """A Bid Whist, computed in advance to be played at random.

    ``legal`` has the calls that may follow each bid as indexes of ``bids``, -1 being a pass; its last entry
    is for no bid yet.
    """

    cards: int
    kitty: int
    forced: bool
    bids: tuple[str, ...]
    legal: tuple[tuple[int, ...], ...]
    orders: tuple[tuple[Tables, ...], ...]
    """Has the card orders for each bid."""
    scores: Mapping[tuple[int, int, int], HandScore]
    """Has the ruleset's own score for each bidding side, bid and number of books."""


PASSED: Final = -1


def fast_whist(table: CardTable) -> FastWhist:
    """Compute the Bid Whist of this table."""
    ladder = table.ruleset.ladder
    bids = ladder.bids
    legal = [
        tuple(index for index, bid in enumerate(bids) if ladder.outranks(bid, standing)) for standing in bids
    ]
    return FastWhist(
        cards=len(table.pack),
        kitty=table.kitty,
        forced=table.play.dealer_is_forced and not table.play.minimum_is_forced,
        bids=bids,
        legal=(*((PASSED, *above) for above in legal), (PASSED, *range(len(bids)))),
        orders=tuple(_orders(table, bid) for bid in bids),
        scores={
            (side, index, books): table.ruleset.score(_report(table, bid, side, books))
            for index, bid in enumerate(bids)
            for side in range(2)
            for books in range(1 if table.kitty else 0, 14)
        },
    )


def _orders(table: CardTable, bid: str) -> tuple[Tables, ...]:
    """The card orders in which a bid may be played."""
    if bid.endswith(NO_TRUMP):
        return tuple(tables(table.order(bid, None, direction)) for direction in DIRECTIONS)
    return tuple(tables(table.order(bid, suit, None)) for suit in SUITS)


def _report(table: CardTable, bid: str, side: int, books: int) -> dict[str, object]:
    level, _, strain = bid.partition(" ")
    return {"bidder": table.ruleset.sides[side], "level": int(level), "strain": strain, "books": books}


def random_hand(game: FastWhist, dealer: int, rng: Random) -> HandScore | None:
    """Deal, bid, take the kitty, discard and play at random but legally. Returns the score.

    None if everybody passed.
    """
    cards = shuffled_places(game.cards, rng)
    bidder, bid = _random_auction(game, dealer, rng)
    if bid == PASSED:
        return None
    orders = game.orders[bid]
    table = orders[int(rng.random() * len(orders))]
    # The order is random, so any split is fair; the kitty's cards are from the middle (Rulebook F-3).
    kitty, tricks = game.kitty, (game.cards - game.kitty) // 4
    middle, after = 2 * tricks, 2 * tricks + kitty
    hands = [cards[:tricks], cards[tricks:middle], cards[after : after + tricks], cards[after + tricks :]]
    if kitty:
        # The cards are shuffled, so discarding the first six of eighteen is as random as any choice.
        hands[bidder] = hands[bidder][kitty:] + cards[middle:after]
    taken = random_tricks([by_suit(hand, table) for hand in hands], bidder, tricks, table, rng)
    books = taken.count(bidder) + taken.count((bidder + 2) % 4) + (1 if kitty else 0)
    return game.scores[bidder & 1, bid, books]


def _random_auction(game: FastWhist, dealer: int, rng: Random) -> tuple[int, int]:
    """Once around the table with random legal calls. Returns the bidder and the bid's index or ``PASSED``."""
    bidder, standing = dealer, PASSED
    for turn in range(1, 5):
        calls = game.legal[standing]
        if turn == 4 and standing == PASSED and game.forced:
            calls = calls[1:]
        call = calls[int(rng.random() * len(calls))]
        if call != PASSED:
            bidder, standing = (dealer + turn) % 4, call
    return bidder, standing


# --- recorded hands checked -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FastRecord:
    """A played hand: who held each card at the first lead, who led, and the cards in the order played."""

    owner: bytes
    leader: int
    plays: bytes
    table: Tables


@dataclass(frozen=True, slots=True)
class CheckedHand:
    """What is found in a played hand: who took each trick, and the indexes of wrong plays.

    An index counts the cards played, from 0. ``reneges`` failed to follow; ``not_held`` were played by
    somebody who didn't hold them, or a second time.
    """

    taken: tuple[int, ...]
    reneges: tuple[int, ...]
    not_held: tuple[int, ...]


NOBODYS: Final = 255


def owners(hands: Iterable[int]) -> bytes:
    """The seat that holds each card, from the hands as sets of bits; ``NOBODYS`` if no seat does."""
    owner = bytearray([NOBODYS]) * len(DECK)
    for seat, hand in enumerate(hands):
        for card in codes_of(hand):
            owner[card] = seat
    return bytes(owner)


def judge(record: FastRecord) -> CheckedHand:
    """Check every play of a recorded hand of four.

    A player who doesn't follow has shown out of the suit led. Only if such a player plays a card of that suit
    later is there a renege, and only then does ``_wrong_plays`` look for it.
    """
    owner, plays, table = record.owner, record.plays, record.table
    suit_of, height = table.suit_of, table.height
    shown_out = [0, 0, 0, 0]
    leader, taken, clean = record.leader, [], len(set(plays)) == len(plays)
    for first in range(0, len(plays), 4):
        led, best, winner = NOTHING_LED, -1, leader
        beats = height[NOTHING_LED]
        for card, seat in zip(plays[first : first + 4], FOUR[leader], strict=True):
            suit = suit_of[card]
            if suit != led:
                if led != NOTHING_LED:
                    shown_out[seat] |= 1 << led
                elif suit != NO_SUIT:
                    led = suit
                    beats = height[led]
            if owner[card] != seat or shown_out[seat] >> suit & 1:
                clean = False
            if beats[card] > best:
                best, winner = beats[card], seat
        leader = winner
        taken.append(winner)
    if clean:
        return CheckedHand(tuple(taken), (), ())
    return _wrong_plays(record, taken)


def _wrong_plays(record: FastRecord, taken: Sequence[int]) -> CheckedHand:
    """Replay the hand with everybody's cards, to find the indexes of the wrong plays."""
    suit_of, mask = record.table.suit_of, record.table.mask
    hands = [bits(card for card, owner in enumerate(record.owner) if owner == seat) for seat in range(4)]
    reneges, not_held = [], []
    leaders = [record.leader, *taken]
    for index, card in enumerate(record.plays):
        if index % 4 == 0:
            led = NOTHING_LED
        seat = FOUR[leaders[index // 4]][index % 4]
        if not hands[seat] >> card & 1:
            not_held.append(index)
        elif suit_of[card] != led and hands[seat] & mask[led]:
            reneges.append(index)
        if led == NOTHING_LED and suit_of[card] != NO_SUIT:
            led = suit_of[card]
        hands[seat] &= ~(1 << card)
    return CheckedHand(tuple(taken), tuple(reneges), tuple(not_held))
