"""Best of three and five: when a series is won, its score so far, and which of its games exist."""

import pytest

from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import Outcome, choice_of_game, nth
from tests.rules.competition.phase_two.play import Hall

SEMIS_OF_THREE = Choice(semi_games=3, final_games=5, final_hands=4)


def drawn(*winners, choice=SEMIS_OF_THREE):
    """Four teams; these win the games of the first semifinal, 1 against 4."""
    results = {nth("S1", number): Outcome(one, 5 - one) for number, one in enumerate(winners, start=1)}
    return plan_of(choice, 4).drawn([1, 2, 3, 4], results)


def test_a_series_is_won_by_who_first_wins_most_of_its_games():
    so_far = {winners: drawn(*winners).results.get("S1") for winners in [(1,), (1, 4), (4, 4), (1, 4, 1)]}

    assert so_far == {
        (1,): None,
        (1, 4): None,
        (4, 4): Outcome(4, 1, (2, 0)),
        (1, 4, 1): Outcome(1, 4, (2, 1)),
    }


def test_it_says_who_leads_and_which_game_is_next():
    assert [(each.won("S1"), each.number("S1")) for each in (drawn(), drawn(4), drawn(4, 1))] == [
        ((0, 0), 1),
        ((0, 1), 2),
        ((1, 1), 3),
    ]
    assert (drawn(4, 4).won("S1"), drawn(4, 4).number("S1")) == ((0, 2), 2)


def test_a_game_after_it_was_won_counts_for_nothing_and_falls():
    three = drawn(1, 1, 4)

    assert three.won("S1") == (2, 0)
    assert three.keeps("S1", 2, (1, 4), is_over=True)
    assert not three.keeps("S1", 3, (1, 4), is_over=True)


def test_a_game_that_was_played_waits_for_one_before_it_and_one_that_was_not_goes():
    results = {"S1": Outcome(1, 4), "S1:3": Outcome(4, 1)}
    now = plan_of(SEMIS_OF_THREE, 4).drawn([1, 2, 3, 4], results)

    assert now.won("S1") == (1, 0)
    assert now.keeps("S1", 3, (1, 4), is_over=True)
    assert not now.keeps("S1", 3, (1, 4), is_over=False)


def test_rounds_are_counted_from_the_end():
    rounds = {
        "F": "final",
        "F2": "final",
        "S1": "semi",
        "T": "semi",
        "UF": "semi",
        "LF": "semi",
        "Q3": "quarter",
        "E1": "early",
        "US2": "early",
        "L2.1": "early",
        "R1.2": "table",
        "GA1.1": "table",
        "K1.1": "",
        "KF": "",
    }

    assert {key: choice_of_game(key) for key in rounds} == rounds


@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_is_kept_that_means_nothing_in_the_format(format_):
    everything = {f"{each}_games": 3 for each in ("final", "semi", "quarter", "early")}
    everything |= {f"{each}_hands": 4 for each in ("final", "semi", "quarter", "early", "table")}

    told = Choice(format=format_, **everything).as_json()

    assert {key for key in told if key in everything} == set(FORMATS[format_].figures)
    assert Choice(**told).as_json() == told


@pytest.mark.parametrize(("key", "figure"), [("final_games", 2), ("semi_games", 7), ("table_hands", 6)])
def test_what_can_not_be_is_refused(key, figure):
    with pytest.raises(ValueError, match=r"best of 3 games|1 to 5 hands"):
        Choice(**{key: figure})


def test_a_final_that_is_played_again_is_a_series_again():
    hall = Hall(plan_of(Choice(format="double", final_games=3), 4), choose=lambda pair: pair[1])
    now = hall.play()

    assert {key for key in hall.results if key.startswith("F")} == {"F", "F:2", "F2", "F2:2"}
    assert now.results["F2"].units == (2, 0)
