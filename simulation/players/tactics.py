"""How a built-in player chooses a card: a sensible club player's habits. Never looks at another hand."""

from collections.abc import Sequence
from dataclasses import dataclass

from simulation.players.fast import Tables, codes_of, trick_heights


@dataclass(frozen=True, slots=True)
class View:
    """What a player sees on their turn.

    ``hand`` and ``unseen``, the cards others may still hold, are sets of bits (see ``Position``).
    """

    hand: int
    unseen: int
    played: Sequence[int]
    """The trick so far."""
    friends: Sequence[int]
    """Has the indexes in it of the own side's cards."""
    to_come: int
    """How many opponents play after this card."""
    is_declaring: bool


def choose_card(view: View, table: Tables) -> int:
    """The index in ``DECK`` of the card to play. Always a legal one."""
    if not view.played:
        return _lead(view, table)
    led, heights = trick_heights(view.played, table)
    best = max(heights)
    index = heights.index(best)
    is_ours = index in view.friends
    following = view.hand & table.mask[led]
    legal = following or view.hand
    beats = table.height[led]
    winners = sorted((card for card in codes_of(legal) if beats[card] > best), key=beats.__getitem__)
    if not winners or (is_ours and (not view.to_come or _stays_best(index, view, table))):
        return _throw(legal, view, table)
    if not following:
        # Trump with the lowest card that wins, but never the partner's trick.
        return _throw(legal, view, table) if is_ours else winners[0]
    if not view.to_come:
        return winners[0]
    if _is_highest_left(winners[-1], view, table):
        return winners[-1]
    # Third hand high, second hand low.
    return winners[-1] if view.friends and not is_ours else _throw(legal, view, table)


def _is_highest_left(card: int, view: View, table: Tables) -> bool:
    """Whether no unseen card of its suit beats ``card``."""
    return not view.unseen & table.above[card]


def _stays_best(index: int, view: View, table: Tables) -> bool:
    """Whether no unseen card of its suit beats the card at ``place`` in the trick, which wins so far."""
    above = table.above if index else table.above_led
    return not view.unseen & above[view.played[index]]


def _wins_if_led(card: int, view: View, table: Tables) -> bool:
    """Whether ``card`` would take the trick if led and not trumped."""
    return table.height_leading[card] > 0 and not view.unseen & table.above_led[card]


def _lead(view: View, table: Tables) -> int:
    """The card to lead: draw trumps when declaring, cash winners, then probe."""
    trumps = view.hand & table.mask[table.trump] if table.trump < 4 else 0
    against = view.unseen & table.mask[table.trump] if table.trump < 4 else 0
    own_trumps = sorted(codes_of(trumps), key=table.height_leading.__getitem__)
    if view.is_declaring and against and own_trumps:
        if _wins_if_led(own_trumps[-1], view, table):
            return own_trumps[-1]
        if len(own_trumps) * 3 > against.bit_count():
            return own_trumps[0]
    sides = codes_of(view.hand & ~trumps)
    if winners := [card for card in sides if _wins_if_led(card, view, table)]:
        return max(winners, key=lambda card: (view.unseen & table.mask[table.suit_of[card]]).bit_count())
    if not sides:
        return own_trumps[-1] if _wins_if_led(own_trumps[-1], view, table) else own_trumps[0]
    return _probe(sides, view, table)


def _probe(sides: Sequence[int], view: View, table: Tables) -> int:
    """A low card: of the longest suit when declaring, else of the shortest."""
    sign = -1 if view.is_declaring or table.trump > 3 else 1

    def worth(card: int) -> tuple[int, int]:
        suit = table.suit_of[card]
        length = (view.hand & table.mask[suit]).bit_count()
        return (9 if suit > 3 else sign * length, table.height_leading[card])

    return min(sides, key=worth)


def _throw(cards: int, view: View, table: Tables) -> int:
    """The card least worth keeping: not a trump, not a winner, the lowest of the shortest suit."""

    def worth(card: int) -> tuple[bool, bool, int, int]:
        suit = table.suit_of[card]
        if suit > 3:
            return (False, False, -1, 0)
        length = (view.hand & table.mask[suit]).bit_count()
        height = table.height[suit][card]
        return (suit == table.trump, _is_highest_left(card, view, table), height // 5, length * 15 + height)

    return min(codes_of(cards), key=worth)
