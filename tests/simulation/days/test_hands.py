"""Figures for a simulation, from hands of the built-in players."""

import pytest

from rules.games import all_games, find_ruleset
from simulation.days.figures import DEFAULT_HANDS
from simulation.days.game import FirstTo
from simulation.days.hands import end_of_game, outcome_of, players_figures

BY_HANDS = {"game_end": "hands"}


@pytest.mark.parametrize(
    ("key", "house", "units", "is_plain"),
    [
        ("fahrenheit", {}, 3, True),
        ("fahrenheit", {"play_all_hands": True}, 5, False),
        ("bid-whist", BY_HANDS, 3, True),
        ("bid-whist", {}, 0, False),
        ("bid-euchre", {}, 0, False),
        ("solo-bid-euchre", {}, 0, False),
    ],
)
def test_what_wins_a_game_is_read_off_its_rules_and_a_race_is_shortened(key, house, units, is_plain):
    ruleset = find_ruleset(key, house)

    assert (ruleset.ends.goal, isinstance(end_of_game(ruleset), FirstTo)) == (units, is_plain)


def test_the_built_in_players_bring_the_figures_of_any_other_game():
    figures = players_figures("bid-whist", BY_HANDS, hands=40)

    assert sum(weight for weight, _ in figures.outcomes) == 40
    assert figures.minutes == DEFAULT_HANDS.minutes
    assert any(outcome.is_made for _, outcome in figures.outcomes)


@pytest.mark.parametrize("key", [game.key for game in all_games()])
def test_every_game_has_figures_for_each_of_its_sides(key):
    sides = len(find_ruleset(key).sides)

    outcomes = [outcome for _, outcome in players_figures(key, hands=12).outcomes]

    assert {(len(outcome.points), len(outcome.units)) for outcome in outcomes} == {(sides, sides)}


def test_the_side_that_did_best_comes_first_the_winner_before_all():
    euchre = find_ruleset("bid-euchre")
    made = euchre.score({"bidder": "EW", "bid": 3, "tricks": {"NS": 2, "EW": 4}})

    outcome = outcome_of(euchre, made)

    assert (outcome.units, outcome.points, outcome.has_winner) == ((1, 0), (4, 2), True)


def test_where_nobody_wins_a_set_bid_those_who_lost_nothing_come_first():
    cutthroat = find_ruleset("cutthroat-bid-whist")
    missed = cutthroat.score({"bidder": "N", "level": 8, "strain": "uptown", "books": 7, "trump": "spades"})

    outcome = outcome_of(cutthroat, missed)

    assert (outcome.units, outcome.points, outcome.has_winner) == ((0, 0, 0), (0, 0, -8), False)
