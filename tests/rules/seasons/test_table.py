"""A league's table: wins, then points, then the team's number; a plain recount confirms every figure."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rules.seasons.table import (
    LeagueGame,
    forfeits,
    leaders,
    league_table,
    missed_games,
    missed_through,
    why_above,
)

PAIRS = st.tuples(st.integers(1, 6), st.integers(1, 6)).filter(lambda pair: pair[0] != pair[1])
FIGURES = st.tuples(st.integers(-9, 20), st.integers(-9, 20))
GAMES = st.lists(
    st.builds(
        lambda week, teams, first, points, bostons: LeagueGame(
            week, teams, teams[0] if first else teams[1], points, bostons
        ),
        st.integers(1, 4),
        PAIRS,
        st.booleans(),
        FIGURES,
        st.tuples(st.integers(0, 2), st.integers(0, 2)),
    ),
    max_size=30,
)


def numbered(*teams):
    return {team: team for team in teams}


def test_tied_teams_without_numbers_share_the_place():
    games = [LeagueGame(1, (1, 2), 1, (7, 5)), LeagueGame(1, (3, 4), 3, (7, 5))]

    rows = league_table({1: None, 2: 9, 3: 1, 4: 2}, games, 1)

    assert [(row.rank, row.number) for row in rows] == [(1, 3), (1, 1), (3, 4), (4, 2)]
    assert why_above(rows) == ["shared", "wins", "number", ""]


@given(GAMES, st.integers(1, 4))
def test_a_league_table_has_each_team_once_with_its_sums_and_places_gained(games, week):
    rows = league_table(numbered(*range(1, 7)), games, week)

    order = [(-row.wins, -row.points, row.number) for row in rows]
    assert order == sorted(order)
    assert sorted(row.number for row in rows) == [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]
    before = {row.number: row.rank for row in league_table(numbered(*range(1, 7)), games, week - 1)}
    was_played = any(game.week < week for game in games)
    for row in rows:
        mine = [
            (game, game.teams.index(row.number))
            for game in games
            if game.week <= week and row.number in game.teams
        ]
        assert row.games == len(mine) == row.wins + row.losses
        assert row.wins == sum(game.winner == row.number for game, _ in mine)
        assert row.points == sum(game.points[side] for game, side in mine)
        assert row.against == sum(game.points[1 - side] for game, side in mine)
        assert row.bostons == sum(game.bostons[side] for game, side in mine)
        assert row.gained == (before[row.number] - row.rank if was_played else None)


def test_wins_go_before_points_and_points_before_the_number():
    games = [
        LeagueGame(1, (1, 2), 2, (5, 7)),
        LeagueGame(1, (3, 4), 4, (5, 6)),
        LeagueGame(2, (1, 3), 3, (0, 1)),
    ]
    rows = league_table(numbered(4, 3, 2, 1), games, 2)

    assert [row.number for row in rows] == [2, 3, 4, 1]
    assert why_above(rows) == ["points", "number", "wins", ""]
    assert [row.gained for row in rows] == [0, 2, -1, -1]
    assert [row.number for row in leaders(rows)] == [3]


def test_a_team_owes_what_it_was_drawn_for_and_has_not_made_up():
    games = [
        LeagueGame(1, (1, 2), 1, (7, 5)),
        LeagueGame(1, (1, 2), 2, (5, 7)),
        LeagueGame(2, (1, 3), 3, (0, 1)),
    ]
    made_up = [*games, LeagueGame(1, (3, 1), 3, (9, 0)), LeagueGame(1, (3, 2), 3, (9, 0))]
    drawn = {1: {1: 2, 2: 2, 3: 2}}

    def owed(games, over, drawn):
        return +Counter(missed_through(missed_games(games, over, drawn), 99))

    assert owed(games, {1, 2}, {}) == {2: 1}
    assert owed(games, {1, 2}, drawn) == {2: 1, 3: 2}
    assert owed(made_up, {1}, drawn) == {}


def test_missed_games_count_as_ones_average_where_the_league_says_so():
    games = [LeagueGame(1, (1, 2), 1, (7, 3))] * 2 + [LeagueGame(1, (1, 2), 2, (5, 6))]

    rows = league_table(numbered(1, 2, 3), games, 1, {1: {1: 2, 3: 9}, 2: {1: 5}})

    # Two of three games won with 19 points: two more games are 4/3 wins and 38/3 points.
    assert [(row.number, row.games, row.wins, row.points, row.averaged) for row in rows] == [
        (1, 5, 3, 32, 2),
        (2, 3, 1, 12, 0),
        (3, 0, 0, 0, 0),
    ]


def test_only_a_team_that_was_there_alone_wins_by_forfeit():
    drawn = {1: [(1, 2), (3, 1), (3, 4), (1, 2), (2, 4)], 2: [(1, 3)]}
    games = [LeagueGame(1, (2, 1), 1, (3, 7))]

    found = forfeits(games, {1}, drawn, 5)

    # 1 and 2 were there and played one of their two games; 3 and 4 were away; week 2 isn't over.
    assert found == [
        LeagueGame(1, (3, 1), 1, (0, 5), is_forfeit=True),
        LeagueGame(1, (2, 4), 2, (5, 0), is_forfeit=True),
    ]
    assert forfeits([*games, LeagueGame(1, (3, 1), 3, (7, 1))], {1}, {1: [(3, 1)]}, 5) == []


def test_who_makes_one_game_up_was_away_from_the_others_all_the_same():
    games = [LeagueGame(1, (1, 2), 1, (7, 3)), LeagueGame(1, (3, 1), 3, (7, 1), is_made_up=True)]

    [found] = forfeits(games, {1}, {1: [(1, 2), (3, 1), (3, 2)]}, 5)

    assert (found.teams, found.winner, found.points) == ((3, 2), 2, (0, 5))
