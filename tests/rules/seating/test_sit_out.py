"""Sitting out a round when there are too few tables (Rulebook E-66)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.pairing import Entrant, pair
from rules.seating.sit_out import sitting_out


def field(played, byes=()):
    return [
        Entrant(team, team, {100 + game: 1 for game in range(games)}, byes=int(team in byes))
        for team, games in enumerate(played)
    ]


@pytest.mark.parametrize(
    ("entrants", "tables", "out"),
    [
        pytest.param(field([0] * 8), 4, (), id="all fit"),
        pytest.param(field([0] * 9), 4, (), id="an odd one has a bye"),
        pytest.param(field([0] * 8), 3, (7, 6), id="at first the lowest"),
        pytest.param(field([1, 1, 1, 1, 1, 1, 0, 0]), 3, (5, 4), id="then those who played most"),
        pytest.param(field([1, 1, 1, 0, 1, 1, 1, 0], byes=(3,)), 3, (6, 5), id="who had a bye, or came late"),
    ],
)
def test_if_tables_are_few_the_lowest_of_those_who_played_most_sit_out(entrants, tables, out):
    assert sitting_out(entrants, tables) == out


@given(st.integers(2, 21), st.integers(1, 9), st.integers(1, 8))
def test_nobody_sits_out_twice_before_all_have_and_no_table_is_empty(count, tables, rounds):
    met = [{} for _ in range(count)]
    for _ in range(rounds):
        entrants = [Entrant(team, team, met[team]) for team in range(count)]
        out = sitting_out(entrants, tables)
        seating = pair([entrant for entrant in entrants if entrant.team not in out])
        if not out:
            break
        assert (len(seating.pairs), seating.bye) == (tables, None)
        for one, other in seating.pairs:
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
        games = [sum(times.values()) for times in met]
        assert max(games) - min(games) <= 1
