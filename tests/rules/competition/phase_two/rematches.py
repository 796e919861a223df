"""How often two teams of a bracket meet again: over random tournaments, and exactly.

A rematch of a double elimination is a game of the lower bracket between two who have met; the final is left
out.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from rules.competition.phase_two.games import BracketGame, LoserOf, PlaceAfter, SeedSlot, Slot
from rules.competition.phase_two.knock_out import LOWER_PART, double


@dataclass(frozen=True, slots=True)
class Rematches:
    """``each`` is the average of a tournament; ``rounds`` counts all by round of the lower bracket."""

    each: float
    rounds: Counter[int]


def rematches(
    size: int,
    *,
    tournaments: int,
    better_wins: float = 0.5,
    swaps: Sequence[int] | None = None,
    seed: int = 1,
) -> Rematches:
    """Count the rematches of a double elimination over random tournaments."""
    games, _ = double(size, resets=False, swaps=swaps)
    return count(games, LOWER_PART, tournaments, better_wins, seed)


def count(
    games: Sequence[BracketGame], part: str, tournaments: int, better_wins: float = 0.5, seed: int = 1
) -> Rematches:
    """Count the rematches of one part of a bracket. A game must come after those that feed it."""
    random, rounds = Random(seed), Counter[int]()
    for _ in range(tournaments):
        met: set[tuple[int, int]] = set()
        results: dict[str, tuple[int, int]] = {}
        for game in games:
            better, worse = pair = _pair(game, results)
            if game.part == part and pair in met:
                rounds[game.column] += 1
            met.add(pair)
            results[game.key] = pair if random.random() < better_wins else (worse, better)
    return Rematches(rounds.total() / tournaments, rounds)


def _pair(game: BracketGame, results: dict[str, tuple[int, int]]) -> tuple[int, int]:
    """The seeds that meet in the game, the better one first."""
    one, other = _team(game.upper, results), _team(game.lower, results)
    return min(one, other), max(one, other)


def _team(slot: Slot, results: dict[str, tuple[int, int]]) -> int:
    if isinstance(slot, SeedSlot):
        return slot.number
    assert not isinstance(slot, PlaceAfter), "Nobody is seeded again."
    winner, loser = results[slot.key]
    return loser if isinstance(slot, LoserOf) else winner


def expected(swaps: Sequence[int]) -> float:
    """The expected rematches of a full bracket in which every game is even.

    Two who meet in round ``early`` meet again if the winner loses in round ``late`` and both win all games in
    between. How many these are depends on how far apart the swaps bring them in the lower bracket.
    """
    rounds, sum_of = len(swaps), 0.0
    for early, late in combinations(range(1, rounds + 1), 2):
        apart = (swaps[early - 1] >> (late - early)) ^ swaps[late - 1]
        before = 2 * late - 3 if early == 1 else 2 * (late - early)
        together = 2 * (2 * apart.bit_length() - 1) if apart else 0
        sum_of += 2.0 ** (rounds - late - before - together)
    return sum_of


def best(rounds: int) -> float:
    """The fewest expected rematches of any swaps."""
    ways = [range(2 ** (rounds - number)) for number in range(2, rounds + 1)]
    return min(expected((0, *swaps)) for swaps in product(*ways))
