"""Fit the built-in players' weights again: ``python -m tools.judgement [SECONDS]``.

Deals random hands, declares the strongest-looking order, lets the built-in players play it out, and fits the
weights of the features to the books taken. Prints them in the format of ``simulation/players/judgement.py``.
"""

from __future__ import annotations

import sys
import time
from random import Random

from rules.cards.cards import SUITS
from rules.cards.order import CardOrder, bowers, downtown, no_trump, uptown
from rules.cards.packs import shuffled
from rules.replay.card_table import CardTable, card_table
from simulation.players.fast import Tables, bits, encode, tables
from simulation.players.judgement import WEIGHTS, expected, features, worst_first
from simulation.players.playing import Position, play_out

GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "whist": ("bid-whist", {}),
    "whist-13": ("bid-whist", {"kitty": False, "jokers": 0}),
    "cutthroat": ("cutthroat-bid-whist", {}),
    "cutthroat-18": ("cutthroat-bid-whist", {"kitty": False}),
    "euchre": ("bid-euchre", {}),
    "euchre-joker": ("bid-euchre", {"joker": True}),
    "euchre-double": ("bid-euchre", {"double_deck": True}),
    "euchre-alone": ("bid-euchre", {}),
    "solo": ("solo-bid-euchre", {}),
}
UNTAUGHT_TRUMPS = (0, 1, 1, 0.9, 0.8, 0.5, 0.4, 0.8, 0.4, 0.3, 0.3, 0.1, 0.2)
UNTAUGHT_NO_TRUMP = (0, 1, 0.5, 0.8, 0.3, -0.3)


def main(seconds: float) -> None:
    """Fit every set of weights, spending ``seconds`` on each."""
    for name, (key, house) in GAMES.items():
        table = card_table(key, house)
        if not table.play.has_strains:
            fit(name, [bowers(suit) for suit in SUITS], table, seconds)
            continue
        fit(name, [order(suit) for order in (uptown, downtown) for suit in SUITS], table, seconds)
        fit(f"{name}-no-trump", [no_trump("uptown"), no_trump("downtown")], table, seconds)


def fit(name: str, orders: list[CardOrder], table: CardTable, seconds: float) -> None:
    """Play hands for ``seconds``, and print the weights that explain them best."""
    rng, rows, books = Random(name), [], []
    untaught = UNTAUGHT_NO_TRUMP if orders[0].trump is None else UNTAUGHT_TRUMPS
    weights = WEIGHTS.get(name, untaught)
    until = time.perf_counter() + seconds
    pack = encode(table.pack)
    while time.perf_counter() < until:
        dealt = shuffled(pack, rng)
        each = (len(pack) - table.kitty) // len(table.seats)
        hand = bits(dealt[:each])
        order = max(
            (tables(order) for order in orders), key=lambda order: expected(hand, order, bits(pack), weights)
        )
        rows.append(features(hand, order, bits(pack)))
        books.append(play(name, dealt, each, order, table))
    found = least_squares(rows, books)
    misses = [
        taken - sum(a * b for a, b in zip(found, row, strict=True))
        for row, taken in zip(rows, books, strict=True)
    ]
    spread = (sum(miss * miss for miss in misses) / len(misses)) ** 0.5
    print(f'    "{name}": ({", ".join(f"{weight:.2f}" for weight in found)}),')
    print(f"    # {len(books)} hands, {sum(books) / len(books):.2f} books, {spread:.2f} off")


def play(name: str, dealt: list[int], each: int, order: Tables, table: CardTable) -> int:
    """The books that the first hand takes with its partner, declaring in this order."""
    seats, pack = list(table.seats), bits(dealt)
    hands = {seat: bits(dealt[index * each : (index + 1) * each]) for index, seat in enumerate(seats)}
    thrown = 0
    if table.kitty and not table.play.kitty_stays_out:
        whole = hands[seats[0]] | bits(dealt[each * len(seats) :])
        thrown = bits(worst_first(whole, order, pack)[: table.kitty])
        hands[seats[0]] = whole & ~thrown
    sides = {seat: table.side_of(seat) for seat in seats}
    at_play = [seat for seat in seats if name != "euchre-alone" or seat != table.partner_of(seats[0])]
    if table.play.leads_left_of_dealer:
        at_play = at_play[1:] + at_play[:1]
    position = Position(at_play, sides, hands, sides[seats[0]], order, thrown, seats[0])
    _, taken = play_out(position, each)
    return sum(sides[seat] == sides[seats[0]] for seat in taken) + (1 if thrown else 0)


def least_squares(rows: list[tuple[int, ...]], wanted: list[int]) -> list[float]:
    """The weights by the normal equations; a feature that never occurs gets 0."""
    size = len(rows[0])
    left = [
        [float(sum(row[i] * row[j] for row in rows)) + (1e-6 if i == j else 0) for j in range(size)]
        for i in range(size)
    ]
    right = [float(sum(row[i] * value for row, value in zip(rows, wanted, strict=True))) for i in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            factor = left[j][i] / left[i][i]
            left[j] = [a - factor * b for a, b in zip(left[j], left[i], strict=True)]
            right[j] -= factor * right[i]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (right[i] - sum(left[i][j] * found[j] for j in range(i + 1, size))) / left[i][i]
    return found


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 20)
