"""A game that only the clock ends, in the bracket, where no whistle goes: a referee keeps its time."""

import pytest

from scoring.commands.bracket import start_phase_two
from scoring.commands.ending import end_at_whistle
from scoring.models import GameScore, Hand
from scoring.queries.game.sheet import sheet, sheet_games
from scoring.queries.integrity import integrity
from scoring.queries.phase_two.bracket import bracket_page
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.commands.floor import call_game
from tournament.errors import Refused
from tournament.models import Game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def a_final(**plan):
    """Two teams in the final, called at five past five."""
    event = build.event(advance_count=2, is_practice=True, **plan)
    build.teams(event, 2)
    build.game(event)
    game = Game.objects.get()
    build.hands(game, [build.FOUR_MADE] * 3, at=build.at(15, 20))
    if not Game.objects.get(pk=game.pk).over_at:
        end_at_whistle(game=game, by=build.organizer(event), at=build.at(15, 30))
    build.cut_settled(event)
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 1))
    final = Game.objects.standing().get(event=event, bracket_position="F")
    return call_game(game=final, by=build.organizer(event), at=build.at(17, 5))


@pytest.fixture
def final():
    return a_final(house_rules={"game_end": "clock"})


def sheet_of(game, at):
    return sheet(sheet_games(game.event).get(pk=game.pk), at)


def test_when_a_referee_says_that_time_is_up_the_side_ahead_has_won(final):
    build.hands(final, [build.FOUR_MADE] * 5, at=build.at(17, 20))

    end_at_whistle(game=final, by=build.organizer(final.event), at=build.at(17, 30))

    result = GameScore.objects.get(game=final)
    assert (result.winner, result.ending) == (final.team("NS"), "whistle")
    assert sheet_of(final, build.at(17, 31)).result.endswith("They were ahead when time was up.")
    assert bracket_page(final.event, build.at(17, 31)).is_over
    assert integrity(final.event) == []


def test_level_when_time_is_up_one_hand_decides(final):
    build.hands(final, [build.FOUR_MADE, build.EW_FOUR_MADE], at=build.at(17, 20))
    end_at_whistle(game=final, by=build.organizer(final.event), at=build.at(17, 30))
    assert sheet_of(final, build.at(17, 31)).level_words == "Tied when time was up"

    build.hand(final, build.EW_FOUR_MADE, at=build.at(17, 34))

    result = GameScore.objects.get(game=final)
    assert (result.winner, result.ending) == (final.team("EW"), "decider")
    assert integrity(final.event) == []


def test_the_sheet_says_who_keeps_the_time_and_ends_the_game(final):
    build.hands(final, [build.FOUR_MADE] * 2, at=build.at(17, 20))
    still_clock(final.event, build.at(17, 25))
    jo, address = wearing(build.referee(final.event).badge), f"/{final.event.slug}/game/{final.pk}/"

    page = words(jo.get(address))
    jo.post(f"{address}whistle/", headers=HTMX)

    assert "Only the clock ends this game, and no whistle goes in Phase II: you keep its time." in page
    assert "Time is up: end the game" in page
    assert GameScore.objects.get(game=final).winner == final.team("NS")
    assert Hand.objects.filter(game=final).count() == 2


def test_a_game_with_an_end_of_its_own_is_not_ended_by_a_word():
    final = a_final()

    with pytest.raises(Refused, match="The whistle hasn't gone yet"):
        end_at_whistle(game=final, by=build.organizer(final.event), at=build.at(17, 30))

    still_clock(final.event, build.at(17, 25))
    page = wearing(build.referee(final.event).badge).get(f"/{final.event.slug}/game/{final.pk}/")
    assert "Time is up" not in words(page)
