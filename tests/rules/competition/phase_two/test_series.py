"""Best of three and five: when a series is won, its score so far, and which of its games exist."""

import pytest

from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import GameOutcome, choice_of_game, nth
from tests.rules.competition.phase_two.play import Hall


def drawn(*winners):
    """Four teams; these win the games of the first semifinal, 1 against 4. None for one not played."""
    results = {
        nth("S1", number): GameOutcome(one, 5 - one) for number, one in enumerate(winners, start=1) if one
    }
    return plan_of(Choice(semi_games=3), 4).drawn([1, 2, 3, 4], results)


def test_a_series_is_won_by_who_first_wins_most_of_its_games():
    so_far = {winners: drawn(*winners).results.get("S1") for winners in [(1,), (1, 4), (4, 4), (1, 4, 1)]}

    assert so_far == {
        (1,): None,
        (1, 4): None,
        (4, 4): GameOutcome(4, 1, (2, 0)),
        (1, 4, 1): GameOutcome(1, 4, (2, 1)),
    }


def test_it_says_who_leads_and_which_game_is_next():
    so_far = {winners: drawn(*winners) for winners in [(), (4,), (4, 1), (4, 4)]}

    assert {winners: (now.won("S1"), now.number("S1")) for winners, now in so_far.items()} == {
        (): ((0, 0), 1),
        (4,): ((0, 1), 2),
        (4, 1): ((1, 1), 3),
        (4, 4): ((0, 2), 2),
    }


def test_a_game_after_it_was_won_counts_for_nothing_and_falls():
    three = drawn(1, 1, 4)

    assert three.won("S1") == (2, 0)
    assert [three.keeps("S1", number, (1, 4), is_over=True) for number in (2, 3)] == [True, False]


def test_only_a_played_game_is_kept_while_an_earlier_one_is_open():
    now = drawn(1, None, 4)

    assert now.won("S1") == (1, 0)
    assert now.keeps("S1", 3, (1, 4), is_over=True)
    assert not now.keeps("S1", 3, (1, 4), is_over=False)


def test_rounds_are_counted_from_the_end():
    rounds = {
        "final": "F F2",
        "semi": "S1 T UF LF",
        "quarter": "Q3",
        "early": "E1 US2 L2.1",
        "table": "R1.2 GA1.1",
        "": "K1.1 KF",
    }

    for name, keys in rounds.items():
        assert {choice_of_game(key) for key in keys.split()} == {name}


@pytest.mark.parametrize("format_", FORMATS)
def test_nothing_is_kept_that_means_nothing_in_the_format(format_):
    everything = {f"{each}_games": 3 for each in ("final", "semi", "quarter", "early")}
    everything |= {f"{each}_hands": 4 for each in ("final", "semi", "quarter", "early", "table")}

    saved = Choice(format=format_, **everything).as_json()

    assert {key for key in saved if key in everything} == set(FORMATS[format_].figures)
    assert Choice(**saved).as_json() == saved


def test_a_final_that_is_played_again_is_a_series_again():
    hall = Hall(plan_of(Choice(format="double", final_games=3), 4), choose=lambda pair: pair[1])
    now = hall.play()

    assert {key for key in hall.results if key.startswith("F")} == {"F", "F:2", "F2", "F2:2"}
    assert now.results["F2"].units == (2, 0)
