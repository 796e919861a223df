"""A movement as steps from table to table, as its picture shows them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.fours import Past
from rules.competition.pairing.ladders import LADDERS, next_of_ladder
from rules.competition.pairing.people_ladders import people_by_chair
from rules.evenings.movement import MOVEMENTS
from tournament.models.schedule import BY_RESULT, PEOPLE_MOVE, Seating

PICTURED = (Seating.MOVEMENT, *BY_RESULT, *PEOPLE_MOVE)
TABLES = st.integers(2, 40)


def went(seating, tables):
    return [(step.who, step.table, step.to) for step in MOVEMENTS[seating].steps(tables)]


def test_every_way_of_seating_has_its_sentence():
    assert set(MOVEMENTS) == set(Seating.values)
    assert all(movement.sentence.endswith(".") for movement in MOVEMENTS.values())


def test_tables_decide_where_people_go_in_these():
    assert {seating for seating in MOVEMENTS if went(seating, 5)} == set(PICTURED)


@pytest.mark.parametrize("seating", PICTURED)
@given(tables=TABLES)
def test_nobody_leaves_the_tables_and_everybody_leaves_each(seating, tables):
    steps = MOVEMENTS[seating].steps(tables)

    assert {step.to for step in steps} <= set(range(1, tables + 1))
    for who in {step.who for step in steps}:
        assert [step.table for step in steps if step.who == who] == list(range(1, tables + 1))


@given(tables=TABLES)
def test_north_stays_south_goes_down_east_up_and_west_up_two(tables):
    before = [tuple(f"{chair}{table}" for chair in "NESW") for table in range(1, tables + 1)]
    after = people_by_chair(before, (), Past(()))

    sits = {one: number for number, four in enumerate(after.tables, start=1) for one in four.players}
    for who, table, to in went(Seating.ONE_SEAT, tables):
        assert sits[f"{who[0]}{table}"] == to


@pytest.mark.parametrize("ladder", LADDERS)
@given(tables=TABLES)
def test_winners_and_losers_go_where_the_round_seats_them(ladder, tables):
    before = [(f"w{table}", f"l{table}") for table in range(1, tables + 1)]

    fixture = next_of_ladder(ladder, before)

    sits = {team: number for number, pair in enumerate(fixture.pairs, start=1) for team in pair}
    for who, table, to in went(ladder, tables):
        assert sits[f"{who[0].lower()}{table}"] == to


def test_the_ladders_as_their_sentences_say():
    assert went("up", 3) == [
        ("Winners", 1, 1),
        ("Winners", 2, 1),
        ("Winners", 3, 2),
        ("Losers", 1, 3),
        ("Losers", 2, 2),
        ("Losers", 3, 3),
    ]
    assert went("one-red", 3)[:6] == [
        ("Red winner", 1, 3),
        ("Red winner", 2, 1),
        ("Red winner", 3, 2),
        ("White winner", 1, 2),
        ("White winner", 2, 3),
        ("White winner", 3, 1),
    ]
    assert went("movement", 3) == [
        ("The side that moves", 1, 2),
        ("The side that moves", 2, 3),
        ("The side that moves", 3, 1),
    ]
