"""The list of tables in the order in which a referee walks."""

from pages.referee.table_list import referee_tables
from scoring.queries.floor import with_teams
from tests import build
from tournament.commands.floor import call_referee, mark_seated


def a_round(count, **plan):
    event = build.event(**plan)
    build.teams(event, count)
    return event, list(build.called_round(event).games.exclude(kind="bye").order_by("table__number"))


def sits(game):
    for team in (game.team("NS"), game.team("EW")):
        mark_seated(game=game, team=team, by=build.organizer(game.event), at=build.at(15, 2))


def test_who_wants_a_referee_comes_first_then_the_longest_silence():
    event, games = a_round(8)
    for game in games:
        sits(game)
    build.hand(games[0], at=build.at(15, 8))
    build.hand(games[1], at=build.at(15, 18))
    call_referee(game=games[3], why="A renege?", by=build.organizer(event), at=build.at(15, 19))

    rows = [row for row in referee_tables(event, build.at(15, 20)) if row.state.key != "free"]

    assert [(row.number, row.state.word) for row in rows] == [
        (4, "Wants a referee"),
        (3, "Hand 1"),
        (1, "Hand 2"),
        (2, "Hand 2"),
    ]
    assert rows[1].note == "Nothing entered for 15 minutes."


def test_a_table_that_sits_down_shows_the_time_left():
    event, games = a_round(2)
    mark_seated(game=games[0], team=games[0].team("NS"), by=build.organizer(event), at=build.at(15, 1))

    (row,) = with_teams(event, referee_tables(event, build.at(15, 1, 2))[:1])

    assert (row.state.key, row.state.left.text) == ("sitting", "3:58")
    assert [side.is_seated for side in row.sides] == [True, False]


def test_what_presses_is_ones_own_table_a_call_and_a_hand_about_to_be_forfeited():
    event, games = a_round(8)
    jo = build.referee(event).badge
    event.tables.filter(number=1).update(referee=jo)
    for game in games[:3]:
        sits(game)
    call_referee(game=games[1], why="A renege?", by=build.organizer(event), at=build.at(15, 2))

    early, late = (
        [row.number for row in referee_tables(event, build.at(15, *time), jo) if row.is_pressing]
        for time in ((3, 59), (4, 20))
    )

    assert (early, late) == ([1, 2], [1, 2, 4])


def test_a_table_keeps_its_last_game_until_the_next_is_called():
    event, games = a_round(2)
    build.won(games[0])

    (row,) = with_teams(event, referee_tables(event, build.at(15, 25))[:1])

    assert (row.state.key, row.score, [side.is_winner for side in row.sides]) == (
        "over",
        "3–0",
        [True, False],
    )
