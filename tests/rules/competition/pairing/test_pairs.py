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


@given(st.integers(1, 40), st.sampled_from([NEXT, LAST, LOT]), st.text())
def test_everybody_has_one_partner_and_the_better_ones_keep_their_order(half, how, words):
    order = list(range(1, 2 * half + 1))

    pairs = paired(order, how, words)

    assert sorted(one for pair in pairs for one in pair) == order
    assert all(better < other for better, other in pairs)
    assert [better for better, _ in pairs] == sorted(better for better, _ in pairs)


@given(st.integers(1, 40), st.text())
def test_a_lot_pairs_the_upper_half_with_the_lower(half, words):
    pairs = paired(list(range(1, 2 * half + 1)), LOT, words)

    assert [better for better, _ in pairs] == list(range(1, half + 1))
    assert pairs == paired(list(range(1, 2 * half + 1)), LOT, words)


def test_other_words_draw_other_pairs():
    assert len({paired(list(range(1, 9)), LOT, words) for words in "abcdefgh"}) > 1


@pytest.mark.parametrize(("order", "how"), [([1, 2, 3], NEXT), ([1, 2], "never")])
def test_what_makes_no_pairs(order, how):
    with pytest.raises(ValueError, match="pair"):
        paired(order, how)
