"""Pairing a small field with the later rounds in mind.

Among few teams the best round now can force a rematch later: if six teams split into two threes, and each of
one meets each of the other, no new opponents are left for the fourth round. So a small field gets a round
that leaves a solution for all later rounds.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from math import inf
from operator import itemgetter

from rules.competition.pairing.pairing import (
    Entrant,
    RoundPairing,
    are_kept_apart,
    pair,
    perfect_matching,
    seated,
    times_met,
    weights_of,
)
from rules.competition.team import Team

FORESEEN_UP_TO = 10
_PATIENCE = 20_000

_Couples = tuple[tuple[int, int], ...]


def pair_with_foresight(entrants: Iterable[Entrant[Team]], rounds_to_come: int) -> RoundPairing[Team]:
    """The cheapest pairing that allows ``rounds_to_come`` more rounds without rematch or second bye.

    If there is none, or there are more than ten teams, simply the cheapest pairing. Rulebook E-18, E-24.

    :raises ValueError: if a team is named twice.
    """
    ordered = sorted(entrants, key=lambda entrant: entrant.standing)
    usual = pair(ordered)
    is_past_help = usual.rematches or usual.cost.second_byes or usual.cost.kept_apart
    if rounds_to_come < 1 or len(ordered) > FORESEEN_UP_TO or is_past_help:
        return usual
    new = _new_couples(ordered)
    weights = {couple: weight for couple, weight in weights_of(ordered).items() if couple in new}
    size = len(ordered) + len(ordered) % 2
    patience = [_PATIENCE]
    for couples in _by_weight(tuple(range(size)), weights):
        pairing = seated(ordered, couples, is_exact=False)
        if pairing.cost.torn_tables > usual.cost.torn_tables:
            break
        if _can_go_on(size, new - set(couples), rounds_to_come, patience):
            return pairing
    return usual


def _by_weight(indexes: tuple[int, ...], weights: Mapping[tuple[int, int], int]) -> Iterator[_Couples]:
    """Every way to pair these indexes, the lightest first. The lightest are found without all the others."""
    matched = perfect_matching(len(indexes), [(*couple, weight) for couple, weight in weights.items()])
    if matched is None:
        return
    least = sum(weights[couple] for couple in matched)
    for _, couples in _weighed(indexes, weights, least):
        yield couples
    heavier = (one for one in _weighed(indexes, weights) if one[0] > least)
    for _, couples in sorted(heavier, key=itemgetter(0)):
        yield couples


def _weighed(
    indexes: tuple[int, ...], weights: Mapping[tuple[int, int], int], most: float = inf
) -> Iterator[tuple[int, _Couples]]:
    """Every way to pair these indexes that weighs at most so much, with its weight."""
    if not indexes:
        yield 0, ()
        return
    first, *others = indexes
    for other in others:
        weight = weights.get((first, other))
        if weight is not None and weight <= most:
            left = tuple(index for index in others if index != other)
            for rest, couples in _weighed(left, weights, most - weight):
                yield weight + rest, ((first, other), *couples)


def _new_couples(entrants: list[Entrant[Team]]) -> frozenset[tuple[int, int]]:
    """The pairs of indexes that haven't met and aren't kept apart."""
    new = {
        (one, other)
        for one, other in combinations(range(len(entrants)), 2)
        if not times_met(entrants[one], entrants[other])
        and not are_kept_apart(entrants[one], entrants[other])
    }
    if len(entrants) % 2:
        fewest = min(entrant.byes for entrant in entrants)
        new |= {(index, len(entrants)) for index, entrant in enumerate(entrants) if entrant.byes == fewest}
    return frozenset(new)


def _matchings(indexes: tuple[int, ...], new: frozenset[tuple[int, int]]) -> Iterator[_Couples]:
    if not indexes:
        yield ()
        return
    first, *others = indexes
    for other in others:
        if (first, other) in new:
            for rest in _matchings(tuple(index for index in others if index != other), new):
                yield ((first, other), *rest)


def _can_go_on(size: int, new: frozenset[tuple[int, int]], rounds: int, patience: list[int]) -> bool:
    if rounds == 0:
        return True
    if any(sum(index in couple for couple in new) < rounds for index in range(size)):
        return False
    for couples in _matchings(tuple(range(size)), new):
        patience[0] -= 1
        if patience[0] < 0 or _can_go_on(size, new - set(couples), rounds - 1, patience):
            return True
    return False
