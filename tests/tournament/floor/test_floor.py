import pytest
from django.db import IntegrityError, transaction

from tests import build
from tests.scoring.acting import sit
from tournament.errors import Refused
from tournament.floor.calling import free_tables
from tournament.floor.commands_floor import answer_call, call_referee
from tournament.floor.commands_seats import make_games
from tournament.models import Game

pytestmark = pytest.mark.django_db


def test_a_team_sits_down_once_and_the_first_time_counts():
    game = build.game()

    for minute in (1, 4):
        sit(game, game.team("NS"), build.at(15, minute))

    assert [side.seated_at for side in build.again(game).by_side().values()] == [build.at(15, 1), None]


def test_a_team_cannot_sit_at_anothers_table():
    game = build.game()

    with pytest.raises(Refused, match="doesn’t play at this table"):
        sit(game, build.team(game.event), build.at(15, 1))


@pytest.mark.both
def test_a_called_referee_stays_called_until_one_has_been_there():
    game = build.game()
    by = build.organizer(game.event)

    call_referee(game=game, why="A renege?", by=by, at=build.at(15, 10))
    call_referee(game=game, why="Still waiting", by=by, at=build.at(15, 12))
    called = build.again(game)
    answer_call(game=game, by=by, at=build.at(15, 13))

    assert (called.referee_called_at, called.referee_called_for) == (build.at(15, 10), "A renege?")
    assert build.again(game).referee_called_at is None


@pytest.mark.both
def test_a_table_is_free_again_when_its_game_is_over():
    game = build.game()
    assert game.table not in free_tables(game.event)

    build.won(game)

    assert game.table in free_tables(game.event)


@pytest.mark.both
def test_the_database_itself_keeps_a_second_game_off_the_table():
    game = build.game()
    other, another = build.teams(game.event, 2)
    where = {"event": game.event, "phase": game.phase, "table": game.table}

    with pytest.raises(IntegrityError), transaction.atomic():
        row = Game(**where, made_at=build.THREE, called_at=build.THREE)
        make_games([(row, {"NS": other, "EW": another})])
