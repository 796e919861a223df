"""Movements for people who come alone, stored and computed. Rulebook E-84."""

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

DESIGNED = [players for players in range(4, 45) if has_design(players)]
WRITTEN = sorted([*NEAR_ROUNDS, *NEAR_RINGS])


def partners(rounds):
    return Counter(pair for one in rounds for four in one.tables for pair in four.partners)


def opponents(rounds):
    return Counter(pair for one in rounds for four in one.tables for pair in four.opponents)


def meetings(rounds):
    """The number of times that each two sat at one table, as partners or opponents."""
    return partners(rounds) + opponents(rounds)


def rests(rounds):
    return Counter(player for one in rounds for player in one.sits_out)


def least(players, rounds, a_table):
    """The number of times that some pair must meet, with ``a_table`` pairs at each table (pigeonhole)."""
    return ceil(rounds * (players // 4) * a_table / comb(players, 2))


def test_designs_are_known_up_to_forty_four_and_movements_to_twenty_five():
    assert [players for players in range(4, 45) if players % 4 in (0, 1)] == DESIGNED
    assert all(has_movement(players) for players in range(4, 26))


@pytest.mark.parametrize("players", range(4, 31))
def test_in_every_round_everybody_has_one_place_and_all_sit_out_as_often(players):
    rounds = whist_movement(range(players), max(6, len(near_movement(range(players)))))

    for number, one in enumerate(rounds, start=1):
        seated = [player for four in one.tables for player in four.players]
        assert sorted([*seated, *one.sits_out]) == list(range(players))
        assert len(one.sits_out) == players % 4
        rested = rests(rounds[:number])
        assert max(rested.values(), default=0) - min(rested[player] for player in range(players)) <= 1


@pytest.mark.parametrize("players", DESIGNED)
def test_in_a_design_all_pairs_are_partners_once_and_opponents_twice(players):
    rounds = whist_movement(range(players))

    pairs = [frozenset(pair) for pair in combinations(range(players), 2)]
    assert partners(rounds) == Counter(pairs)
    assert opponents(rounds) == Counter(pairs * 2)
    assert rests(rounds) == Counter(range(players) if players % 2 else ())


@pytest.mark.parametrize("players", WRITTEN)
def test_nobody_partners_anybody_oftener_than_somebody_must(players):
    written = near_movement(range(players))

    for played in range(8, len(written) + 1):
        assert max(partners(written[:played]).values()) == least(players, played, a_table=2)


@pytest.mark.parametrize(("players", "times"), [(6, 4), (7, 3), (10, 3), (14, 2)])
def test_in_eight_rounds_no_two_people_meet_more_often_than_some_must(players, times):
    met = meetings(near_movement(range(players))[:8])

    assert max(met.values()) == times == least(players, 8, a_table=6)


@pytest.mark.parametrize("players", WRITTEN[2:])
def test_in_n_minus_1_rounds_no_two_of_n_players_are_opponents_three_times(players):
    opposed = opponents(near_movement(range(players))[: players - 1])

    # With fourteen, one pair meets a third time, so that no two share a table three times in eight rounds.
    assert sum(times > 2 for times in opposed.values()) == (1 if players == 14 else 0)


@pytest.mark.parametrize("players", sorted(NEAR_RINGS))
def test_after_as_many_rounds_as_players_all_have_sat_out_equally_often(players):
    written = near_movement(range(players))

    assert max(meetings(written[:8]).values()) == 2
    assert rests(written) == Counter(dict.fromkeys(range(players), players % 4))


@pytest.mark.parametrize("players", WRITTEN)
def test_rounds_beyond_the_written_ones_are_computed_one_by_one(players):
    written = near_movement(range(players))

    rounds = whist_movement(range(players), len(written) + 1)

    assert rounds == (*written, next_round(range(players), written))


def weight(rounds):
    """The weight to minimize: 6 × partners² + 2 × meetings² + opponents², over all pairs."""
    counts = ((6, partners(rounds)), (2, meetings(rounds)), (1, opponents(rounds)))
    return sum(share * sum(times**2 for times in counted.values()) for share, counted in counts)


@given(st.integers(5, 7), st.integers(0, 5), st.integers(0, 999))
@settings(max_examples=25)
def test_in_a_small_field_no_other_round_would_have_been_nearer(players, before, seed):
    random, played = Random(seed), []
    for _ in range(before):
        order = random.sample(range(players), players)
        played.append(IndividualRound((Four(*order[:4]),), tuple(order[4:])))
    rested = rests(played)

    drawn = next_round(range(players), played)

    fair = sorted(rested[player] for player in drawn.sits_out)
    assert fair == sorted(rested[player] for player in range(players))[: players % 4]
    others = (
        IndividualRound((Four(*order[:4]),), order[4:])
        for order in permutations(range(players))
        if sorted(rested[player] for player in order[4:]) == fair
    )
    assert weight([*played, drawn]) == min(weight([*played, other]) for other in others)


def test_a_player_who_comes_late_fits_into_the_next_round():
    played = list(whist_movement(range(8), 3))

    following = next_round(range(9), played)

    assert len(following.tables) == 2
    assert 8 not in following.sits_out
    assert not partners(played).keys() & partners([following]).keys()


@pytest.mark.parametrize("count", [8, 12, 16])
def test_people_who_are_kept_apart_sit_at_no_table_together(count):
    wished, played = {frozenset((1, 2)), frozenset((3, 4))}, []
    for _ in range(6):
        played.append(next_round(range(1, count + 1), played, wished))

    assert not wished & meetings(played).keys()


@pytest.mark.parametrize("players", [[1, 2, 3], [1, 2, 3, 3]])
def test_fewer_than_four_different_players_are_no_contest(players):
    with pytest.raises(ValueError, match="four different players"):
        whist_movement(players)


@pytest.mark.slow
def test_a_thousand_players_have_a_round_without_repetition():
    played = list(whist_movement(range(1000), 3))

    assert max(partners(played).values()) == 1
