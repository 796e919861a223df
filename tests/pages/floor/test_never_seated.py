"""The floor asks whether those are still here who were called and never sat down."""

from uuid import uuid4

import pytest

from rules.time.five_minutes import HANDS
from scoring.recording.commands_ending import forfeit_game
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock
from tournament.event.sitting import never_seated
from tournament.floor.commands_floor import mark_seated
from tournament.models import Event, Team

pytestmark = pytest.mark.django_db


def names(event: Event) -> list[str]:
    return [team.name for team, _ in never_seated(event)]


def a_round_that_somebody_missed() -> Event:
    """Team 2 never comes to Table 1, and loses by three forfeited hands. Team 5 has the bye."""
    event = build.event(is_practice=True, tables=3)
    build.teams(event, 5)
    one, two = build.called_round(event).games.exclude(kind="bye").order_by("table__number")
    mark_seated(game=one, team=one.team("NS"), by=build.organizer(event), at=build.at(15, 1))
    build.won(two)
    lost = [uuid4() for _ in range(HANDS)]
    forfeit_game(game=one, side="EW", hand_ids=lost, by=build.organizer(event), at=build.at(15, 16))
    still_clock(event, build.at(15, 20))
    return event


def test_teams_that_forfeited_and_never_sat_leave_from_the_floor():
    event = a_round_that_somebody_missed()
    organizer, absent = organizer_of(event), Team.objects.get(event=event, number=2)

    asked = words(organizer.get(f"/{event.slug}/floor/"))
    said = words(organizer.post(f"/{event.slug}/floor/{absent.pk}/leave/", follow=True))

    absent.refresh_from_db()
    assert "Are they still here?" in asked
    assert "They left : Team 2" in asked
    assert "Team 2 left, and won’t be called again. If they come after all: at the desk." in said
    assert (absent.withdrawn_at is not None, names(event)) == (True, [])


def test_who_has_a_bye_or_sat_in_a_later_game_is_not_asked_about():
    event = a_round_that_somebody_missed()
    before = names(event)

    for game in build.called_round(event, at=build.at(15, 30)).games.exclude(kind="bye"):
        build.seated(game, at=build.at(15, 31))

    assert (before, names(event)) == (["Team 2"], [])
