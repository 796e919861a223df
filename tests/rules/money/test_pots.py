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
    Division,
    Pot,
    apportioned,
    divided,
)

SHARES = Pot(prizes=(50, 30, 20))
IN_AMOUNTS = Pot(by=AMOUNTS, prizes=(10_000, 5_000))
IN_DOLLARS = Pot(prizes=(50, 30, 20), step_cents=100)
HALF_TO_THE_CLUB = Pot(prizes=(60, 30), club_percent=50)
TIES_PLAYED = Pot(prizes=(60, 40), ties=PLAYED)


def bostons(**more):
    return Pot(name="Boston pot", prizes=(100,), **more)


CAPPED = bostons(cap_cents=5000, unwon=CARRIED)


def in_order(written):
    """The winners, best first, with ``=`` between the tied and ``+`` between the two of a pair."""
    return [[tuple(unit.split("+")) for unit in group.split("=")] for group in written.split()]


@pytest.mark.parametrize(
    ("pot", "cents", "order", "prizes", "rest"),
    [
        pytest.param(SHARES, 3333, "A B C", "A 1666, B 1000, C 667", {}, id="the larger remainder"),
        pytest.param(SHARES, 1, "A B C", "A 1", {}, id="one cent"),
        pytest.param(HALF_TO_THE_CLUB, 10_001, "A B", "A 3001, B 1500", {"club": 5500}, id="the club first"),
        pytest.param(IN_AMOUNTS, 20_000, "A B", "A 10000, B 5000", {"club": 5000}, id="amounts in full"),
        pytest.param(IN_AMOUNTS, 9_000, "A B", "A 6000, B 3000", {}, id="amounts reduced in proportion"),
        pytest.param(IN_DOLLARS, 4750, "A B C", "A 2400, B 1400, C 900", {"club": 50}, id="whole dollars"),
        pytest.param(
            SHARES, 10_000, "A B=C=D", "A 5000, B 1666, C 1666, D 1666", {"club": 2}, id="a tie shared"
        ),
        pytest.param(TIES_PLAYED, 1000, "A=B C", "", {"waits": 1000}, id="a tie to be played for"),
        pytest.param(Pot(prizes=(100,)), 1001, "Ann+Bo", "Ann 500, Bo 500", {"club": 1}, id="a pair"),
        pytest.param(bostons(unwon=CLUB), 700, "", "", {"club": 700}, id="unwon, to the club"),
        pytest.param(bostons(unwon=CARRIED), 700, "", "", {"carried": 700}, id="unwon, to the next evening"),
        pytest.param(bostons(unwon=MAIN), 700, "", "", {"moved": 700}, id="unwon, to the first pot"),
        pytest.param(CAPPED, 8000, "A", "A 5000", {"carried": 3000}, id="what is above the cap is not won"),
    ],
)
def test_a_pot_is_divided_as_it_says(pot, cents, order, prizes, rest):
    division = divided(pot, cents, in_order(order))

    assert ", ".join(f"{prize.winner} {prize.cents}" for prize in division.prizes) == prizes
    assert division == Division(prizes=division.prizes, **rest)


def test_the_prizes_of_a_tie_that_is_still_open_wait():
    division = divided(Pot(prizes=(100,)), 1000, in_order("A=B"), is_open=True)

    assert division == Division(waits=1000)


def test_winners_who_share_a_side_prize_share_its_pot_too():
    pot = bostons(goes_to="Most Bostons", ties=PLAYED)

    division = divided(pot, 1000, in_order("A=B"))

    assert [(prize.winner, prize.cents) for prize in division.prizes] == [("A", 500), ("B", 500)]
    assert division.waits == 0


def test_both_partners_are_in_a_pot_or_the_team_is_not():
    pot = Pot(name="Boston pot", entry_cents=500)

    assert (pot.asks(2, 500).is_in, pot.asks(2, 1000).is_in) == (False, True)
    assert Pot(name="Boston pot", entry_cents=500, entry_per=TEAM).asks(2, 500).is_in


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"prizes": (60, 50)}, "110 percent"),
        ({"prizes": (60, 0)}, "each above zero"),
        ({"club_percent": 101}, "Check the amounts"),
        ({"unwon": MAIN}, "can’t go into it again"),
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
    got, place = {prize.winner: (prize.place, prize.cents) for prize in division.prizes}, 1
    for group in order:
        # Tied teams have the same place and get the same, and so do the two of a pair.
        for size in (1, 2):
            prizes = {got.pop(winner, None) for unit in group if len(unit) == size for winner in unit}
            assert len(prizes) <= 1
            assert {prize[0] for prize in prizes - {None}} <= {place}
        place += len(group)
    assert got == {}


@given(total=st.integers(0, 10**7), weights=st.lists(st.integers(0, 1000), min_size=1, max_size=8))
def test_parts_come_to_the_whole_and_none_is_a_cent_off(total, weights):
    parts = apportioned(total, weights)

    assert sum(parts) == (total if sum(weights) else 0)
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part * sum(weights) - total * weight) < max(1, sum(weights))


@given(pot=pots())
def test_a_pot_is_stored_and_read_again(pot):
    assert Pot(**pot.as_json()) == pot
