"""Card orders: the suit that a card counts as, and which card beats which in each kind of hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.cards.cards import Card, Rank, Suit

# Best first. Jokers rank above the ace in ``Rank`` but belong to no suit.
UP: Final = tuple(sorted((rank for rank in Rank if rank <= Rank.ACE), reverse=True))
# Rulebook F-9: "A, 2, 3, 4, ... Q, K": the ace stays best when the low cards win.
DOWN: Final = (Rank.ACE, *sorted(UP[1:]))
DOWN_ACE_LAST: Final = (*sorted(UP[1:]), Rank.ACE)

# A trump is above every card of the suit led, a bower above every other trump, a joker above a bower.
_TRUMP, _BOWER, _JOKER = 20, 40, 60


@dataclass(frozen=True, slots=True)
class CardOrder:
    """The order of the cards in one hand.

    With ``bowers`` the jack of trumps is highest, then the other jack of its color, which counts as a trump.
    With ``ace_low_when_led`` an ace loses to every card of its suit when it is led, and beats them when it
    follows. Without a ``trump``, jokers belong to no suit and win nothing.
    """

    name: str
    trump: Suit | None
    ranks: tuple[Rank, ...]
    """Lists the ranks of a suit, best first."""
    bowers: bool = False
    ace_low_when_led: bool = False

    def suit_of(self, card: Card) -> Suit | None:
        """The suit that ``card`` counts as; None for a joker at no trump."""
        if card.suit is None:
            return self.trump
        if self.is_left_bower(card):
            return self.trump
        return card.suit

    def is_left_bower(self, card: Card) -> bool:
        return (
            self.bowers
            and card.rank is Rank.JACK
            and self.trump is not None
            and card.suit is self.trump.sister
        )

    def height(self, card: Card, led: Suit | None, *, leading: bool) -> int:
        """The card's strength in a trick in which ``led`` is the suit led; 0 if it can't win.

        ``leading`` is whether this card was led.
        """
        suit = self.suit_of(card)
        if suit is None or suit not in (led, self.trump):
            return 0
        base = _TRUMP if suit is self.trump else 0
        if card.suit is None:
            return base + _JOKER + int(card.rank)
        if self.bowers and card.rank is Rank.JACK and suit is self.trump:
            return base + _BOWER + (1 if card.suit is self.trump else 0)
        if card.rank is Rank.ACE and self.ace_low_when_led and leading:
            return base + 1
        return base + 1 + len(self.ranks) - self.ranks.index(card.rank)


def uptown(trump: Suit) -> CardOrder:
    """High cards win: jokers, then ace, king, … two of trumps."""
    return CardOrder("uptown", trump, UP)


def downtown(trump: Suit, *, aces_good: bool = True) -> CardOrder:
    """Low cards win: jokers, then ace, two, three, … king of trumps. If aces are bad, the ace is last."""
    return CardOrder("downtown", trump, DOWN if aces_good else DOWN_ACE_LAST)


def no_trump(direction: str, *, aces_good: bool = True) -> CardOrder:
    """All suits are equal and jokers win nothing; high or low cards win."""
    low = DOWN if aces_good else DOWN_ACE_LAST
    return CardOrder(f"no trump {direction}", None, low if direction == "downtown" else UP)


def bowers(trump: Suit) -> CardOrder:
    """Euchre: the joker if one is played, right bower, left bower, then ace to nine."""
    return CardOrder("bowers", trump, UP, bowers=True)


# The ranks that may be high in Bid Fair, the ace first.
HIGH_RANKS: Final[Mapping[str, Rank]] = {
    rank.letter: rank for rank in sorted(Rank, reverse=True) if Rank.NINE <= rank <= Rank.ACE
}


def bid_fair(trump: Suit, high: Rank = Rank.KING) -> CardOrder:
    """Bid Fair: the ``high`` rank of the deal beats the king. The ace is low when led, high when it follows.

    If the ace is the high rank, it is always high. Rulebook B-8.
    """
    if high is Rank.ACE:
        return CardOrder("bid fair, aces high", trump, UP)
    rest = tuple(rank for rank in UP if rank not in (Rank.ACE, high))
    return CardOrder(f"bid fair, {high.word}s high", trump, (Rank.ACE, high, *rest), ace_low_when_led=True)
