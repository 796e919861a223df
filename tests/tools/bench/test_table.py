"""A figure says by how much its aim is missed, unless plain Django couldn't meet it either."""

import pytest

from tools.bench._table import Row, rate, status


@pytest.mark.parametrize(
    ("row", "verdict", "is_missed"),
    [
        (Row(what="hand", figure=0.021, aim=0.022), "met", False),
        (Row(what="hand", figure=0.034, aim=0.022), "missed by 12 ms", True),
        (Row(what="hand", figure=0.034, aim=0.022, floor=0.004), "missed by 12 ms", True),
        (Row(what="hand", figure=0.034, aim=0.022, floor=0.030), "out of reach here", False),
        (Row(what="team", figure=75, says=rate, aim=70), "met", False),
        (Row(what="team", figure=40, says=rate, aim=70, floor=360), "missed by 30/s", True),
        (Row(what="team", figure=40, says=rate, aim=70, floor=60), "out of reach here", False),
        (Row(what="memory", figure=1), "met", False),
    ],
    ids=str,
)
def test_a_row_says_by_how_much_its_aim_is_missed(row, verdict, is_missed):
    assert row.verdict == verdict
    assert status([row]) == is_missed
