"""A game that only the clock ends, in the bracket, which has no whistle: a referee keeps the time."""

import pytest

from scoring.bracket.bracket import bracket_page
from scoring.bracket.commands_bracket import start_phase_two
from scoring.integrity import integrity
from scoring.models import GameScore
from scoring.recording.commands_ending import end_at_whistle
from scoring.sheet.sheet import sheet, sheet_games
from tests import build
from tests.scoring.phase_two import called

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(scope="module")
def a_final(kept):
    """The final between two teams, called at 5:05 PM, in an event whose games only the clock ends."""
    event = build.event(advance_count=2, is_practice=True, house_rules={"game_end": "clock"})
    build.teams(event, 2)
    game = build.game(event)
    build.hand(game)
    whistle(game, build.at(15, 30))
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    return called(event, "F")


def whistle(game, at):
    end_at_whistle(game=game, by=build.organizer(game.event), at=at)


@pytest.fixture
def final(a_final):
    return build.again(a_final)


def sheet_of(game, at):
    return sheet(sheet_games(game.event).get(pk=game.pk), at)


def test_when_a_referee_says_that_time_is_up_the_side_ahead_has_won(final):
    build.hands(final, [build.FOUR_MADE] * 5, at=build.at(17, 20))

    whistle(final, build.at(17, 30))

    result = GameScore.objects.get(game=final)
    assert (result.winner, result.ending) == (final.team("NS"), "whistle")
    assert sheet_of(final, build.at(17, 31)).result.endswith("They were ahead when time was up.")
    assert bracket_page(final.event, build.at(17, 31)).is_over
    assert integrity(final.event) == []


def test_tied_when_time_is_up_one_hand_decides(final):
    build.hands(final, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(17, 20))
    whistle(final, build.at(17, 30))
    assert sheet_of(final, build.at(17, 31)).tied_words == "Tied when time was up, 4–4"

    build.hand(final, build.EW_FOUR_MADE, at=build.at(17, 34))

    result = GameScore.objects.get(game=final)
    assert (result.winner, result.ending) == (final.team("EW"), "decider")
    assert integrity(final.event) == []
