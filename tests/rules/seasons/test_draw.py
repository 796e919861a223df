"""A season's draw is fair each week, and as even over the weeks as arithmetic allows."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seasons.draw import Week, draw_season, evenness, least_squares


def played(week: Week) -> Counter[int]:
    return Counter(team for game in week.games for team in game)


@given(st.integers(4, 26), st.integers(1, 5), st.integers(1, 3), st.integers(0, 2), st.integers(0, 99))
def test_every_week_seats_everybody_once_and_lets_all_in_a_room_meet(teams, weeks, rooms, more, seed):
    if teams // rooms < 2:
        return
    games = -(-teams // rooms) - 1 + more
    draw = draw_season(teams, weeks, rooms, games, seed=seed, steps=200)
    assert len(draw.weeks) == weeks
    for week in draw.weeks:
        assert sorted(team for room in week.rooms for team in room) == list(range(teams))
        assert max(map(len, week.rooms)) - min(map(len, week.rooms)) <= 1
        met = Counter(tuple(sorted(game)) for game in week.games)
        assert set(met) == {(a, b) for room in week.rooms for a in room for b in room if a < b}
        north = Counter(game[0] for game in week.games)
        for room in week.rooms:
            missing = (games - len(room) + 1) * (len(room) % 2)
            assert len(room) * games - sum(played(week)[team] for team in room) == missing
        assert all(abs(2 * north[team] - count) <= 1 for team, count in played(week).items())
    assert evenness(draw).squares >= evenness(draw).least


@pytest.mark.slow
def test_twenty_teams_in_two_rooms_for_nine_weeks_reach_the_bound():
    even = evenness(draw_season(20, 9, 2, 10, seed=3, steps=100_000))
    assert (even.shared, even.lean) == ((2, 6), 1)
    assert even.met in ((3, 6), (4, 6))
    assert even.squares == even.least == 3690


def test_one_room_lets_everybody_share_every_week():
    assert evenness(draw_season(9, 4, 1, 8, steps=2_000)).shared == (4, 4)


def test_a_change_in_week_four_keeps_the_weeks_before():
    before = draw_season(12, 8, 2, 6, seed=1, steps=2_000)
    after = draw_season(12, 8, 2, 6, keep=before.weeks[:3], seed=2, steps=2_000)
    assert after.weeks[:3] == before.weeks[:3]
    assert after.weeks[3:] != before.weeks[3:]


def test_the_same_seed_draws_the_same_season():
    assert draw_season(12, 4, 2, 6, seed=7, steps=500) == draw_season(12, 4, 2, 6, seed=7, steps=500)


def test_the_bound_counts_whole_weeks_where_there_is_one_room():
    assert least_squares([[6]] * 3) == 15 * 9


@given(st.integers(4, 12), st.integers(0, 6), st.integers(1, 6), st.integers(1, 6), st.integers(1, 3))
def test_no_draw_is_below_the_bound_where_teams_joined_after_some_weeks(teams, joined, before, after, rooms):
    if teams // rooms < 2:
        return
    kept = draw_season(teams, before, rooms, teams, steps=50).weeks
    even = evenness(draw_season(teams + joined, before + after, rooms, teams + joined, keep=kept, steps=50))

    assert even.squares >= even.least


@pytest.mark.parametrize(
    ("teams", "rooms", "games", "sentence"),
    [(5, 3, 4, "at least two teams"), (20, 2, 8, "everybody once is 9 games a team")],
)
def test_a_draw_that_cannot_be_says_why(teams, rooms, games, sentence):
    with pytest.raises(ValueError, match=sentence):
        draw_season(teams, 3, rooms, games)
