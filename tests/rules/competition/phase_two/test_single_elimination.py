import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.phase_two.formats import Choice, plan_of
from rules.competition.phase_two.games import GameOutcome, LoserOf, PlaceAfter, Placed, SeedSlot, WinnerOf
from tests.rules.competition.phase_two.play import Hall
from tests.rules.competition.phase_two.rematches import count

SIZES = (*range(2, 18), 31, 32, 33, 64, 65, 127, 128)


def bracket(size, **chosen):
    return plan_of(Choice(**chosen), size)


def places(drawn):
    return [(each.team, each.first, each.last) for each in drawn.placed]


def test_the_seven_of_phase_two():
    plan = bracket(7)

    assert [(game.label, game.key, game.upper, game.lower) for game in plan.games] == [
        ("Quarter-final", "Q2", SeedSlot(4), SeedSlot(5)),
        ("Quarter-final", "Q3", SeedSlot(2), SeedSlot(7)),
        ("Quarter-final", "Q4", SeedSlot(3), SeedSlot(6)),
        ("Semi-final", "S1", SeedSlot(1), WinnerOf("Q2")),
        ("Semi-final", "S2", WinnerOf("Q3"), WinnerOf("Q4")),
        ("Third place", "T", LoserOf("S1"), LoserOf("S2")),
        ("Final", "F", WinnerOf("S1"), WinnerOf("S2")),
    ]
    assert plan.byes == (1,)


def test_where_third_place_is_not_played_for_it_is_shared():
    drawn = Hall(bracket(7, third_place=False)).play()

    assert places(drawn) == [(1, 1, 1), (2, 2, 2), (4, 3, 4), (3, 3, 4), (5, 5, 7), (7, 5, 7), (6, 5, 7)]


def test_the_places_fill_as_results_come_in():
    plan, seeds = bracket(4), [1, 2, 3, 4]
    semi_finals = {"S1": GameOutcome(1, 4), "S2": GameOutcome(2, 3)}

    assert plan.drawn(seeds, semi_finals).placed == ()
    with_third = plan.drawn(seeds, {**semi_finals, "T": GameOutcome(4, 3)})
    assert with_third.placed == (Placed(4, 3, 3), Placed(3, 4, 4))


@pytest.mark.parametrize("size", [0, 1, 129])
def test_phase_two_takes_two_to_a_hundred_and_twenty_eight(size):
    with pytest.raises(ValueError, match="2 to 128"):
        bracket(size)


@pytest.mark.parametrize("size", SIZES)
def test_each_seed_enters_once_and_the_best_get_byes_and_meet_last(size):
    plan = bracket(size)
    slots = [slot for game in plan.games for slot in (game.upper, game.lower)]

    drawn = Hall(plan).play()

    seeds = sorted(slot.number for slot in slots if isinstance(slot, SeedSlot))
    assert seeds == list(range(1, size + 1))
    assert plan.byes == tuple(range(1, len(plan.byes) + 1))
    assert len(plan.games) == len({game.key for game in plan.games}) == size - 1 + (size >= 4)
    # The better seed has won every game.
    assert [each.team for each in drawn.placed[:3]] == [1, 2, 3][:size]
    among_the_best = {key for key, pair in drawn.pairs.items() if max(pair) <= 4}
    assert among_the_best <= {"F", "S1", "S2", "T"}


@given(st.sampled_from(SIZES), st.booleans(), st.booleans(), st.booleans(), st.randoms(use_true_random=False))
def test_every_team_gets_one_place_and_every_place_is_taken(size, third, again, reseeds, random):
    plan = bracket(size, third_place=third, consolation=again, reseeds=reseeds)

    drawn = Hall(plan, random.choice).play()

    assert not drawn.left
    assert sorted(each.team for each in drawn.placed) == list(range(1, size + 1))
    taken = [(each.first, each.last) for each in drawn.placed]
    assert taken == sorted(taken)
    assert all(first <= place <= last for place, (first, last) in enumerate(taken, start=1))


def test_seeded_again_the_best_who_is_left_meets_the_worst():
    hall = Hall(bracket(8, reseeds=True))
    for key, winner in {"Q1": 1, "Q2": 5, "Q3": 7, "Q4": 3}.items():
        hall.end(key, winner)

    assert (hall.now.pairs["S1"], hall.now.pairs["S2"]) == ((1, 7), (3, 5))
    assert bracket(8, reseeds=True).game("S1").upper == PlaceAfter("S1", 1)


def test_who_goes_out_before_the_semi_finals_plays_on_for_fifth_place():
    plan = bracket(8, consolation=True)
    again = [(game.key, game.label, game.upper, game.lower) for game in plan.games if game.part]

    assert again == [
        ("K1.1", "Consolation round 1", LoserOf("Q1"), LoserOf("Q2")),
        ("K1.2", "Consolation round 1", LoserOf("Q3"), LoserOf("Q4")),
        ("KF", "Consolation final", WinnerOf("K1.1"), WinnerOf("K1.2")),
    ]
    assert places(Hall(plan).play())[4:] == [(5, 5, 5), (6, 6, 6), (8, 7, 8), (7, 7, 8)]


@pytest.mark.parametrize("size", [12, 16, 32, 64])
def test_who_plays_on_after_going_out_seldom_meets_again(size):
    """Over random brackets. An earlier draw had 2 rematches with 16 teams, and 12 with 64."""
    games = bracket(size, consolation=True).games

    assert count(games, "Consolation", tournaments=200).each < 0.25
