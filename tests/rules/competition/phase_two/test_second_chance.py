"""A bracket for those who miss the cut, beside any format of Phase II (Rulebook E-227)."""

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import FORMATS, Choice, plan_of
from rules.competition.phase_two.games import SeedSlot, WinnerOf, is_second_chance
from tests.rules.competition.phase_two.play import Hall


def test_six_who_miss_the_cut_of_seven_play_their_own_bracket():
    plan = plan_of(Choice(), 7, missed=6)

    games = [game for game in plan.games if is_second_chance(game.key)]
    assert [(plan.labels[game.key], game.upper, game.lower) for game in games] == [
        ("Second chance quarter-final 1", SeedSlot(11), SeedSlot(12)),
        ("Second chance quarter-final 2", SeedSlot(10), SeedSlot(13)),
        ("Second chance semi-final 1", SeedSlot(8), WinnerOf("PQ2")),
        ("Second chance semi-final 2", SeedSlot(9), WinnerOf("PQ4")),
        ("Second chance final", WinnerOf("PS1"), WinnerOf("PS2")),
    ]


def test_its_games_are_single_games_as_long_as_in_phase_one():
    long = Choice(final_games=5, semi_games=3, final_hands=5, semi_hands=4, early_hands=2)

    plan = plan_of(long, 4, missed=4)

    lengths = {(game.best_of, long.hands_in(game.key)) for game in plan.games if game.key.startswith("P")}
    assert lengths == {(1, 0)}


@given(
    st.sampled_from(sorted(FORMATS)),
    st.integers(2, 20),
    st.integers(2, 40),
    st.randoms(use_true_random=False),
)
def test_the_bracket_plays_as_it_would_alone_and_each_side_gets_a_place(format_, size, missed, random):
    choice = Choice(format=format_)
    hall = Hall(plan_of(choice, size, missed=missed), random.choice, missed=missed)
    whole = hall.play()

    alone = plan_of(choice, size).drawn(hall.seeds[:size], hall.results, hall.kept)

    assert not whole.left
    assert tuple(each for each in whole.placed if not each.is_second_chance) == alone.placed
    theirs = [each for each in whole.placed if each.is_second_chance]
    assert sorted(each.team for each in theirs) == hall.seeds[size:]
    assert [each.first for each in theirs[:2]] == [1, 2]


@given(st.sampled_from(sorted(FORMATS)), st.integers(2, 24), st.randoms(use_true_random=False))
def test_there_is_a_table_for_every_game_that_decides_a_place(format_, size, random):
    hall = Hall(plan_of(Choice(format=format_), size, missed=4), random.choice, missed=4)

    for now in hall.moments():
        ready = [game for game in now.ready if not is_second_chance(game.key)]
        assert len(ready) <= now.may_be_on


def test_phase_two_is_over_though_the_second_chance_is_not():
    hall = Hall(plan_of(Choice(), 7, missed=4), missed=4)

    over = next(now for now in hall.moments() if now.is_over)

    assert {game.key for game in over.left} == {"PS1", "PS2", "PF"}
    assert over.may_be_on == 0
