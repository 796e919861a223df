"""Two who are kept apart: in small fields, in a movement, in open play, and among individuals."""

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.alone import next_tables
from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.individuals import next_round
from rules.competition.pairing.movements import Kept, movement, on_one_side, rise_and_fly
from rules.competition.pairing.open_play import WaitingEntrant, Why, next_games
from rules.competition.pairing.pairing import Entrant

NOON = datetime(2026, 6, 27, 12, tzinfo=UTC)
GAME = timedelta(minutes=20)


def test_a_small_field_has_a_way_through_the_day_that_keeps_them_apart():
    met: dict[int, dict[int, int]] = {team: {} for team in range(6)}
    seen = set()
    for to_come in (3, 2, 1, 0):
        entrants = [
            Entrant(team, team, dict(met[team]), apart=frozenset({1}) if team == 0 else frozenset())
            for team in range(6)
        ]
        for one, other in pair_with_foresight(entrants, to_come).pairs:
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
            seen.add((min(one, other), max(one, other)))

    assert (0, 1) not in seen
    assert len(seen) == 12


@given(st.integers(2, 12), st.data())
def test_in_a_movement_one_side_never_meets_itself(count, data):
    sides = tuple(range(count)), tuple(range(count, 2 * count))
    one, other = data.draw(st.sampled_from(list(combinations(range(2 * count), 2))))

    staying, moving = on_one_side(sides, [frozenset((one, other))])

    assert sorted((*staying, *moving)) == sorted((*sides[0], *sides[1]))
    assert (len(staying), len(moving)) == (count, count)
    met = {frozenset(pair) for number in range(count) for pair in movement(staying, moving, number + 1).pairs}
    assert frozenset((one, other)) not in met


def waiting(team, minutes, *apart):
    return WaitingEntrant(team, NOON - timedelta(minutes=minutes), apart=frozenset(apart))


def test_in_open_play_they_are_not_called_against_each_other():
    line = [waiting(1, 9, 2), waiting(2, 8), waiting(3, 1)]

    assert next_games(line, [1], NOON, GAME, None).games == ((1, (1, 3)),)
    held = next_games(line[:2], [1], NOON, GAME, None).held
    assert {one.why for one in held} == {Why.APART}


def apart(*pairs):
    wished = {frozenset(pair) for pair in pairs}
    return lambda one, other: frozenset((one, other)) in wished


@pytest.mark.parametrize(
    ("tables", "line", "others_play", "games"),
    [
        pytest.param([Kept(1, "A", "X")], "BC", True, ((1, ("A", "C")),), id="the next one comes"),
        pytest.param([Kept(1, "A", "X")], "B", True, (), id="they wait while others play"),
        pytest.param([Kept(1, "A", "X")], "B", False, ((1, ("A", "B")),), id="nobody else can come"),
        pytest.param([Kept(1)], "ABC", True, ((1, ("A", "C")),), id="at an empty table"),
        pytest.param([Kept(1)], "AB", False, ((1, ("A", "B")),), id="alone at an empty table"),
    ],
)
def test_in_rise_and_fly_they_sit_down_only_if_nobody_else_comes(tables, line, others_play, games):
    assert rise_and_fly(tables, line, others_play=others_play, are_apart=apart("AB")) == games


@pytest.mark.parametrize("count", [8, 12, 16])
def test_people_who_are_kept_apart_sit_at_no_table_together(count):
    wished = {frozenset((1, 2)), frozenset((3, 4))}
    played, at_tables = [], []
    for _ in range(6):
        played.append(next_round(range(1, count + 1), played, wished))
    for _ in range(6):
        at_tables.append(next_tables(range(1, count + 1), 4, at_tables, wished))

    tables = [four.players for one in played for four in one.tables]
    tables += [table for one in at_tables for table in one.tables]
    together = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
    assert not together & wished
