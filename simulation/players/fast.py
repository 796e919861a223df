"""The rules on integers, for thousands of hands a second. A card is its index in ``DECK``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, STANDARD, SUITS, Card
from rules.cards.order import CardOrder
from rules.cards.packs import euchre_pack

# With the jokers last, every pack of Bid Whist is a range from 0.
ONCE: Final = (*STANDARD, BIG_JOKER, LITTLE_JOKER)
# The second copies of a double deck come last. They rank equal, so the first one played wins.
DECK: Final = (*ONCE, *euchre_pack())
CODE: Final = {card: code for code, card in enumerate(ONCE)}
SECOND: Final = {card: code for code, card in enumerate(euchre_pack(), len(ONCE))}

# Suits are 0 to 3 as in ``SUITS``. These two are for a joker at no trump, and before a suit is led.
NO_SUIT: Final = 4
NOTHING_LED: Final = 5


@dataclass(frozen=True, slots=True)
class Tables:
    """A card order as integers.

    ``mask`` has the cards of each suit as bits; ``above`` and ``above_led`` the cards of the same suit that
    beat a card when it follows and when it leads.
    """

    suit_of: tuple[int, ...]
    """The suit each card counts as."""
    height: tuple[tuple[int, ...], ...]
    """Its rank by suit led."""
    height_leading: tuple[int, ...]
    """Its rank when it leads."""
    mask: tuple[int, ...]
    above: tuple[int, ...]
    above_led: tuple[int, ...]
    trump: int


def bits(codes: Iterable[int]) -> int:
    return sum(1 << code for code in codes)


def codes_of(cards: int) -> list[int]:
    codes = []
    while cards:
        lowest = cards & -cards
        codes.append(lowest.bit_length() - 1)
        cards ^= lowest
    return codes


def encode(cards: Iterable[Card]) -> list[int]:
    """The cards as integers; of two equal cards, the second gets the number of the second pack's card."""
    codes: list[int] = []
    for card in cards:
        code = CODE[card]
        codes.append(SECOND[card] if code in codes else code)
    return codes


@lru_cache(maxsize=128)
def tables(order: CardOrder) -> Tables:
    suit_of = tuple(NO_SUIT if (suit := order.suit_of(card)) is None else SUITS.index(suit) for card in DECK)
    height = [tuple(order.height(card, led, leading=False) for card in DECK) for led in SUITS]
    nothing = (0,) * len(DECK)
    height += [nothing, nothing]
    leading = tuple(order.height(card, order.suit_of(card), leading=True) for card in DECK)

    def better(card: int, than: int) -> int:
        suit = suit_of[card]
        return bits(other for other, its in enumerate(suit_of) if its == suit and height[suit][other] > than)

    return Tables(
        suit_of=suit_of,
        height=tuple(height),
        height_leading=leading,
        mask=tuple(bits(code for code, suit in enumerate(suit_of) if suit == led) for led in range(6)),
        above=tuple(better(card, height[suit][card]) for card, suit in enumerate(suit_of)),
        above_led=tuple(better(card, leading[card]) for card in range(len(DECK))),
        trump=NO_SUIT if order.trump is None else SUITS.index(order.trump),
    )


def trick_heights(trick: Sequence[int], table: Tables) -> tuple[int, list[int]]:
    """The suit led, and the rank of each card in the trick; a led ace may be low."""
    led = next((suit for suit in map(table.suit_of.__getitem__, trick) if suit != NO_SUIT), NOTHING_LED)
    heights = [table.height[led][card] for card in trick]
    if table.suit_of[trick[0]] == led:
        heights[0] = table.height_leading[trick[0]]
    return led, heights
