"""A built-in player's judgment of a hand: the books to expect, and what to throw away.

A hand under a card order is a row of features; the books expected are their weighted sum. The weights are a
least-squares fit to about ten thousand hands of these same players; ``python -m tools.judgement`` fits them
again.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from simulation.players.fast import NO_SUIT, Tables, codes_of

WEIGHTS: Final[Mapping[str, tuple[float, ...]]] = {
    "whist": (5.64, 0.54, 0.63, 0.64, 0.43, 0.28, 0.09, 0.46, 0.52, 0.20, 0.11, 0.08, 0.17),
    "whist-no-trump": (6.68, 0.64, -0.13, 0.44, 0.53, -0.03),
    "whist-13": (2.10, 0.72, 0.82, 0.66, 0.45, 0.25, 0.20, 0.72, 0.51, 0.61, 0.53, 0.24, 0.13),
    "whist-13-no-trump": (5.09, 0.49, 0.10, 0.34, 0.78, 0.00),
    "cutthroat": (0.16, 1.01, 1.11, 0.88, 0.70, 0.41, 0.20, 0.98, 0.65, 0.67, 0.31, 0.41, 0.15),
    "cutthroat-no-trump": (5.30, 0.60, 0.05, 0.45, 0.96, -0.16),
    "cutthroat-18": (-2.99, 1.02, 1.26, 0.90, 0.73, 0.50, 0.28, 1.06, 0.79, 0.95, 0.46, 0.50, 0.32),
    "cutthroat-18-no-trump": (3.66, 0.57, 0.17, 0.40, 1.20, -0.47),
    "euchre": (0.59, 0.53, 0.77, 0.47, 0.17, 0.09, 0.07, 0.54, 0.23, 0.14, 0.46, 0.15, 0.00),
    "euchre-joker": (0.89, 0.57, 0.74, 0.43, 0.17, 0.08, 0.07, 0.52, 0.10, 0.15, 0.23, 0.00, 0.00),
    "euchre-double": (1.99, 0.59, 0.81, 0.81, 0.44, 0.43, 0.00, 0.60, 0.64, 0.67, 0.85, 0.36, -0.03),
    "euchre-alone": (-1.47, 0.83, 1.11, 0.59, 0.30, 0.18, 0.12, 0.85, 0.22, 0.39, 0.44, 0.08, 0.00),
    "solo": (-0.76, 0.85, 0.94, 0.58, 0.33, 0.15, 0.08, 0.58, 0.10, 0.22, -0.01, -0.16, 0.00),
}


@lru_cache(maxsize=256)
def best_first(table: Tables, pack: int) -> tuple[tuple[int, ...], ...]:
    """The cards of each suit in this pack, best first."""
    return tuple(
        tuple(sorted(codes_of(table.mask[suit] & pack), key=lambda card: (-table.height[suit][card], card)))
        for suit in range(4)
    )


def features(hand: int, table: Tables, pack: int) -> tuple[int, ...]:
    return _no_trump_features(hand, table, pack) if table.trump == NO_SUIT else _features(hand, table, pack)


def expected(hand: int, table: Tables, pack: int, weights: tuple[float, ...]) -> float:
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
    # 1, trumps, the five best trumps; side aces, best with second, guarded second, voids, singletons, length.
    return (1, trumps, *tops, aces, both, guarded, voids, singles, long)


def _no_trump_features(hand: int, table: Tables, pack: int) -> tuple[int, ...]:
    row = aces = runs = guarded = 0
    for number, suit in enumerate(best_first(table, pack)):
        length = (hand & table.mask[number]).bit_count()
        tops = next((index for index, card in enumerate(suit) if not hand >> card & 1), len(suit))
        row += tops
        aces += tops > 0
        runs += max(0, length - 4) if tops > 1 or (tops and hand >> suit[2] & 1) else 0
        guarded += not tops and length > 1 and hand >> suit[1] & 1
    # 1, top cards in a row, suits with the best, length behind those, guarded second, jokers.
    return (1, row, aces, runs, guarded, (hand & table.mask[NO_SUIT]).bit_count())


def worst_first(hand: int, table: Tables, pack: int) -> list[int]:
    """The cards in the order to throw them away: the shortest suit first, so that it can be trumped."""

    def worth(card: int) -> int:
        suit = table.suit_of[card]
        if suit == NO_SUIT:
            return -1
        height = table.height[suit][card]
        if suit == table.trump:
            return 1000 + height
        if not table.above[card] & pack & ~hand:
            return 500 + height
        return 20 * (hand & table.mask[suit]).bit_count() + height

    return sorted(codes_of(hand), key=worth)
