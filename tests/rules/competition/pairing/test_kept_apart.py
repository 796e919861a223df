"""Two who are kept apart: in small fields, in a movement, and among individuals."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.alone import next_tables
from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.individuals import next_round
from rules.competition.pairing.movements import movement, on_one_side
from rules.competition.pairing.pairing import Entrant


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


@pytest.mark.parametrize("count", [8, 12, 16])
def test_people_who_are_kept_apart_sit_at_no_table_together(count):
    people, wished = range(1, count + 1), {frozenset((1, 2)), frozenset((3, 4))}
    played, alone = [], []
    for _ in range(6):
        played.append(next_round(people, played, wished))
        alone.append(next_tables(people, 4, alone, wished))

    tables = [four.players for one in played for four in one.tables]
    tables += [table for one in alone for table in one.tables]
    assert not wished & {frozenset(pair) for table in tables for pair in combinations(table, 2)}
