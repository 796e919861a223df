import pytest

from scoring.integrity import integrity
from scoring.models import GameScore, Hand
from scoring.tasks import tick
from tests import build
from tests.scoring.acting import sit

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("house_rules", "ticks"),
    [
        pytest.param({}, [build.at(15, 15)], id="one tick at the end"),
        pytest.param({}, [build.at(16, 15)], id="one an hour later"),
        pytest.param({}, [build.at(15, 5), build.at(15, 5), build.at(15, 15)], id="twice at once"),
        pytest.param({"hands_to_win": 5}, [build.at(15, 15)], id="five hands win a game"),
    ],
)
def test_it_forfeits_a_hand_each_five_minutes_and_the_game_at_three(house_rules, ticks):
    game = build.game(build.event(house_rules=house_rules))
    sit(game, game.team("NS"), build.at(15, 1))

    for moment in ticks:
        tick(moment)

    result = GameScore.objects.get(game=game)
    assert (build.units(game), result.winner, result.ending) == ((3, 0), game.team("NS"), "forfeit")
    assert list(Hand.objects.values_list("at", flat=True)) == [build.at(15, minute) for minute in (5, 10, 15)]
    assert integrity(game.event) == []


@pytest.mark.parametrize(
    "arrive",
    [
        pytest.param(lambda game: sit(game, game.team("NS"), build.at(15, 6)), id="one sits down"),
        pytest.param(lambda game: build.hand(game, at=build.at(15, 12)), id="they play"),
    ],
)
def test_if_both_are_late_neither_scores_and_a_referee_is_called(game, arrive):
    tick(build.at(15, 5))
    assert not Hand.objects.exists()
    late = build.again(game)

    arrive(game)

    here = build.again(game)
    assert late.referee_called_at == build.at(15, 5)
    assert "neither scores" in late.referee_called_for
    assert (here.referee_called_at, here.referee_called_for) == (None, "")


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


def test_the_first_of_two_late_teams_gains_hands_until_it_has_won(game):
    sit(game, game.team("NS"), build.at(15, 6))

    tick(build.at(15, 29))

    assert list(Hand.objects.values_list("at", flat=True)) == [
        build.at(15, minute) for minute in (10, 15, 20)
    ]
    assert GameScore.objects.get(game=game).winner == game.team("NS")
