"""A team leaves while it has a game."""

from uuid import uuid4

import pytest

from scoring.commands.leaving import leave_game
from scoring.queries.integrity import integrity
from scoring.queries.standings.standings import standings
from tests import build
from tournament.commands.teams import return_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Game, Team


def left(team, at=build.THREE, key=None):
    """Let a team leave its game and the event."""
    return leave_game(team=team, key=key or uuid4(), by=build.organizer(team.event), at=at)


def test_withdrawing_from_an_open_game_says_that_it_is_forfeited_first():
    game = build.game()

    with pytest.raises(Refused, match=r"in a game at Table 1\. That game is forfeited, then they can leave"):
        withdraw_team(team=game.team("N"), by=build.organizer(game.event), at=build.THREE)


def test_a_game_that_has_begun_is_forfeited_to_the_other_team():
    game = build.game()
    build.hand(game)

    left(game.team("N"), at=build.at(15, 20))

    game.refresh_from_db()
    assert (game.score.winner, game.score.ending) == (game.team("E"), "forfeit")
    assert Team.objects.get(pk=game.team("N").pk).withdrawn_at == build.at(15, 20)
    assert integrity(game.event) == []


def test_a_game_without_a_hand_gives_the_other_team_the_bye():
    game = build.game()

    left(game.team("N"))

    assert not Game.objects.open().exists()
    assert {row.name: row.won for row in standings(game.event).rows} == {
        game.team("E").name: 1,
        game.team("N").name: 0,
    }


def test_a_team_whose_game_waits_for_a_table_leaves_it_too():
    event = build.event(tables=1)
    build.teams(event, 4)
    build.called_round(event)
    waiting = Game.objects.waiting().with_everybody().get()
    with pytest.raises(Refused, match="waits for a table"):
        withdraw_team(team=waiting.team("N"), by=build.organizer(event), at=build.THREE)

    left(waiting.team("N"))

    assert Game.objects.get(kind="bye", recalled_at=None).team("N") == waiting.team("E")


def test_a_game_that_waited_past_the_whistle_is_taken_back():
    event = build.event(tables=1)
    build.teams(event, 4)
    row = build.called_round(event, at=build.at(16, 30))
    waiting = Game.objects.waiting().with_everybody().get()

    left(waiting.team("N"), at=row.whistle_at)

    waiting.refresh_from_db()
    assert waiting.recalled_at == row.whistle_at


def test_pressed_twice_a_team_leaves_once():
    game, key = build.game(), uuid4()
    build.hand(game)

    left(game.team("N"), key=key)
    left(game.team("N"), key=key)

    assert game.event.log.filter(action="team.withdrew").count() == 1


def test_a_team_without_a_game_just_leaves_and_may_come_back():
    event = build.event()
    team = build.team(event)

    left(team)
    return_team(team=team, by=build.organizer(event), at=build.at(15, 10))

    assert Team.objects.get(pk=team.pk).withdrawn_at is None
    assert event.teams.present().count() == 1
