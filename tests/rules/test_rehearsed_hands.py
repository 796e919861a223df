"""Figures for a rehearsal, from the built-in players' hands."""

import pytest

from rules.contest.hand_figures import DEFAULT_HANDS
from rules.games import find_ruleset
from rules.rehearsed_hands import players_figures, units_to_win

BY_HANDS = {"game_end": "hands"}


@pytest.mark.parametrize(
    ("key", "house", "units"), [("fahrenheit", {}, 3), ("bid-whist", BY_HANDS, 3), ("bid-euchre", {}, 0)]
)
def test_what_wins_a_game_is_read_off_its_rules(key, house, units):
    assert units_to_win(find_ruleset(key, house)) == units


def test_fahrenheit_as_usual_needs_no_new_hands():
    assert players_figures("fahrenheit") is DEFAULT_HANDS


def test_the_built_in_players_bring_the_figures_of_any_other_game():
    figures = players_figures("bid-whist", BY_HANDS, hands=40)

    assert sum(outcome.weight for outcome in figures.outcomes) == 40
    assert figures.minutes == DEFAULT_HANDS.minutes
    assert any(outcome.is_made for outcome in figures.outcomes)
