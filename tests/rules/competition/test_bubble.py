from hypothesis import given
from hypothesis import strategies as st

from rules.competition.bubble import Chance, Outlook, bubble
from rules.competition.game_lines import GameLine
from rules.competition.standings import cut, rank


def standings(*won: int):
    """Teams 0, 1, 2 … with so many games won, each against teams that are not ranked."""
    lines = [GameLine(team, 99, team, 3, 0) for team, games in enumerate(won) for _ in range(games)]
    return rank(range(len(won)), lines)


def test_a_team_that_nobody_can_catch_is_through():
    first, second, third = bubble(standings(3, 1, 0), 1, {0: 1, 1: 1, 2: 1})

    assert (first.chance, second.chance, third.chance) == (Chance.IN, Chance.OUT, Chance.OUT)


def test_a_team_that_may_be_caught_is_on_the_edge_and_knows_what_it_takes():
    first, second, third = bubble(standings(2, 1, 0), 1, {0: 1, 1: 1, 2: 1})

    assert first == Outlook(0, Chance.EDGE, enough=1, fewest=0)
    assert second == Outlook(1, Chance.EDGE, enough=None, fewest=1)
    assert third == Outlook(2, Chance.OUT, None, None)


def test_level_on_games_is_not_yet_safe():
    assert [line.chance for line in bubble(standings(1, 1), 1, {0: 1})] == [Chance.EDGE, Chance.EDGE]


def test_when_all_is_played_the_standings_decide_and_level_teams_stay_on_the_edge():
    lines = bubble(standings(2, 1, 1, 0), 2, {})

    assert [line.chance for line in lines] == [Chance.IN, Chance.EDGE, Chance.EDGE, Chance.OUT]


def test_when_all_is_played_the_last_one_through_is_through():
    lines = bubble(standings(2, 1, 0), 2, {0: 0, 1: 0})

    assert lines == (
        Outlook(0, Chance.IN, 0, 0),
        Outlook(1, Chance.IN, 0, 0),
        Outlook(2, Chance.OUT, None, None),
    )


def test_a_team_on_the_edge_at_the_end_has_nothing_left_to_win():
    assert bubble(standings(1, 1), 1, {})[0] == Outlook(0, Chance.EDGE, enough=None, fewest=0)


def test_who_is_through_needs_nothing_more():
    assert bubble(standings(3, 1), 1, {0: 1, 1: 1})[0] == Outlook(0, Chance.IN, 0, 0)


def test_with_fewer_teams_than_places_everybody_is_through():
    assert {line.chance for line in bubble(standings(1, 0), 7, {0: 1, 1: 1})} == {Chance.IN}


@given(st.lists(st.integers(0, 3), min_size=1, max_size=7), st.integers(1, 5), st.data())
def test_what_is_said_to_be_certain_comes_true(won, size, data):
    left = {team: data.draw(st.integers(0, 2)) for team in range(len(won))}
    before = {line.team: line for line in bubble(standings(*won), size, left)}
    more = {team: data.draw(st.integers(0, left[team])) for team in left}

    after = standings(*(games + more[team] for team, games in enumerate(won)))

    line = cut(after, size)
    for team, outlook in before.items():
        if outlook.chance is Chance.IN:
            assert team not in line.out
        if outlook.chance is Chance.OUT:
            assert team not in line.through
        if any(left.values()) and outlook.enough is not None and more[team] >= outlook.enough:
            assert team in line.through
        if outlook.fewest is not None and more[team] < outlook.fewest:
            assert team not in line.through
