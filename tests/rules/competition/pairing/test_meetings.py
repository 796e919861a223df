"""How evenly people meet, compared with what arithmetic allows."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.meetings import Meetings


@pytest.mark.parametrize(
    ("shares", "again", "least_again", "evenest"),
    [
        # Two tables of two teams each play three games, and nobody moves.
        pytest.param(((0, 4 / 6), (3, 2 / 6)), 2 / 3, 0, ((1, 1),), id="two pairs always meet"),
        pytest.param(
            ((1, 3 / 4), (2, 1 / 4)), 1 / 5, 1 / 5, ((1, 3 / 4), (2, 1 / 4)), id="as even as can be"
        ),
        pytest.param(((0, 1),), 0, 0, ((0, 1),), id="nobody plays"),
        pytest.param((), 0, 0, ((0, 1),), id="nobody is there"),
    ],
)
def test_the_number_of_repeats_is_the_number_that_cannot_be_avoided(shares, again, least_again, evenest):
    found = Meetings(shares)

    assert (found.again, found.least_again) == pytest.approx((again, least_again))
    assert found.evenest == evenest


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
    pairs, often = comb(people, 2), Counter(met)
    times = Counter(often[pair] for pair in combinations(range(people), 2))

    found = Meetings(tuple((each, times[each] / pairs) for each in sorted(times)))

    assert found.again == pytest.approx((len(met) - len(often)) / len(met), abs=1e-9)
    assert found.least_again == pytest.approx(max(0, len(met) - pairs) / len(met), abs=1e-9)
    assert found.again >= found.least_again - 1e-9
    each, more = divmod(len(met), pairs)
    evenest = {each: 1 - more / pairs, each + 1: more / pairs} if more else {each: 1}
    assert dict(found.evenest) == pytest.approx(evenest)
