"""The packs, and how they are dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final, TypeVar

from rules.cards.cards import BIG_JOKER, LITTLE_JOKER, STANDARD, Card, Rank, in_order

T = TypeVar("T")

JOKERS: Final = {0: (), 1: (BIG_JOKER,), 2: (BIG_JOKER, LITTLE_JOKER)}

# Fahrenheit's rules: "The first four cards and the last four cards cannot be put in the kitty".
NEVER_TO_THE_KITTY: Final = 4


@cache
def whist_pack(jokers: int, *, without: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The 52 cards less those of ``without``, plus the big joker, both jokers or none."""
    return (*(card for card in STANDARD if card not in without), *JOKERS[jokers])


@cache
def euchre_pack(*, joker: bool = False, double: bool = False) -> tuple[Card, ...]:
    """The 24 cards from the nine up, or two packs of them, plus the big joker if it is played."""
    once = tuple(card for card in STANDARD if card.rank >= Rank.NINE)
    return once * (2 if double else 1) + ((BIG_JOKER,) if joker else ())


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands and the kitty."""

    hands: tuple[tuple[str, tuple[Card, ...]], ...]
    kitty: tuple[Card, ...] = ()
    kitty_places: tuple[int, ...] = ()
    """The kitty cards' places in the deal, from 1."""

    def hand(self, seat: str) -> tuple[Card, ...]:
        return dict(self.hands)[seat]

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for _, hand in self.hands for card in hand) + self.kitty


def shuffled_places(cards: int, rng: Random) -> list[int]:
    """The numbers 0 to ``cards`` − 1, shuffled.

    They are sorted by random keys, which is twice as fast as ``rng.shuffle``.
    """
    random = rng.random
    draws = [random() for _ in range(cards)]
    return sorted(range(cards), key=draws.__getitem__)


def shuffled(cards: Sequence[T], rng: Random) -> list[T]:
    return [cards[index] for index in shuffled_places(len(cards), rng)]


def kitty_places(cards: int, kitty: int, rng: Random) -> tuple[int, ...]:
    """Random places in the deal for the kitty's cards, from 1: never the first or last four."""
    allowed = range(NEVER_TO_THE_KITTY + 1, cards - NEVER_TO_THE_KITTY + 1)
    return tuple(sorted(rng.sample(allowed, kitty)))


def deal(
    pack: Sequence[Card],
    seats: Sequence[str],
    *,
    dealer: str,
    rng: Random,
    kitty: int = 0,
    rest_aside: bool = False,
) -> Deal:
    """Shuffle and deal the pack, one card at a time, clockwise from the dealer's left.

    With ``rest_aside`` the kitty is the last cards of the pack, as in solo Bid Euchre. The dealer gets the
    cards that don't go around evenly, such as the seventh card of Bid Euchre with a joker.
    """
    left_over = tuple(range(len(pack) - kitty + 1, len(pack) + 1))
    places = left_over if rest_aside or not kitty else kitty_places(len(pack), kitty, rng)
    cards = shuffled(pack, rng)
    to_kitty = [cards[number - 1] for number in places]
    round_the_table = [card for number, card in enumerate(cards, 1) if number not in places]
    left = seats.index(dealer) + 1
    order = [seats[(left + turn) % len(seats)] for turn in range(len(seats))]
    even = len(round_the_table) - len(round_the_table) % len(seats)
    hands = {seat: round_the_table[turn : even : len(seats)] for turn, seat in enumerate(order)}
    hands[dealer] += round_the_table[even:]
    return Deal(
        hands=tuple((seat, in_order(hands[seat])) for seat in seats),
        kitty=in_order(to_kitty),
        kitty_places=places,
    )


def is_ace_no_face(hand: Iterable[Card]) -> bool:
    ranks = {card.rank for card in hand}
    return Rank.ACE in ranks and not ranks & {Rank.KING, Rank.QUEEN, Rank.JACK}


def missing_and_extra(
    pack: Iterable[Card], found: Iterable[Card]
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The pack's cards that are not in ``found``, and those of ``found`` that the pack doesn't have."""
    whole, seen = Counter(pack), Counter(found)
    return in_order((whole - seen).elements()), in_order((seen - whole).elements())
