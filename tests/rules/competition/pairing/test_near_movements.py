from collections import Counter
from itertools import combinations, permutations
from math import ceil, comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.competition.pairing.fours import Four, IndividualRound
from rules.competition.pairing.individuals import (
    has_design,
    has_movement,
    near_movement,
    next_round,
    whist_movement,
)
from rules.competition.pairing.written_movements import NEAR_RINGS, NEAR_ROUNDS

WRITTEN = sorted([*NEAR_ROUNDS, *NEAR_RINGS])


def partners(rounds):
    return Counter(pair for one in rounds for four in one.tables for pair in four.partners)


def meetings(rounds):
    """The number of times that each two sat at one table, as partners or opponents."""
    return Counter(
        frozenset(pair) for one in rounds for four in one.tables for pair in combinations(four.players, 2)
    )


def least(players, rounds, a_table):
    """The number of times that some pair must meet, with ``a_table`` pairs at each table (pigeonhole)."""
    return ceil(rounds * (players // 4) * a_table / comb(players, 2))


def test_every_number_up_to_twenty_five_has_a_movement():
    assert all(has_movement(players) for players in range(4, 26))
    assert not any(has_design(players) for players in WRITTEN)


@pytest.mark.parametrize("players", WRITTEN)
def test_in_every_written_round_everybody_has_one_place(players):
    for one in near_movement(range(players)):
        seated = [player for four in one.tables for player in four.players]
        assert sorted([*seated, *one.sits_out]) == list(range(players))
        assert len(one.sits_out) == players % 4


@pytest.mark.parametrize("players", WRITTEN)
def test_nobody_partners_anybody_oftener_than_somebody_must(players):
    written = near_movement(range(players))

    for played in range(8, len(written) + 1):
        assert max(partners(written[:played]).values()) == least(players, played, a_table=2)


@pytest.mark.parametrize(
    ("players", "times"),
    [(6, 4), (7, 3), (10, 3), *((players, 2) for players in (14, 15, 18, 19, 22))],
)
def test_in_a_days_eight_rounds_nobody_meets_anybody_oftener_than_somebody_must(players, times):
    met = meetings(whist_movement(range(players), 8))

    assert max(met.values()) == times == least(players, 8, a_table=6)


@pytest.mark.parametrize("players", range(8, 25))
def test_in_one_round_less_than_there_are_players_nobody_has_a_partner_twice(players):
    rounds = whist_movement(range(players), players - 1)

    assert len(partners(rounds)) == (players - 1) * (players // 4) * 2
    opposed = Counter(pair for one in rounds for four in one.tables for pair in four.opponents)
    # With fourteen, one pair meets a third time, so that no two share a table three times in eight rounds.
    assert sum(times > 2 for times in opposed.values()) == (1 if players == 14 else 0)
    for played in range(1, players):
        rests = Counter(player for one in rounds[:played] for player in one.sits_out)
        times = [rests[player] for player in range(players)]
        assert max(times) - min(times) <= 1


@pytest.mark.parametrize("players", sorted(NEAR_RINGS))
def test_after_as_many_rounds_as_players_everybody_on_the_rings_has_sat_out_equally_often(players):
    written = near_movement(range(players))
    rests = Counter(player for one in written for player in one.sits_out)

    assert max(meetings(written[:8]).values()) == 2
    assert rests == Counter(dict.fromkeys(range(players), players % 4))


def weight(rounds):
    """The weight to minimize: 6 × partners² + 2 × meetings² + opponents², over all pairs."""
    partnered, met = partners(rounds), meetings(rounds)
    against = {pair: times - partnered[pair] for pair, times in met.items()}
    return sum(
        share * sum(times**2 for times in counted.values())
        for share, counted in ((6, partnered), (2, met), (1, against))
    )


@given(st.integers(5, 7), st.integers(0, 5), st.integers(0, 999))
@settings(max_examples=25)
def test_in_a_small_field_no_other_round_would_have_been_nearer(players, before, seed):
    random, played = Random(seed), []
    for _ in range(before):
        order = random.sample(range(players), players)
        played.append(IndividualRound((Four(*order[:4]),), tuple(order[4:])))
    rests = Counter(player for one in played for player in one.sits_out)

    drawn = next_round(range(players), played)

    fair = sorted(rests[player] for player in drawn.sits_out)
    assert fair == sorted(rests[player] for player in range(players))[: players % 4]
    others = (
        IndividualRound((Four(*order[:4]),), order[4:])
        for order in permutations(range(players))
        if sorted(rests[player] for player in order[4:]) == fair
    )
    assert weight([*played, drawn]) == min(weight([*played, other]) for other in others)


@pytest.mark.parametrize("players", WRITTEN)
def test_after_the_last_written_round_each_is_the_nearest_that_the_others_allow(players):
    written = near_movement(range(players))

    rounds = whist_movement(range(players), len(written) + 1)

    assert rounds[:-1] == written
    assert rounds[-1] == next_round(range(players), written)
