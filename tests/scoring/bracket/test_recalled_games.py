"""Recalling a called game of the bracket, or a play-off (Rulebook E-78)."""

from uuid import uuid4

import pytest

from scoring.cut.commands_cut import call_playoff
from scoring.integrity import integrity
from scoring.models import Hand
from scoring.recording.commands_hands import strike_hand
from scoring.rounds.commands_move_game import recall_game
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.phase_two import begun, bracket_game, called
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game, mark_seated
from tournament.models import Deadline, Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SIX = build.at(17, 6)


@pytest.fixture(scope="module")
def event(kept):
    """A bracket of four teams."""
    return begun(4)


def recalled(game, at=SIX):
    return recall_game(game=game, by=build.organizer(game.event), at=at)


@pytest.mark.both
def test_a_recalled_game_waits_for_a_table_as_before_its_call(event):
    before = bracket_game(event, "S1")
    game = called(event, "S1")
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(event), at=build.at(17, 5, 30))

    recalled(game)
    tick(build.at(17, 30))

    after = bracket_game(event, "S1")
    assert (after.pk, after.table, after.called_at, after.over_at) == (before.pk, None, None, None)
    assert [side.seated_at for side in after.by_side().values()] == [None, None]
    assert not Hand.objects.filter(game=after).exists()
    assert not Deadline.objects.coming().filter(game=after).exists()
    assert integrity(event) == []


def test_a_recalled_game_is_called_again_with_new_minutes(event):
    game = called(event, "S1")
    recalled(game)

    again = call_game(game=bracket_game(event, "S1"), by=build.organizer(event), at=build.at(17, 8))

    assert Deadline.objects.coming().get(game=again).due_at == build.at(17, 13)


@pytest.mark.parametrize(
    ("plan", "number"),
    [
        pytest.param({"calls_phase_two": True}, 1, id="the first"),
        pytest.param({"phase_two": {"format": "single", "semi_games": 3}}, 2, id="the second of a series"),
    ],
)
def test_no_recalled_game_is_called_by_itself(plan, number):
    event = begun(4, **plan)
    tick(build.at(17, 2))
    if number == 2:
        called(event, "S1")
        build.won(bracket_game(event, "S1"), at=build.at(17, 10))
    game = bracket_game(event, "S1", number)
    assert game.called_at

    recalled(game, at=build.at(17, 11))
    tick(build.at(17, 12))

    assert bracket_game(event, "S1", number).called_at is None


def test_a_game_with_a_hand_is_recalled_once_the_hand_is_taken_back(event):
    game = called(event, "S1")
    hand = build.hand(game, at=build.at(17, 8))
    with pytest.raises(Refused, match="Take its hands back first"):
        recalled(game, at=build.at(17, 9))

    by = build.organizer(event)
    strike_hand(hand=hand, hand_id=uuid4(), reason="Wrong table.", by=by, at=build.at(17, 9))
    recalled(game, at=build.at(17, 10))

    assert bracket_game(event, "S1").called_at is None


def test_a_game_of_a_round_is_not_recalled_by_itself():
    game = build.game()

    with pytest.raises(Refused, match="belongs to a round"):
        recalled(game, at=build.at(15, 1))


@pytest.mark.both
def test_a_play_off_hand_is_recalled():
    event = build.event(advance_count=3)
    build.teams(event, 4)
    for game in build.called_round(event).games.all():
        build.won(game)
    tied = list(event.teams.filter(pk__in=standings(event).ties[0]))
    by = build.organizer(event)
    (hand, *_) = call_playoff(event=event, teams=tied, by=by, at=build.at(16))
    called_hand = call_game(game=hand, by=by, at=build.at(16, 1))

    recalled(called_hand, at=build.at(16, 2))

    assert Game.objects.get(pk=hand.pk).called_at is None
