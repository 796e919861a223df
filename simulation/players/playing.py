"""The tricks of a hand, played out by the built-in players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from rules.cards.cards import write_cards
from rules.cards.packs import Deal
from simulation.players.fast import DECK, Tables, bits, encode, trick_heights
from simulation.players.tactics import View, choose_card


@dataclass(frozen=True, slots=True)
class Position:
    """The cards when play begins. A set of cards is an integer with a bit for each index of ``DECK``.

    ``hidden`` are the discards, which only ``insider`` has seen.
    """

    seats: Sequence[str]
    """Begin with the first leader."""
    sides: Mapping[str, str]
    hands: Mapping[str, int]
    declaring: str
    order: Tables
    hidden: int = 0
    insider: str | None = None


def dealt_hands(dealt: Deal) -> tuple[dict[str, int], int]:
    """The hands by seat, and the cards left over (the kitty), as sets of bits."""
    codes = iter(encode(dealt.cards))
    hands = {seat: bits(islice(codes, len(cards))) for seat, cards in dealt.hands}
    return hands, bits(codes)


def written_tricks(position: Position, tricks: int) -> list[str]:
    played, _ = play_out(position, tricks)
    return [write_cards(DECK[card] for card in trick) for trick in played]


def play_out(position: Position, tricks: int) -> tuple[list[list[int]], list[str]]:
    """The cards of each trick in the order played, and the seat that took each trick."""
    seats, order = position.seats, position.order
    hands, out = dict(position.hands), sum(position.hands[seat] for seat in seats)
    leader, played, taken = 0, [], []
    for _ in range(tricks):
        turn = [*seats[leader:], *seats[:leader]]
        trick: list[int] = []
        for index, seat in enumerate(turn):
            card = choose_card(_view(position, turn, index, trick, hands[seat], out), order)
            trick.append(card)
            hands[seat] ^= 1 << card
        out &= ~bits(trick)
        leader = seats.index(turn[place_taking(trick, order)])
        played.append(trick)
        taken.append(seats[leader])
    return played, taken


def _view(
    position: Position, turn: Sequence[str], index: int, trick: Sequence[int], hand: int, out: int
) -> View:
    sides, seat = position.sides, turn[index]
    own = sides[seat]
    return View(
        hand=hand,
        unseen=out & ~hand | (0 if seat == position.insider else position.hidden),
        played=trick,
        friends=[before for before in range(index) if sides[turn[before]] == own],
        to_come=sum(sides[later] != own for later in turn[index + 1 :]),
        is_declaring=own == position.declaring,
    )


def place_taking(trick: Sequence[int], order: Tables) -> int:
    """The index of the card that takes the trick: the first of equal cards."""
    _, heights = trick_heights(trick, order)
    return heights.index(max(heights))
