import pytest
from django.db import IntegrityError, transaction

from tests import build
from tournament.commands.floor import answer_call, call_referee, mark_seated
from tournament.commands.seats import make_games
from tournament.errors import Refused
from tournament.models import Game
from tournament.queries.calling import free_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return build.game()


def test_a_team_sits_down_once_and_the_first_time_counts(game):
    by = build.organizer(game.event)

    mark_seated(game=game, team=game.team("NS"), by=by, at=build.at(15, 1))
    mark_seated(game=game, team=game.team("NS"), by=by, at=build.at(15, 4))

    game.refresh_from_db()
    assert (game.side("NS").seated_at, game.side("EW").seated_at) == (build.at(15, 1), None)


def test_a_team_cannot_sit_at_anothers_table(game):
    stranger = build.team(game.event)

    with pytest.raises(Refused, match="doesn't play at this table"):
        mark_seated(game=game, team=stranger, by=build.organizer(game.event), at=build.at(15, 1))


def test_a_called_referee_stays_called_until_one_has_been_there(game):
    by = build.organizer(game.event)

    call_referee(game=game, why="A renege?", by=by, at=build.at(15, 10))
    call_referee(game=game, why="Still waiting", by=by, at=build.at(15, 12))
    game.refresh_from_db()
    assert (game.referee_called_at, game.referee_called_for) == (build.at(15, 10), "A renege?")

    answer_call(game=game, by=by, at=build.at(15, 13))
    game.refresh_from_db()
    assert game.referee_called_at is None


def test_a_table_with_a_game_is_not_free_and_is_again_when_the_game_is_over(game):
    taken = game.table

    assert taken not in free_tables(game.event)
    build.won(game)
    assert taken in free_tables(game.event)


def test_the_database_itself_keeps_a_second_game_off_the_table(game):
    other, another = build.teams(game.event, 2)

    with pytest.raises(IntegrityError), transaction.atomic():
        row = Game(
            event=game.event,
            phase=game.phase,
            table=game.table,
            made_at=build.THREE,
            called_at=build.THREE,
        )
        make_games([(row, {"NS": other, "EW": another})])
