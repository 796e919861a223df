"""Totals and their hands, as bots enter them and as the recount checks them (Rulebook E-99, E-100)."""

import pytest

from tools.rehearsal.law import law_of
from tools.rehearsal.recount.counting import counted
from tools.rehearsal.recount.facts import Game, Hand, Side
from tools.rehearsal.recount.side_prizes import had


def hand(says, won_by, ns, ew, *, is_boston=False):
    units, points = {"NS": ns, "EW": ew}, {"NS": 0, "EW": 0}
    return Hand(says, won_by, units, points, is_decider=False, is_boston=is_boston)


def test_bostons_come_from_the_hands_that_add_up_to_a_total():
    total = hand("Total: North–South 3, East–West 0.", "NS", 3, 0)
    hands = (hand("4 uptown made", "NS", 2, 0, is_boston=True), hand("4 uptown made", "NS", 1, 0))
    sides = {
        won: (Side("NS", "NS", (1,), won, 0, True), Side("EW", "EW", (2,), 0, 0, False)) for won in (3, 4)
    }
    each = [
        Game(1, "Round 1", "over", "played", None, sides[won], counting)
        for won, counting in ((3, (total, *hands)), (4, (total, *hands)), (3, (total,)))
    ]

    assert [had([game], (1, 2), "Bostons") for game in each] == [{1: 1}, {}, {}]


@pytest.mark.parametrize(
    ("points", "counting"),
    [
        pytest.param((5,), 0, id="nobody has seven yet"),
        pytest.param((5, 2), 7, id="seven win"),
        pytest.param((5, -5, -2), 5, id="the other side lost seven"),
    ],
)
def test_hands_beside_the_winners_name_count_once_they_end_the_game(points, counting):
    hands = tuple(
        Hand("a hand", "NS", {"NS": int(won > 0), "EW": 0}, {"NS": max(won, 0), "EW": min(won, 0)}, False)
        for won in points
    )
    total = Hand("Total: Kitty won.", "NS", {"NS": 1, "EW": 0}, {"NS": 0, "EW": 0}, is_decider=False)
    won, gone = sum(won > 0 for won in points) if counting else 1, sum(min(won, 0) for won in points)
    sides = (Side("NS", "Kitty", (1,), won, counting, True), Side("EW", "Lou", (2,), 0, gone, False))

    count = counted(Game(1, "Final", "over", "won", None, sides, (*hands, total)), "bid-whist")

    assert (count.won, count.points) == (0, (counting, gone))


def test_another_games_slip_contradicts_a_total_unless_its_sums_are_equal():
    law = law_of("bid-whist", results_by="totals")
    for seed in range(40):
        total, own, other = law.result(seed), law.hands_of_total(seed), law.hands_of_total(seed + 1)
        assert not law.contradicts(total, own)
        units, points = (law._sums(map(of, other)) for of in (law.units, law.points))
        if "total_points" in total:
            is_same = (total["total_points"], total.get("total_hands", units)) == (points, units)
        else:
            is_same = law.won(other, (), is_whistled=False) == total["won_by"]
        assert law.contradicts(total, other) != is_same or law.bonus(other), seed
