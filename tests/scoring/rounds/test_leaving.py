"""A team leaves while it has a game."""

from uuid import uuid4

import pytest

from scoring.commands.leaving import leave_game
from scoring.queries.integrity import integrity
from tests import build
from tests.scoring.rounds.seating import event_of
from tournament.commands.teams.presence import return_team, withdraw_team
from tournament.errors import Refused
from tournament.models import Game, Team


def left(team, at=build.THREE, key=None):
    """Let a team leave its game and the event."""
    return leave_game(team=team, key=key or uuid4(), by=build.organizer(team.event), at=at)


def waiting(**call):
    """The game of a called round that waits for a table."""
    row = build.called_round(event_of(4, tables=1), **call)
    return row.games.waiting().with_everybody().get()


def test_a_game_that_has_begun_is_forfeited_once_before_its_team_can_leave():
    game, key = build.game(), uuid4()
    build.hand(game)
    with pytest.raises(Refused, match=r"in a game at Table 1\. That game is forfeited, then they can leave"):
        withdraw_team(team=game.team("N"), by=build.organizer(game.event), at=build.THREE)

    for _ in range(2):
        left(game.team("N"), at=build.at(15, 20), key=key)

    game.refresh_from_db()
    assert (game.score.winner, game.score.ending) == (game.team("E"), "forfeit")
    assert Team.objects.get(pk=game.team("N").pk).withdrawn_at == build.at(15, 20)
    assert game.event.log.filter(action="team.withdrew").count() == 1
    assert integrity(game.event) == []


def test_a_game_that_waits_for_a_table_gives_the_other_team_the_bye():
    game = waiting()
    with pytest.raises(Refused, match="waits for a table"):
        withdraw_team(team=game.team("N"), by=build.organizer(game.event), at=build.THREE)

    left(game.team("N"))

    assert Game.objects.get(kind="bye", recalled_at=None).team("N") == game.team("E")


def test_a_game_that_waited_past_the_whistle_is_taken_back():
    game = waiting(at=build.at(16, 30))

    left(game.team("N"), at=build.at(17))

    game.refresh_from_db()
    assert game.recalled_at == build.at(17)


def test_a_team_without_a_game_just_leaves_and_may_come_back():
    team = build.team(build.event())

    left(team)
    assert Team.objects.get(pk=team.pk).withdrawn_at == build.THREE

    return_team(team=team, by=build.organizer(team.event), at=build.at(15, 10))
    assert team.event.teams.present().count() == 1
