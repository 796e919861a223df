import pytest

from scoring.integrity import integrity
from scoring.models import GameScore
from scoring.recording.commands_ending import end_at_whistle
from tests import build
from tests.scoring.acting import strike
from tournament.errors import Refused

pytestmark = pytest.mark.django_db

BEFORE, WHISTLE, AFTER = build.at(15, 29), build.at(15, 30), build.at(15, 33)


def whistle(game, at=WHISTLE):
    return end_at_whistle(game=game, by=build.organizer(game.event), at=at)


def ending(game):
    row = GameScore.objects.get(game=game)
    return row.winner, row.ending


def test_tied_on_both_one_hand_decides_and_adds_nothing_and_may_be_struck(game):
    build.hands(game, [build.FOUR_MADE, build.EW_FOUR_MADE], at=BEFORE)

    whistle(game)
    assert ending(game) == (None, "")
    strike(build.hand(game, build.FOUR_MADE, at=AFTER), at=AFTER)
    decider = build.hand(game, build.EW_FOUR_MADE, at=AFTER)

    assert (decider.is_decider, ending(game)) == (True, (game.team("EW"), "decider"))
    assert (build.units(game), build.points(game)) == ((1, 1), (4, 4))


def test_a_hand_in_progress_is_finished_and_its_removal_asks_again(game):
    build.hand(game, build.FOUR_MADE, at=BEFORE)

    late = build.hand(game, build.FOUR_MADE, at=AFTER)
    assert ending(game) == (game.team("NS"), "whistle")
    with pytest.raises(Refused, match=r"This game is over\. Team 1 won 2–0\."):
        build.hand(game, build.FOUR_MADE, at=AFTER)
    strike(late, at=AFTER)
    assert ending(game) == (None, "")
    whistle(game, at=AFTER)

    assert ending(game) == (game.team("NS"), "whistle")
    assert integrity(game.event) == []


def test_the_hand_after_the_whistle_may_leave_it_tied_for_one_more(game):
    build.hand(game, build.FOUR_MADE, at=BEFORE)

    finished = build.hand(game, build.EW_FOUR_MADE, at=AFTER)
    decider = build.hand(game, build.FOUR_MADE, at=AFTER)

    assert (finished.is_decider, decider.is_decider) == (False, True)
    assert ending(game) == (game.team("NS"), "decider")


def test_the_whistle_ends_no_game_before_it_has_gone_or_twice(game):
    with pytest.raises(Refused, match="hasn’t gone yet"):
        whistle(game, at=BEFORE)

    build.won(game, at=BEFORE)

    with pytest.raises(Refused, match="over already"):
        whistle(game)
