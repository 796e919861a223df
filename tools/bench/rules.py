"""The speed of the rules, compared with OpenSpiel and RLCard in the same process: ``./uptown bench rules``.

After a warm-up everything runs in short turns, one after the other and around again, and the best turn
counts. Times are processor seconds of this process, which has one thread, so other work on the machine isn't
measured. OpenSpiel and RLCard play random legal actions through their Python interfaces; OpenSpiel's bridge
is set not to solve each deal, which it does by default.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from random import Random

from rules.cards.cards import Suit, read_cards
from rules.cards.order import uptown
from rules.cards.tricks import taker
from rules.games import find_ruleset
from rules.replay.card_table import CardTable, card_table
from rules.replay.record import read_record
from rules.replay.replay import replay
from simulation.players.fast import CODE, bits, encode, tables
from simulation.players.players import play_hand, play_record
from tools.bench._fast_hands import FastRecord, fast_whist, judge, owners, random_hand

# OpenSpiel is in the extra “dev”, RLCard in “bench”.
pyspiel = import_module("pyspiel") if find_spec("pyspiel") else None
rlcard = import_module("rlcard") if find_spec("rlcard") else None

TURNS, SECONDS = 6, 0.4
RANDOM = "hands played at random legal cards"
SEATS = "NESW"


def rates(works: Mapping[str, Callable[[], int]]) -> dict[str, float]:
    """The most that each kind of work does in a second, by its best turn; a call returns how much it did."""
    best = dict.fromkeys(works, 0.0)
    for turn in range(TURNS + 1):
        for what, work in works.items():
            done, started = 0, time.process_time()
            while time.process_time() - started < (SECONDS if turn else 0.05):
                done += work()
            best[what] = max(best[what], done / (time.process_time() - started))
    return best


def main() -> None:
    """Measure, and print a table."""
    table = card_table("fahrenheit")
    records = [play_record("fahrenheit", seed, SEATS[seed % 4]) for seed in range(200)]
    works: dict[str, Callable[[], int]] = {
        RANDOM: random_hands(table),
        "recorded hands checked for reneges": checks(table, records),
        "recorded hands replayed and explained": replays(table, records),
        "hands played by the built-in players": played,
        "reported hands scored, with reasons": reports(),
        "tricks looked up in tables": lookups,
        "tricks taken and explained": explained,
        "a bare loop of integers, 48 cards": bare_loop,
    }
    if pyspiel:
        works["OpenSpiel bridge"] = openspiel("bridge(use_double_dummy_result=false)")
        works["OpenSpiel euchre"] = openspiel("euchre")
    if rlcard:
        works["RLCard bridge"] = rlcard_bridge()
    found = rates(works)
    for what, rate in found.items():
        beside = (
            f"   ours {found[RANDOM] / rate:6.1f} times as fast" if what[:6] in ("OpenSp", "RLCard") else ""
        )
        print(f"{what:42}{rate:12,.0f} a second {1e6 / rate:10.2f} µs{beside}")
    for name, module in (("OpenSpiel", pyspiel), ("RLCard", rlcard)):
        if module is None:
            print(f"{name} is not installed, so it was not measured.")


def random_hands(table: CardTable) -> Callable[[], int]:
    """Work: deal, auction, kitty, twelve tricks and score, all at random."""
    game, rng = fast_whist(table), Random(1)

    def work() -> int:
        for hand in range(200):
            random_hand(game, hand & 3, rng)
        return 200

    return work


def checks(table: CardTable, records: list[dict[str, object]]) -> Callable[[], int]:
    """Work: check every play of recorded hands, which are converted to integers beforehand."""
    fast = [fast_record(record, table) for record in records]

    def work() -> int:
        for record in fast:
            judge(record)
        return len(fast)

    return work


def fast_record(record: dict[str, object], table: CardTable) -> FastRecord:
    """A recorded hand as integers."""
    hand, done = read_record(record, table), replay(record, table)
    assert done.contract is not None
    held = {seat: set(hand.hands[seat]) for seat in SEATS}
    held[done.contract.seat] |= set(hand.kitty)
    held[done.contract.seat] -= set(hand.discards or ())
    return FastRecord(
        owner=owners(bits(encode(held[seat])) for seat in SEATS),
        leader=SEATS.index(done.contract.seat),
        plays=bytes(CODE[card] for trick in done.tricks for card in trick.cards),
        table=tables(done.contract.order),
    )


def replays(table: CardTable, records: list[dict[str, object]]) -> Callable[[], int]:
    """Work: replay recorded hands from JSON text, with a sentence for each trick and the score."""
    texts = [json.dumps(record) for record in records[:50]]

    def work() -> int:
        for text in texts:
            replay(json.loads(text), table)
        return len(texts)

    return work


def played() -> int:
    """Play hands with the built-in players, reported as a referee would."""
    for seed in range(20):
        play_hand("fahrenheit", seed)
    return 20


def reports() -> Callable[[], int]:
    """Work: score reported hands, with validation and reasons."""
    ruleset = find_ruleset("fahrenheit")
    hands = [
        {"bidder": "NS", "level": 4 + books % 3, "strain": strain, "books": books}
        for books in range(1, 14)
        for strain in ("uptown", "downtown", "no_trump")
    ]

    def work() -> int:
        for hand in hands:
            ruleset.score(hand)
        return len(hands)

    return work


HEARTS = uptown(Suit.HEARTS)
TRICK = read_cards("5H LJ 2H AH")
CODES = tuple(encode(TRICK))
HEIGHTS = tables(HEARTS).height[1]


def lookups() -> int:
    """Find who takes a trick, by tables."""
    for _ in range(1000):
        heights = [HEIGHTS[card] for card in CODES]
        heights.index(max(heights))
    return 1000


def explained() -> int:
    """Find who takes a trick, with a sentence that says why."""
    for _ in range(100):
        taker(TRICK, HEARTS)
    return 100


def bare_loop() -> int:
    """What Python needs to shuffle a deck and look each card up once: no rules at all."""
    deck, rng = list(range(54)), Random(1)
    for _ in range(50):
        rng.shuffle(deck)
        best = 0
        for card in deck[:48]:
            best = max(best, HEIGHTS[card])
    return 50


def openspiel(name: str) -> Callable[[], int]:
    """Work: play whole games with random legal actions, through Python."""
    assert pyspiel is not None
    game, rng = pyspiel.load_game(name), Random(1)

    def work() -> int:
        for _ in range(50):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return 50

    return work


def rlcard_bridge() -> Callable[[], int]:
    """Work: play whole deals of RLCard's bridge with random legal actions."""
    assert rlcard is not None
    env, rng = rlcard.make("bridge"), Random(1)

    def work() -> int:
        for _ in range(5):
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(rng.choice(list(state["legal_actions"])))
        return 5

    return work


if __name__ == "__main__":
    main()
