"""Legal plays, and the card that takes a trick, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.cards.cards import Card, Suit, in_order
from rules.cards.order import CardOrder


def suit_led(played: Sequence[Card], order: CardOrder) -> Suit | None:
    """The suit to follow. None before the lead, and at no trump until a card other than a joker is played."""
    # Rulebook F-9: "the first card played which is not a joker determines the suit that must be followed".
    return next((suit for suit in map(order.suit_of, played) if suit is not None), None)


def legal_plays(hand: Collection[Card], played: Sequence[Card], order: CardOrder) -> tuple[Card, ...]:
    """The cards of ``hand`` that may be played after the cards ``played`` so far.

    A player follows suit if able, and plays anything otherwise. The leader may play anything.
    """
    led = suit_led(played, order)
    following = [card for card in hand if led is not None and order.suit_of(card) is led]
    return in_order(set(following or hand))


@dataclass(frozen=True, slots=True)
class Taken:
    """The card that takes a trick, its index in the trick, and why, in a sentence."""

    index: int
    card: Card
    led: Suit | None
    sentence: str
    rule: str


def taker(played: Sequence[Card], order: CardOrder) -> Taken:
    """The card that takes a trick.

    The highest trump takes it; without a trump, the highest card of the suit led. Of equal cards the
    first played takes it.
    """
    led = suit_led(played, order)
    heights = [order.height(card, led, leading=index == 0) for index, card in enumerate(played)]
    index = heights.index(max(heights))
    rule, sentence = _why(played, index, led, order)
    return Taken(index, played[index], led, sentence, rule)


def _why(played: Sequence[Card], index: int, led: Suit | None, order: CardOrder) -> tuple[str, str]:
    card = played[index]
    name = card.name[0].upper() + card.name[1:]
    if played[0].is_joker and order.trump is None:
        if led is None:
            return "joker-led", f"{name} was led at no trump and only jokers have been played so far."
        return (
            "joker-led",
            f"A joker led at no trump sets no suit; {card.name} is the highest of {led.value}.",
        )
    if order.suit_of(card) is order.trump and order.trump is not None:
        return _why_trump(card, name, led, order)
    assert led is not None
    if order.ace_low_when_led and card.rank.name == "ACE":
        how = "high when it is played second" if index else "low when led, and nobody beat it"
        return "ace-low-when-led", f"{name} takes it: an ace is {how}."
    if list(played).count(card) > 1:
        return "first-of-equals", f"{name} takes it: of two equal cards the first played wins."
    untrumped = "" if order.trump is None or led is order.trump else "; nobody trumped it"
    return "highest-of-suit-led", f"{name} is the highest of {led.value}, the suit led{untrumped}."


def _why_trump(card: Card, name: str, led: Suit | None, order: CardOrder) -> tuple[str, str]:
    assert order.trump is not None
    if card.is_joker:
        return "joker", f"{name} takes it: the jokers are the highest trumps."
    if order.is_left_bower(card):
        return "left-bower", f"{name} takes it: as left bower it counts as {order.trump.value}, the trumps."
    if order.bowers and card.rank.name == "JACK":
        return "right-bower", f"{name} takes it: the right bower."
    if led is order.trump:
        return "highest-trump", f"{name} is the highest trump played."
    return "trump-beats-suit", f"{name} takes it: a trump beats every card that is not one."
