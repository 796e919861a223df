"""A table's state has one key and one word, the same on every page that shows the table."""

import pytest

from pages.games.listed import games_page
from pages.games.team_page import team_page
from pages.hall.wall_calls import calls
from pages.player.now import team_now
from pages.referee.table_list import public_table, referee_tables
from scoring.recording.commands_ending import end_at_whistle
from scoring.recording.floor_tables import tables_at
from tests import build
from tests.scoring.acting import left_the_table
from tournament.floor.commands_floor import call_referee
from tournament.models.floor import RefereeCall, TableState

SITTING, LATE, PLAYED = build.at(15, 2), build.at(15, 4, 30), build.at(15, 20)


def one_hand_each(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE])


def tied_at_the_whistle(game):
    one_hand_each(game)
    end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 30))


def tied_without_one(game):
    one_hand_each(game)
    left_the_table(game)
    end_at_whistle(game=game, by=build.referee(game.event), at=build.at(15, 30))


def wants_a_referee(game):
    call_referee(game=game, why="A renege?", by=build.organizer(game.event), at=build.at(15, 1))


def wants_the_head_referee(game):
    wants_a_referee(game)
    game.__class__.objects.filter(pk=game.pk).update(referee_call=RefereeCall.HEAD)


@pytest.mark.parametrize(
    ("happens", "at", "key", "word"),
    [
        pytest.param(None, SITTING, "sitting", "Being seated", id="called"),
        pytest.param(None, LATE, "late", "Late", id="about to forfeit a hand"),
        pytest.param(one_hand_each, PLAYED, "playing", "Hand 3", id="in its third hand"),
        pytest.param(one_hand_each, build.at(15, 31), "whistle", "Time’s up", id="at the whistle"),
        pytest.param(tied_at_the_whistle, build.at(15, 31), "decider", "One hand decides", id="tied"),
        pytest.param(tied_without_one, build.at(15, 31), "decider", "Tied, not all seated", id="one left"),
        pytest.param(wants_a_referee, SITTING, "called", "Wants a referee", id="a referee is called"),
        pytest.param(wants_the_head_referee, SITTING, "called", "Wants the head referee", id="the head is"),
        pytest.param(build.won, build.at(15, 25), "over", "Over", id="over"),
    ],
)
def test_every_page_has_one_word_for_a_table(happens, at, key, word):
    event = build.event(tables=1)
    build.teams(event, 2)
    game = build.called_round(event).games.get()
    if happens:
        happens(game)

    shown = shown_of(event, game, at)

    # The wall names the missing teams; a team's own pages say whether it won.
    everywhere = {"floor", "referees", "games", "placard", "team", "everybody’s team", "wall"}
    beside = {"team", "everybody’s team"} if key == "over" else set()
    missing = set() if key in ("sitting", "late", "called") else {"wall"}
    assert shown == dict.fromkeys(everywhere - beside - missing, (key, word))


def shown_of(event, game, at):
    """The state of an event's only table on every page that shows it, except for won and lost."""
    team = game.team("NS")
    shown = {
        "floor": tables_at(event, at).tables[0].state,
        "referees": referee_tables(event, at)[0].state,
        "team": team_now(event, team, at).games[0].outcome,
        "everybody’s team": team_page(team, at).games[0].outcome,
        "games": games_page(event, at).games[0].state,
        "placard": public_table(event.tables.get(), at, None).state,
    }
    if rows := calls(event, at).rows:
        shown["wall"] = rows[0].state
    decided = (TableState.WON, TableState.LOST)
    return {page: (state.key, state.word) for page, state in shown.items() if state.key not in decided}


def test_a_game_without_a_table_and_a_bye_have_one_word_too():
    event = build.event(tables=1)
    build.teams(event, 5)
    build.called_round(event)

    games = games_page(event, SITTING).games
    teams = {team.name: team_page(team, SITTING).games[0].outcome for team in event.teams.all()}

    listed = {team.name: (game.state.key, game.state.word) for game in games for team in game.everybody}
    assert listed == {name: (state.key, state.word) for name, state in teams.items()}
    assert sorted(set(listed.values())) == [
        ("bye", "Bye"),
        ("sitting", "Being seated"),
        ("waiting", "Waits to be called"),
    ]


def test_where_scores_are_held_back_nobody_reads_the_hand_in_the_hall():
    event = build.event(tables=1, standings_shown="after_round")
    build.teams(event, 2)
    game = build.called_round(event).games.get()
    one_hand_each(game)

    (listed,) = games_page(event, PLAYED).games

    assert (listed.state.key, listed.state.word) == ("playing", "Playing")
    assert tables_at(event, PLAYED).tables[0].state.word == "Hand 3"
