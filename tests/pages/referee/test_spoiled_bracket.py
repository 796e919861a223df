"""A bracket with a row that no command wrote: other hands are saved, and what needs it is refused."""

import pytest
from django.db import connection

from scoring.integrity import integrity
from scoring.models import GameScore, Hand, Seed
from tests import build
from tests.pages.reading import words
from tests.pages.slip import sheet_of, tapped
from tests.pages.visit import still_clock, wearing
from tests.scoring.phase_two import begun, called
from tournament.models import Seat

pytestmark = [pytest.mark.django_db, pytest.mark.tampers]


def a_time_that_is_none(game):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournament_game SET made_at = '2026-06-27 99:00:00' WHERE id = %s", [game.pk])


def a_place_that_the_bracket_lacks(game):
    type(game).objects.filter(pk=game.pk).update(bracket_position="X9")


def a_game_without_a_score(game):
    GameScore.objects.filter(game=game).delete()


def a_game_without_teams(game):
    Seat.objects.filter(game=game).delete()


def a_game_with_one_side(game):
    Seat.objects.filter(game=game, side__name="NS").delete()


def a_team_that_did_not_go_through(game):
    Seed.objects.filter(team=game.teams()[0]).delete()


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(a_time_that_is_none, marks=pytest.mark.embedded),
        a_place_that_the_bracket_lacks,
        a_game_without_a_score,
        a_game_without_teams,
        a_game_with_one_side,
        a_team_that_did_not_go_through,
    ],
)
def test_a_spoiled_game_blocks_a_save_only_once_the_bracket_needs_it(spoil):
    event = begun(is_practice=True)
    mine, other = called(event, "S1"), called(event, "S2")
    build.hand(mine)
    build.won(other, at=build.at(17, 10))
    still_clock(event, build.at(17, 20))
    spoil(other)
    referee, sheet = wearing(build.referee(event).badge), sheet_of(mine, "hand/")

    hand = {"bid": "4 uptown", "books": "10"}
    second, third = (referee.post(sheet, tapped(sequence=number, **hand)) for number in (2, 3))

    assert (second.status_code, third.status_code) == (302, 422)
    assert "The bracket can’t be read, so nothing was saved. Keep the result on paper." in words(third)
    assert Hand.objects.filter(game=mine).count() == 2
    assert any("read" in wrong or "score" in wrong for wrong in integrity(event)), integrity(event)
