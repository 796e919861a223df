import pytest

from scoring.models import GameScore, Hand
from scoring.queries.integrity import integrity
from scoring.tasks import tick
from tests import build
from tournament.commands.floor import mark_seated

pytestmark = pytest.mark.django_db


def sit(game, team, at):
    mark_seated(game=game, team=team, by=build.organizer(game.event), at=at)


@pytest.mark.parametrize(
    "ticks", [[build.at(15, 15)], [build.at(16, 15)], [build.at(15, 5)] * 2 + [build.at(15, 15)]]
)
def test_it_forfeits_again_every_five_minutes_and_the_game_at_three_however_the_clock_ticks(game, ticks):
    sit(game, game.team("NS"), build.at(15, 1))

    for moment in ticks:
        tick(moment)

    result = GameScore.objects.get(game=game)
    assert (build.units(game), result.winner, result.ending) == ((3, 0), game.team("NS"), "forfeit")
    assert list(Hand.objects.values_list("at", flat=True)) == [build.at(15, minute) for minute in (5, 10, 15)]


def test_the_third_forfeited_hand_is_the_game_however_many_hands_win_one():
    game = build.game(build.event(house_rules={"hands_to_win": 5}))
    sit(game, game.team("NS"), build.at(15, 1))

    tick(build.at(15, 15))

    result = GameScore.objects.get(game=game)
    assert (build.units(game), result.winner, result.ending) == ((3, 0), game.team("NS"), "forfeit")
    assert integrity(game.event) == []


def test_both_late_nobody_gains_and_a_referee_is_called(game):
    tick(build.at(15, 5))

    game.refresh_from_db()
    assert build.units(game) == (0, 0)
    assert game.referee_called_at == build.at(15, 5)
    assert "neither scores" in game.referee_called_for


@pytest.mark.parametrize("arrive", ["sit down", "play"])
def test_nobody_waits_for_a_referee_at_a_late_table_where_somebody_sits_now(game, arrive):
    tick(build.at(15, 5))

    if arrive == "sit down":
        sit(game, game.team("NS"), build.at(15, 6))
    else:
        build.hand(game, build.FOUR_MADE, at=build.at(15, 12))

    game.refresh_from_db()
    assert (game.referee_called_at, game.referee_called_for) == (None, "")


def test_the_five_minutes_stand_still_during_a_break(game):
    build.won(game)
    later = build.called_round(game.event, at=build.at(15, 30)).games.get()
    sit(later, later.team("NS"), build.at(15, 31))

    tick(build.at(15, 39, 59))
    assert build.units(later) == (0, 0)
    tick(build.at(15, 40))

    assert build.units(later) == (1, 0)


def test_a_team_that_plays_a_hand_is_there_whether_or_not_it_said_so(game):
    build.hand(game, at=build.at(15, 4))

    tick(build.at(15, 29))

    assert Hand.objects.count() == 1


def test_of_two_late_teams_the_one_that_comes_first_gains_until_the_game_is_theirs(game):
    sit(game, game.team("NS"), build.at(15, 6))

    tick(build.at(15, 29))

    assert list(Hand.objects.values_list("at", flat=True)) == [
        build.at(15, minute) for minute in (10, 15, 20)
    ]
    assert GameScore.objects.get(game=game).winner == game.team("NS")
