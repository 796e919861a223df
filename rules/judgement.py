"""What a hand is worth to a built-in player: which bid it carries, which trumps, what to throw away.

The weights are a least-squares fit of the books taken in 60,000 hands of these same players against
what the bidder held before the kitty (``python -m benchmarks.judgement`` fits them again).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.fast import NO_SUIT, Tables, bits, codes_of

# Books a side takes with nothing in the hand but the kitty and a partner.
TRUMP_BASE: Final = 5.2
TRUMP_EACH: Final = 0.62
TRUMP_TOPS: Final = (0.68, 0.58, 0.40, 0.0, 0.28)
SIDE_BEST: Final = 0.44
SIDE_BEST_TWO: Final = 0.0
SIDE_GUARDED: Final = 0.0
SIDE_THIRD: Final = 0.40
SIDE_VOID: Final = 0.08

NO_TRUMP_BASE: Final = 6.96
NO_TRUMP_TOP: Final = 0.31
NO_TRUMP_ACE: Final = 0.31
NO_TRUMP_RUN: Final = 0.86


@lru_cache(maxsize=128)
def best_first(table: Tables) -> tuple[tuple[int, ...], ...]:
    """The cards of each suit, best first."""
    return tuple(
        tuple(sorted(codes_of(table.mask[suit]), key=lambda card: -table.height[suit][card]))
        for suit in range(4)
    )


def books_expected(hand: int, table: Tables) -> float:
    """The books that a side may hope for when this hand declares, the kitty's book among them."""
    suits = best_first(table)
    if table.trump == NO_SUIT:
        return NO_TRUMP_BASE + sum(_no_trump_worth(hand, suit) for suit in suits)
    trumps = suits[table.trump]
    worth = TRUMP_BASE + TRUMP_EACH * (hand & table.mask[table.trump]).bit_count()
    worth += sum(top for top, card in zip(TRUMP_TOPS, trumps, strict=False) if hand >> card & 1)
    return worth + sum(_side_worth(hand, suit) for number, suit in enumerate(suits) if number != table.trump)


def _side_worth(hand: int, suit: tuple[int, ...]) -> float:
    """What a suit that is not trumps adds."""
    best, second, third = (hand >> card & 1 for card in suit[:3])
    length = (hand & bits(suit)).bit_count()
    if not length:
        return SIDE_VOID
    return (
        SIDE_BEST * best
        + SIDE_BEST_TWO * (best & second)
        + SIDE_THIRD * (third and length > 2 and best | second)
    )


def _no_trump_worth(hand: int, suit: tuple[int, ...]) -> float:
    """What a suit adds at no trump: its top cards, and the length that will run behind two of them."""
    tops = next((place for place, card in enumerate(suit) if not hand >> card & 1), len(suit))
    runs = tops > 1 or (tops and hand >> suit[2] & 1)
    length = (hand & bits(suit)).bit_count()
    return (
        NO_TRUMP_TOP * tops + NO_TRUMP_ACE * (tops > 0) + (NO_TRUMP_RUN * max(0, length - 4) if runs else 0.0)
    )


def worst_first(hand: int, table: Tables) -> list[int]:
    """The cards of a hand, the first to be thrown away first.

    Trumps and the best cards of a suit are kept, then what is guarded by a better one, then length;
    short suits go, so that they can be trumped.
    """

    def worth(card: int) -> int:
        suit = table.suit_of[card]
        if suit == NO_SUIT:
            return -100
        height = table.height[suit][card]
        if suit == table.trump:
            return 1000 + height
        length = (hand & table.mask[suit]).bit_count()
        better = (table.above[card] & ~hand).bit_count()
        if not better:
            return 500 + height
        if better == 1 and length > 1:
            return 200 + height
        if table.trump == NO_SUIT:
            return height + 10 * length
        return height + (20 if length > 3 else 0) - (30 if length < 3 else 0)

    return sorted(codes_of(hand), key=worth)
