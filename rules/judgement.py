"""What a hand is worth to a built-in player: the books it may hope for, and what to throw away.

A hand under an order is a row of features, and the books expected are those features weighed. The
weights are least squares over some ten thousand hands of these same players, each held by the bidder:
``python -m benchmarks._judgement`` fits them again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rules.fast import NO_SUIT, Tables, codes_of

TRUMP_FEATURES: Final = (
    "always", "trumps", "best trump", "second", "third", "fourth", "fifth",
    "side aces", "with the next", "guarded next", "voids", "singletons", "long side suits",
)  # fmt: skip
NO_TRUMP_FEATURES: Final = (
    "always",
    "tops in a row",
    "suits with the best",
    "length behind",
    "guarded",
    "jokers",
)

WEIGHTS: Final[Mapping[str, tuple[float, ...]]] = {
    "whist": (5.19, 0.58, 0.72, 0.63, 0.49, 0.26, 0.19, 0.43, 0.47, 0.18, 0.00, 0.07, 0.28),
    "whist-no-trump": (6.70, 0.65, -0.09, 0.34, 0.55, -0.07),
    "whist-13": (2.00, 0.72, 0.85, 0.68, 0.49, 0.24, 0.18, 0.69, 0.44, 0.54, 0.66, 0.27, 0.09),
    "whist-13-no-trump": (5.06, 0.55, -0.00, 0.34, 0.82, 0.00),
    "cutthroat": (-1.06, 1.08, 1.15, 0.90, 0.88, 0.62, 0.52, 0.85, 0.78, 0.64, 0.58, 0.32, 0.29),
    "cutthroat-no-trump": (5.15, 0.64, 0.03, 0.38, 1.11, -0.13),
    "euchre": (0.93, 0.42, 0.85, 0.42, 0.24, 0.13, 0.05, 0.52, 0.17, 0.14, 0.46, 0.13, 0.00),
    "euchre-joker": (1.07, 0.49, 0.84, 0.40, 0.28, 0.16, 0.09, 0.46, 0.16, 0.15, 0.22, -0.01, 0.00),
    "euchre-double": (2.35, 0.53, 0.85, 0.81, 0.28, 0.38, 0.18, 0.56, 0.54, 0.56, 0.83, 0.35, 0.22),
    "euchre-alone": (-1.13, 0.59, 1.06, 0.62, 0.40, 0.21, 0.08, 0.83, 0.31, 0.40, 0.74, 0.22, 0.00),
    "solo": (-0.46, 0.81, 0.96, 0.58, 0.33, 0.20, 0.09, 0.55, 0.13, 0.22, -0.10, -0.24, 0.00),
}


@lru_cache(maxsize=256)
def best_first(table: Tables, pack: int) -> tuple[tuple[int, ...], ...]:
    """The cards of each suit in this pack, best first."""
    return tuple(
        tuple(sorted(codes_of(table.mask[suit] & pack), key=lambda card: (-table.height[suit][card], card)))
        for suit in range(4)
    )


def features(hand: int, table: Tables, pack: int) -> tuple[int, ...]:
    """The hand as the numbers that are weighed."""
    return _no_trump_features(hand, table, pack) if table.trump == NO_SUIT else _features(hand, table, pack)


def expected(hand: int, table: Tables, pack: int, weights: tuple[float, ...]) -> float:
    """The books that a side may hope for when this hand declares, the kitty's book among them."""
    return sum(weight * feature for weight, feature in zip(weights, features(hand, table, pack), strict=True))


def _features(hand: int, table: Tables, pack: int) -> tuple[int, ...]:
    suits = best_first(table, pack)
    trumps = (hand & table.mask[table.trump]).bit_count()
    tops = [hand >> card & 1 for card in suits[table.trump][:5]]
    aces = both = guarded = voids = singles = long = 0
    for number, suit in enumerate(suits):
        if number == table.trump:
            continue
        length = (hand & table.mask[number]).bit_count()
        best, second = hand >> suit[0] & 1, hand >> suit[1] & 1
        aces += best
        both += best & second
        guarded += second and not best and length > 1
        voids += not length
        singles += length == 1
        long += max(0, length - 4)
    return (1, trumps, *tops, aces, both, guarded, voids, singles, long)


def _no_trump_features(hand: int, table: Tables, pack: int) -> tuple[int, ...]:
    row = aces = runs = guarded = 0
    for number, suit in enumerate(best_first(table, pack)):
        length = (hand & table.mask[number]).bit_count()
        tops = next((place for place, card in enumerate(suit) if not hand >> card & 1), len(suit))
        row += tops
        aces += tops > 0
        runs += max(0, length - 4) if tops > 1 or (tops and hand >> suit[2] & 1) else 0
        guarded += not tops and length > 1 and hand >> suit[1] & 1
    return (1, row, aces, runs, guarded, (hand & table.mask[NO_SUIT]).bit_count())


def worst_first(hand: int, table: Tables, pack: int) -> list[int]:
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
        better = (table.above[card] & pack & ~hand).bit_count()
        if not better:
            return 500 + height
        if better == 1 and length > 1:
            return 200 + height
        if table.trump == NO_SUIT:
            return height + 10 * length
        return height + (20 if length > 3 else 0) - (30 if length < 3 else 0)

    return sorted(codes_of(hand), key=worth)
