"""Totals that the hands of a game can add up to. Rulebook E-211."""

from random import Random

import pytest

from rules.counted.reachable import odd_sum
from rules.games import BadHouseRule, find_ruleset
from rules.ruleset.hands import HandFacts
from simulation.players.players import play_hand
from simulation.players.totals import total_by_chance


def asked(game, points=None, hands=None, bostons=None, **house):
    figures = {"total_points": points, "total_hands": hands, "total_bostons": bostons}
    facts = {field: dict(zip(("NS", "EW"), of, strict=True)) for field, of in figures.items() if of}
    return odd_sum(find_ruleset(game, house), HandFacts(**facts))


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        pytest.param("fahrenheit", {"hands": (3, 1), "points": (12, 4)}, id="three bids of four and one"),
        pytest.param("fahrenheit", {"hands": (3, 0), "points": (0, 0)}, id="the others set three times"),
        pytest.param("fahrenheit", {"hands": (4, 2), "points": (11, 7)}, id="a Boston is two hands"),
        pytest.param(
            "fahrenheit", {"hands": (4, 2), "points": (11, 7), "bostons": (1, 1)}, id="with its Bostons"
        ),
        pytest.param("fahrenheit", {"hands": (2, 1)}, id="the time was over"),
        pytest.param("bid-whist", {"points": (7, -3)}, id="a set of three"),
        pytest.param("columbus-no-kitty", {"points": (-5, 0)}, id="a bid of five set"),
        pytest.param("euchre-card", {"points": (4, 4)}, id="eight hands of one and a tie"),
        pytest.param("euchre-card", {"points": (5, 4)}, id="the hand after the tie"),
        pytest.param("spades-card", {"points": (311, -97)}, id="a score card that says nothing"),
        pytest.param("bid-fair", {}, id="only who won"),
    ],
)
def test_a_total_that_hands_come_to_is_taken(game, figures):
    assert asked(game, **figures) is None


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        pytest.param("fahrenheit", {"hands": (3, 0), "points": (2, 0)}, id="a made bid brings four"),
        pytest.param("fahrenheit", {"hands": (3, 1), "points": (12, 8)}, id="one hand brings seven at most"),
        pytest.param("fahrenheit", {"hands": (3, 0), "points": (12, 4)}, id="points without a hand won"),
        pytest.param(
            "fahrenheit", {"hands": (3, 0), "points": (8, 0), "bostons": (1, 0)}, id="a Boston brings seven"
        ),
        pytest.param("bid-whist", {"points": (7, 7)}, id="both at the end"),
        pytest.param("bid-whist", {"points": (14, 0)}, id="beyond the last hand"),
        pytest.param("euchre-card", {"points": (16, 15)}, id="no eight hands make 31"),
        pytest.param("euchre-card", {"points": (4, 3)}, id="eight hands bring eight"),
        pytest.param("euchre-card", {"points": (53, 47)}, id="more than eight hands can bring"),
        pytest.param("botb-4x4", {"points": (999, -5)}, id="more than four hands can bring"),
        pytest.param("cardsharks-detroit", {"points": (999, -5)}, id="more than a quarter of an hour brings"),
    ],
)
def test_a_total_that_no_hands_come_to_is_asked_about(game, figures):
    assert (asked(game, **figures) or "").endswith("?")


def test_the_question_says_the_figures_and_whether_time_could_explain_them():
    assert asked("fahrenheit", hands=(3, 1), points=(12, 8)) == (
        "No hands of this game come to 3 to 1 hands with 12 to 8 points. Is a figure wrong?"
    )
    assert asked("euchre-card", points=(4, 3)) == (
        "Eight hands can’t come to 4 to 3 points. Is a figure wrong, or was the time over?"
    )
    eight_hands, short = find_ruleset("euchre-card"), {"NS": 4, "EW": 3}
    assert odd_sum(eight_hands, HandFacts(total_points=short), is_time_up=True) is None
    assert asked("bid-whist", points=(7, -20)) == (
        "No hands of this game come to 7 to −20 points. Is a figure wrong?"
    )


def test_two_sides_that_both_score_even_numbers_have_an_even_sum():
    evens = {"game_end": "hands_played", "hands_in_game": 4, "hand_points": "2, 4"}

    assert asked("score-card", points=(10, 4), **evens) is None
    assert asked("score-card", points=(9, 4), **evens) is not None


def test_points_in_steps_of_ten():
    assert asked("pinochle-card", points=(510, 380), points_step=10) is None
    assert asked("pinochle-card", points=(512, 380), points_step=10) == (
        "Points come in steps of 10 in this game. Is a figure wrong?"
    )


@pytest.mark.parametrize("written", ["one", "1;2", "0", "-1", "201", "1, , x"])
def test_what_a_hand_brings_is_written_as_numbers(written):
    with pytest.raises(BadHouseRule, match="whole numbers") as refused:
        find_ruleset("score-card", {"hand_points": written})

    assert refused.value.field == "hand_points"


@pytest.mark.parametrize("game", ["fahrenheit", "bid-whist", "bid-euchre", "columbus-no-kitty", "botb-4x4"])
def test_no_game_that_is_played_is_asked_about(game):
    """The built-in players play its hands until the game ends."""
    ruleset = find_ruleset(game)
    for number in range(12):
        running, swept = ruleset.start(), dict.fromkeys(ruleset.sides, 0)
        for seed in range(100 * number, 100 * number + 100):
            if running.state().over:
                break
            score = ruleset.score(play_hand(game, seed))
            running.add(score)
            if score.boston and not score.awarded:
                swept[score.winner] += 1
        state = running.state()
        facts = HandFacts(total_points=state.points, total_hands=state.units, total_bostons=swept)

        assert odd_sum(ruleset, facts) is None, (game, state)


def test_a_total_drawn_by_chance_is_one_that_hands_come_to():
    ruleset, rng = find_ruleset("euchre-card"), Random(26)

    drawn = [HandFacts(**total_by_chance(ruleset, rng)) for _ in range(30)]

    assert [odd_sum(ruleset, facts) for facts in drawn] == [None] * 30
