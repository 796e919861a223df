"""Pots: who takes part in one, and how it is divided to the cent (Rulebook M-1 to M-10)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.money.pots import (
    AMOUNTS,
    CARRIED,
    CLUB,
    MAIN,
    PLAYED,
    STEPS,
    TEAM,
    BadPot,
    Pot,
    apportioned,
    divided,
)


def of(*teams):
    """These teams in order, without ties."""
    return [[(team,)] for team in teams]


def paid(division):
    return {prize.winner: prize.cents for prize in division.prizes}


def test_shares_come_to_the_whole_pot_and_the_larger_remainder_is_rounded_up():
    pot = Pot(prizes=(50, 30, 20))

    assert paid(divided(pot, 3333, of("A", "B", "C"))) == {"A": 1666, "B": 1000, "C": 667}
    assert paid(divided(pot, 1, of("A", "B", "C"))) == {"A": 1}


def test_the_club_has_its_share_first_and_what_no_prize_takes():
    division = divided(Pot(prizes=(60, 30), club_percent=50), 10_001, of("A", "B"))

    assert paid(division) == {"A": 3001, "B": 1500}
    assert division.club == 5000 + 500


def test_amounts_are_paid_in_full_or_reduced_in_proportion():
    pot = Pot(by=AMOUNTS, prizes=(10_000, 5_000))

    assert paid(divided(pot, 20_000, of("A", "B"))) == {"A": 10_000, "B": 5_000}
    assert divided(pot, 20_000, of("A", "B")).club == 5_000
    assert paid(divided(pot, 9_000, of("A", "B"))) == {"A": 6_000, "B": 3_000}


def test_those_tied_share_the_prizes_of_their_places_and_an_odd_cent_is_the_clubs():
    pot = Pot(prizes=(50, 30, 20))

    division = divided(pot, 10_000, [[("A",)], [("B",), ("C",), ("D",)]])

    assert paid(division) == {"A": 5000, "B": 1666, "C": 1666, "D": 1666}
    assert {prize.place for prize in division.prizes} == {1, 2}
    assert division.club == 2


def test_where_a_tie_is_played_for_its_prizes_wait():
    division = divided(Pot(prizes=(60, 40), ties=PLAYED), 1000, [[("A",), ("B",)], [("C",)]])

    assert (division.prizes, division.waits) == ((), 1000)
    assert divided(Pot(prizes=(100,)), 1000, [[("A",), ("B",)]], is_open=True).waits == 1000


def test_two_who_play_as_a_pair_share_the_prize_of_their_place():
    assert paid(divided(Pot(prizes=(100,)), 1001, [[("Ann", "Bo")]])) == {"Ann": 500, "Bo": 500}


@pytest.mark.parametrize(
    ("unwon", "where"), [(CLUB, "club"), (CARRIED, "carried"), (MAIN, "moved")], ids=[CLUB, CARRIED, MAIN]
)
def test_what_nobody_wins_goes_where_the_pot_says(unwon, where):
    division = divided(Pot(name="Boston pot", prizes=(100,), unwon=unwon), 700, [])

    assert getattr(division, where) == division.total == 700


def test_what_is_above_the_cap_is_not_won():
    division = divided(Pot(name="Boston pot", prizes=(100,), cap_cents=5000, unwon=CARRIED), 8000, of("A"))

    assert (paid(division), division.carried) == ({"A": 5000}, 3000)


def test_prizes_in_whole_dollars_leave_the_rest_to_the_club():
    division = divided(Pot(prizes=(50, 30, 20), step_cents=100), 4750, of("A", "B", "C"))

    assert paid(division) == {"A": 2400, "B": 1400, "C": 900}
    assert division.club == 50


def test_both_partners_are_in_a_pot_or_the_team_is_not():
    pot = Pot(name="Boston pot", entry_cents=500)

    assert (pot.is_in(500, 2), pot.is_in(1000, 2)) == (False, True)
    assert Pot(name="Boston pot", entry_cents=500, entry_per=TEAM).is_in(500, 2)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"prizes": (60, 50)}, "110 percent"),
        ({"prizes": (60, 0)}, "each above zero"),
        ({"club_percent": 101}, "Check the amounts"),
        ({"unwon": MAIN}, "can't go into it again"),
        ({"step_cents": 3}, "how it is divided"),
        ({"name": "Boston pot", "entry_cents": -1}, "none is below zero"),
    ],
)
def test_a_pot_that_cannot_be_divided_is_refused(wrong, says):
    with pytest.raises(BadPot, match=says):
        Pot(**wrong)


def test_a_pot_says_its_whole_rule():
    pot = Pot(name="Boston pot", entry_cents=500, goes_to="Bostons", prizes=(100,), unwon=CARRIED)

    assert " ".join(pot.rule) == (
        "$5 a player, and both partners are in it or neither. The winner of “Bostons” wins it. Prizes: 100%, "
        "to the cent. What nobody wins stays in the pot for the next evening."
    )
    assert Pot().rule == ("All of it goes to the club or charity.",)
    assert "$0.50 for each “Sets” counted." in Pot(name="Pot", fine_cents=50, fine_counter="Sets").rule


@st.composite
def pots(draw):
    by_amounts = draw(st.booleans())
    if by_amounts:
        prizes = draw(st.lists(st.integers(1, 20_000), max_size=4))
    else:
        cuts = sorted(draw(st.lists(st.integers(0, 100), min_size=1, max_size=5, unique=True)))
        prizes = [after - before for before, after in pairwise(cuts)]
    return Pot(
        name="Pot",
        by=AMOUNTS if by_amounts else "shares",
        prizes=tuple(prizes),
        club_percent=draw(st.integers(0, 100)),
        cap_cents=draw(st.sampled_from((0, 700, 5000))),
        step_cents=draw(st.sampled_from(tuple(STEPS))),
        ties=draw(st.sampled_from(("split", PLAYED))),
        unwon=draw(st.sampled_from((CLUB, CARRIED, MAIN))),
    )


ORDERS = st.lists(
    st.lists(st.sampled_from((("one",), ("one", "two"))), min_size=1, max_size=4), max_size=5
).map(
    lambda sizes: [
        [tuple((group, unit, who) for who in members) for unit, members in enumerate(units)]
        for group, units in enumerate(sizes)
    ]
)


@given(pot=pots(), cents=st.integers(0, 200_000), order=ORDERS)
def test_every_cent_of_a_pot_is_accounted_for(pot, cents, order):
    division = divided(pot, cents, order)

    assert division.total == cents
    assert min(division.club, division.carried, division.moved, division.waits) >= 0
    assert all(0 <= prize.cents <= (pot.cap_cents or cents) for prize in division.prizes)
    units = [unit for group in order for unit in group]
    got = paid(division)
    assert set(got) <= {winner for unit in units for winner in unit}
    for group in order:
        # Tied teams get the same, and so do the two of a pair.
        for size in (1, 2):
            assert len({got.get(winner) for unit in group if len(unit) == size for winner in unit}) <= 1


@given(total=st.integers(0, 10**7), weights=st.lists(st.integers(0, 1000), min_size=1, max_size=8))
def test_parts_come_to_the_whole_and_none_is_a_cent_off(total, weights):
    parts = apportioned(total, weights)

    assert sum(parts) == (total if sum(weights) else 0)
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part * sum(weights) - total * weight) < max(1, sum(weights))


@given(pot=pots())
def test_a_pot_is_stored_and_read_again(pot):
    assert Pot(**pot.as_json()) == pot
