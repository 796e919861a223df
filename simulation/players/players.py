"""The built-in players: whole hands of every game, bid and played with common sense.

``play_record`` returns a hand card by card, ``play_hand`` as a referee reports it. The same seed gives the
same hand.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Final

from rules.games import find_ruleset
from rules.replay.card_table import CardTable, card_table
from rules.replay.replay import replay
from rules.replay.replay_fair import replay_fair
from rules.ruleset.house import NO_HOUSE_RULES
from rules.ruleset.ruleset import BID_CARD, BOWERS, BY_STRAIN
from simulation.players.euchre import euchre_hand
from simulation.players.fair import fair_hand
from simulation.players.totals import total_by_chance
from simulation.players.whist import whist_hand

# Takes the table, the dealer and the random numbers; returns the hand, or None if everybody passed.
HandPlayed = Callable[[CardTable, str, Random], dict[str, object] | None]

# By the way a game ranks its cards (``table.play.ranks``).
PLAYERS: Final[Mapping[str, HandPlayed]] = {BY_STRAIN: whist_hand, BOWERS: euchre_hand, BID_CARD: fair_hand}
REDEALS: Final = 50


def play_hand(
    ruleset_key: str, seed: int, dealer: str | None = None, house: Mapping[str, object] = NO_HOUSE_RULES
) -> dict[str, object]:
    """A hand of the built-in players as a referee reports it; for a game without cards, a random total.

    South deals by default, or the last seat if there is no South. If everybody passes, the cards are dealt
    again, by the next dealer if the house rules say so.

    :raises UnknownGame: if there is no such game.
    :raises BadHouseRule: if it has no such house rule or does not allow the value.
    :raises ValueError: if there is no such seat for the dealer.
    """
    ruleset = find_ruleset(ruleset_key, house)
    if not ruleset.play.has_cards:
        return total_by_chance(ruleset, Random(seed))
    table = _table(ruleset_key, tuple(sorted(house.items())))
    record = _played(table, Random(seed), table.dealer_at(dealer))
    if table.play.has_high_rank:
        return dict(replay_fair(record, table).report or {})
    done = replay(record, table)
    assert done.report is not None
    assert done.contract is not None
    return {
        **done.report,
        "dealer": record["dealer"],
        "bidder_seat": done.contract.seat,
        "calls": record["calls"],
    }


def play_record(
    ruleset_key: str, seed: int, dealer: str | None = None, house: Mapping[str, object] = NO_HOUSE_RULES
) -> dict[str, object]:
    """A hand of the built-in players, card by card, ready for replay. Raises what ``play_hand`` does."""
    table = _table(ruleset_key, tuple(sorted(house.items())))
    named: dict[str, object] = {"game": ruleset_key, **({"house": dict(house)} if house else {})}
    return named | _played(table, Random(seed), table.dealer_at(dealer))


@lru_cache(maxsize=32)
def _table(key: str, house: tuple[tuple[str, object], ...]) -> CardTable:
    return card_table(key, dict(house))


def _played(table: CardTable, rng: Random, dealer: str) -> dict[str, object]:
    for _ in range(REDEALS):
        record = PLAYERS[table.play.ranks](table, dealer, rng)
        if record is not None:
            return record
        dealer = table.left_of(dealer) if table.play.redeals_pass_left else dealer
    raise AssertionError(f"everybody passed {REDEALS} times in a row")
