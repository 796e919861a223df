"""A hand of Bid Fair; random hands of double deck, some with wrong leads, and the leaders that they prove."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from random import Random

from rules.cards.cards import Suit, write_cards
from rules.cards.tricks import legal_plays, taker
from rules.replay.card_table import card_table

TABLE = card_table("bid-euchre", {"double_deck": True})
SEATS = TABLE.seats


@dataclass(frozen=True)
class Dealt:
    """A hand with its real leaders and trick winners; ``possible`` are the leaders that the cards allow."""

    record: dict
    leaders: tuple[str, ...]
    takers: tuple[str, ...]
    possible: tuple[frozenset[str], ...]

    def is_determined(self, number):
        """Whether only one player can have led this trick."""
        return len(self.possible[number]) == 1


def around(leader):
    first = SEATS.index(leader)
    return SEATS[first:] + SEATS[:first]


def dealt(seed, *, wrong_leads):
    """A random deal, bid and played without a renege; with ``wrong_leads``, often led out of turn."""
    random = Random(seed)
    hands = {seat: list(cards) for seat, cards in TABLE.deal("W", random).hands}
    order = TABLE.order("3", Suit.HEARTS, None)
    record = {
        "game": "bid-euchre",
        "dealer": "W",
        "deal": {seat: write_cards(cards) for seat, cards in hands.items()},
        "calls": ["3", "pass", "pass", "pass"],
        "trump": "hearts",
    }
    due, leaders, takers, tricks = "N", [], [], []
    for _ in range(TABLE.tricks):
        leader = random.choice(SEATS) if wrong_leads and random.random() < 0.3 else due
        cards = []
        for seat in around(leader):
            card = random.choice(legal_plays(hands[seat], cards, order))
            hands[seat].remove(card)
            cards.append(card)
        due = around(leader)[taker(cards, order).index]
        leaders.append(leader)
        takers.append(due)
        tricks.append(write_cards(cards))
    record |= {"tricks": tricks}
    return Dealt(record, tuple(leaders), tuple(takers), _possible(record))


def _possible(record):
    """For each trick, the players who can have led it if everybody held what they played throughout.

    Tries every way to assign the tricks' cards to the players.
    """
    tricks = [line.split() for line in record["tricks"]]
    found = [set() for _ in tricks]

    @cache
    def goes_on(number, left):
        if number == len(tricks):
            return True
        works = False
        for leader in SEATS:
            held = {seat: Counter(dict(cards)) for seat, cards in zip(SEATS, left, strict=True)}
            for seat, card in zip(around(leader), tricks[number], strict=True):
                held[seat][card] -= 1
            after = tuple(frozenset((+held[seat]).items()) for seat in SEATS)
            if min(min(cards.values()) for cards in held.values()) >= 0 and goes_on(number + 1, after):
                found[number].add(leader)
                works = True
        return works

    goes_on(0, tuple(frozenset(Counter(record["deal"][seat].split()).items()) for seat in SEATS))
    return tuple(map(frozenset, found))


# South deals. North plays the black cards and South the red ones.
FAIR_HAND = {
    "game": "bid-fair",
    "dealer": "S",
    "deal": {"N": "AS KS QS JS TS 9S AC KC QC JC TC 9C", "S": "AH KH QH JH TH 9H AD KD QD JD TD 9D"},
    "crib": {"N": "9S 9C TS TC", "S": "9H 9D TH TD"},
    "calls": ["JS", "QH"],
    "cut": "9S",
    "exchange": False,
    "tricks": ["KS KD", "QS QD", "AS JD", "KC KH", "QC JH", "AC AH", "JC AD"],
}


def fair(**changes):
    """A whole hand of Bid Fair, recorded with these changes."""
    return FAIR_HAND | changes
