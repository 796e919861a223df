"""A league's table: wins, then points, then the team's number; every figure equals a plain recount."""

from hypothesis import given
from hypothesis import strategies as st

from rules.seasons.table import LeagueGame, leaders, league_table, owed, why_above

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


@given(GAMES, st.integers(1, 4))
def test_a_table_has_every_team_once_with_what_its_games_add_up_to(games, week):
    rows = league_table(range(1, 7), games, week)
    played = [game for game in games if game.week <= week]

    assert sorted(row.number for row in rows) == [1, 2, 3, 4, 5, 6]
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]
    order = [(-row.wins, -row.points, row.number) for row in rows]
    assert order == sorted(order)
    for row in rows:
        mine = [(game, game.teams.index(row.number)) for game in played if row.number in game.teams]
        assert row.games == len(mine) == row.wins + row.losses
        assert row.wins == sum(game.winner == row.number for game in played)
        assert row.points == sum(game.points[side] for game, side in mine)
        assert row.against == sum(game.points[1 - side] for game, side in mine)
        assert row.bostons == sum(game.bostons[side] for game, side in mine)


@given(GAMES, st.integers(2, 4))
def test_what_a_team_gained_is_its_place_a_week_ago_less_its_place_now(games, week):
    before = {row.number: row.rank for row in league_table(range(1, 7), games, week - 1)}
    was_played = any(game.week < week for game in games)

    for row in league_table(range(1, 7), games, week):
        assert row.gained == (before[row.number] - row.rank if was_played else None)


def test_wins_go_before_points_and_points_before_the_number():
    games = [
        LeagueGame(1, (1, 2), 2, (5, 7)),
        LeagueGame(1, (3, 4), 4, (5, 6)),
        LeagueGame(2, (1, 3), 3, (0, 1)),
    ]
    rows = league_table((4, 3, 2, 1), games, 2)

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

    assert owed(games, {1, 2}, {}) == {2: 1}
    assert owed(games, {1, 2}, {1: {1: 2, 2: 2, 3: 2}}) == {2: 1, 3: 2}
    made_up = [*games, LeagueGame(1, (3, 1), 3, (9, 0)), LeagueGame(1, (3, 2), 3, (9, 0))]
    assert owed(made_up, {1}, {1: {1: 2, 2: 2, 3: 2}}) == {}
