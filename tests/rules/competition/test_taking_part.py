"""A way of taking part is one value that determines sizes and words."""

import pytest

from rules.competition.taking_part import (
    CHANGING_PARTNERS,
    EVERYBODY_ALONE,
    PAIRING_UP,
    SINGLES,
    TEAMS,
)
from rules.games import find_ruleset
from rules.seating.known import way_of
from rules.standings.tie_break import Opponents
from rules.standings.tie_breaks import CRITERIA, offered


@pytest.mark.parametrize(
    ("game", "seating", "way", "if_pairing_up"),
    [
        pytest.param("fahrenheit", "swiss", TEAMS, TEAMS, id="partners who stay together"),
        pytest.param("fahrenheit", "one-up", CHANGING_PARTNERS, PAIRING_UP, id="a new partner every round"),
        pytest.param("bid-fair", "swiss", SINGLES, SINGLES, id="one against one"),
        pytest.param("bid-fair", "alone", SINGLES, SINGLES, id="one against one, no partners to change"),
        pytest.param(
            "cutthroat-bid-whist", "swiss", EVERYBODY_ALONE, EVERYBODY_ALONE, id="three, each alone"
        ),
        pytest.param("solo-bid-euchre", "alone", EVERYBODY_ALONE, EVERYBODY_ALONE, id="four, each alone"),
    ],
)
def test_the_game_and_the_seating_say_how_people_take_part(game, seating, way, if_pairing_up):
    ruleset = find_ruleset(game)

    assert way_of(ruleset, seating) == way
    assert way_of(ruleset, seating, pairs_up=True) == if_pairing_up


@pytest.mark.parametrize(
    ("way", "here", "through", "sides"),
    [
        pytest.param(TEAMS, 7, 7, 7, id="teams"),
        pytest.param(PAIRING_UP, 9, 8, 4, id="people who pair up"),
        pytest.param(PAIRING_UP, 7, 6, 3, id="of an odd number the last stays out"),
    ],
)
def test_those_who_go_through_make_the_sides_of_phase_two(way, here, through, sides):
    assert way.goes_through(8, here) == through
    assert way.in_phase_two(through) == sides


def test_where_partners_change_opponents_break_no_tie():
    ruleset = find_ruleset("fahrenheit")

    without = offered(ruleset, CHANGING_PARTNERS)

    strengths = [key for key, one in CRITERIA.items() if isinstance(one, Opponents)]
    assert [key for key in offered(ruleset, TEAMS) if key not in without] == strengths
