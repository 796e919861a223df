"""How evenly people meet, compared with what arithmetic allows."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.individuals import whist_movement
from rules.competition.pairing.meetings import Meetings


def partners(rounds):
    return Counter(frozenset(pair) for one in rounds for four in one.tables for pair in four.partners)


def meetings(met, people):
    """The share of pairs for each number of meetings."""
    times = Counter(met.values())
    times[0] = comb(people, 2) - len(met)
    return Meetings(tuple((often, times[often] / comb(people, 2)) for often in sorted(times)))


@pytest.mark.parametrize("people", [8, 12, 16])
def test_who_has_been_everybodys_partner_repeats_one_in_each_game_after_that(people):
    for games in (people - 2, people - 1, people, people + 3):
        found = meetings(partners(whist_movement(range(people), games)), people)

        # Each person has ``people - 1`` possible partners, and one in each game.
        assert found.least_again == pytest.approx(max(0, games - (people - 1)) / games)
        assert found.again == pytest.approx(found.least_again)
        assert dict(found.evenest) == pytest.approx({often: share for often, share in found.shares if share})


def test_two_pairs_that_always_meet_leave_the_others_out():
    # Two tables of two teams each play three games, and nobody moves.
    found = Meetings(((0, 4 / 6), (3, 2 / 6)))

    assert found.again == pytest.approx(2 / 3)
    assert found.least_again == 0
    assert found.evenest == ((1, 1.0),)


def test_where_nobody_plays_nobody_meets_again():
    assert Meetings(((0, 1.0),)).again == Meetings(()).again == Meetings(()).least_again == 0


@given(
    st.integers(2, 9).flatmap(
        lambda people: st.tuples(
            st.just(people),
            st.lists(st.sampled_from([*combinations(range(people), 2)]), min_size=1, max_size=60),
        )
    )
)
def test_no_day_has_fewer_repeats_than_arithmetic_allows(day):
    people, met = day
    found = meetings(Counter(map(frozenset, met)), people)
    repeats = len(met) - len(set(met))

    assert found.again == pytest.approx(repeats / len(met), abs=1e-9)
    assert found.again >= found.least_again - 1e-9
    assert found.least_again == pytest.approx(max(0, len(met) - comb(people, 2)) / len(met), abs=1e-9)
    assert sum(often * share for often, share in found.evenest) == pytest.approx(found.each)
