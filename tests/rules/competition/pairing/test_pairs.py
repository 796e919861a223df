import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.pairs import LAST, LOT, NEXT, paired


@pytest.mark.parametrize(
    ("how", "pairs"),
    [
        pytest.param(NEXT, ((1, 2), (3, 4), (5, 6)), id="first with second"),
        pytest.param(LAST, ((1, 6), (2, 5), (3, 4)), id="first with last"),
    ],
)
def test_places_make_pairs(how, pairs):
    assert paired([1, 2, 3, 4, 5, 6], how) == pairs


@given(st.integers(1, 40), st.text())
def test_a_lot_pairs_the_upper_half_in_order_with_the_lower(half, words):
    order = list(range(1, 2 * half + 1))

    pairs = paired(order, LOT, words)

    assert [better for better, _ in pairs] == order[:half]
    assert sorted(other for _, other in pairs) == order[half:]
    assert pairs == paired(order, LOT, words)


def test_other_words_draw_other_pairs():
    assert len({paired(list(range(1, 9)), LOT, words) for words in "abcdefgh"}) > 1


@pytest.mark.parametrize(("order", "how"), [([1, 2, 3], NEXT), ([1, 2], "never")])
def test_what_makes_no_pairs(order, how):
    with pytest.raises(ValueError, match="pair"):
        paired(order, how)
