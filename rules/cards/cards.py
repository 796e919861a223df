"""Cards, and how people write them: ``QS``, ``10D`` or ``TD``, ``BJ`` and ``LJ``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final


class UnreadableCard(ValueError):
    """The text is not a card of any pack."""


class Suit(Enum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    # Enum's own hash is slow, and every card hashes its suit. Each suit exists once, so identity works.
    __hash__ = object.__hash__

    @property
    def letter(self) -> str:
        return self.value[0].upper()

    @property
    def sister(self) -> Suit:
        """The other suit of the same color."""
        return _SISTERS[self]


_SISTERS: Final = {
    Suit.SPADES: Suit.CLUBS,
    Suit.CLUBS: Suit.SPADES,
    Suit.HEARTS: Suit.DIAMONDS,
    Suit.DIAMONDS: Suit.HEARTS,
}


class Rank(IntEnum):
    """A rank, in the order printed on the pack. ``CardOrder`` decides which card beats which."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    LITTLE_JOKER = 15
    BIG_JOKER = 16

    __hash__ = int.__hash__

    @property
    def letter(self) -> str:
        return "23456789TJQKA"[self - 2]

    @property
    def word(self) -> str:
        return str(int(self)) if self <= 10 else self.name.lower()


@dataclass(frozen=True, slots=True)
class Card:
    """One card. A joker has no suit."""

    rank: Rank
    suit: Suit | None

    @property
    def is_joker(self) -> bool:
        return self.suit is None

    @property
    def name(self) -> str:
        if self.suit is None:
            return "the big joker" if self.rank is Rank.BIG_JOKER else "the little joker"
        return f"the {self.rank.word} of {self.suit.value}"

    def __str__(self) -> str:
        return _SHORT[self]


LITTLE_JOKER: Final = Card(Rank.LITTLE_JOKER, None)
BIG_JOKER: Final = Card(Rank.BIG_JOKER, None)
SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
SUITED_RANKS: Final = tuple(rank for rank in Rank if rank <= Rank.ACE)
STANDARD: Final = tuple(Card(rank, suit) for suit in SUITS for rank in SUITED_RANKS)

_SHORT: Final = {card: card.rank.letter + (card.suit.letter if card.suit else "") for card in STANDARD} | {
    BIG_JOKER: "BJ",
    LITTLE_JOKER: "LJ",
}
_READ: Final = {short: card for card, short in _SHORT.items()}
_PIPS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0f": None})


def read_card(text: object) -> Card:
    """The card that a text names, such as ``QS``, ``10d`` or ``TD``, ``BJ``, ``K♥``.

    :raises UnreadableCard: if it isn't a card.
    """
    if isinstance(text, str):
        short = text.strip().upper().translate(_PIPS)
        card = _READ.get("T" + short[2:] if short.startswith("10") else short)
        if card is not None:
            return card
    raise UnreadableCard(f"{_shown(text)} is not a card. A card is written rank and suit: AS, TD, BJ, LJ.")


def read_cards(text: object) -> tuple[Card, ...]:
    """The cards in a line such as ``AS KS 10D BJ``, or in a list of such words.

    :raises UnreadableCard: if one of them isn't a card.
    """
    if isinstance(text, str):
        return tuple(read_card(word) for word in text.replace(",", " ").split())
    if isinstance(text, (list, tuple)):
        return tuple(read_card(word) for word in text)
    raise UnreadableCard(f"{_shown(text)} is not a line of cards.")


def write_cards(cards: Iterable[Card]) -> str:
    return " ".join(_SHORT[card] for card in cards)


def read_suit(text: object) -> Suit:
    """The suit that a word, a letter or a pip names: ``hearts``, ``h``, ``♥``.

    :raises UnreadableCard: if it isn't a suit.
    """
    word = text.strip().lower().translate(_PIPS).lower() if isinstance(text, str) else ""
    for suit in SUITS:
        if word and word in (suit.value, suit.value[:-1], suit.letter.lower()):
            return suit
    raise UnreadableCard(f"{_shown(text)} is not a suit. The suits are spades, hearts, diamonds and clubs.")


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as a player sorts a hand: jokers first, then suit by suit from the ace down."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card.suit) if card.suit else -1, -card.rank)))


def _shown(text: object) -> str:
    return f'"{str(text)[:40]}"'
