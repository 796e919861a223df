"""An event that nobody has signed up for: no page says that everybody is here, or that nobody is missing."""

import re

import pytest
from django.test import Client

from tests import build
from tests.pages.reading import words
from tests.pages.screens import SCREENS
from tests.pages.visit import still_clock, wearing
from tournament.entries.commands_presence import check_in_team

pytestmark = [pytest.mark.django_db, pytest.mark.fast]

TRUE_OF_NOBODY = re.compile(
    r"\bEvery(?:body|one)\b[^.!?]*\b(?:is|has|are) (?:here|back|signed)|Nobody is missing|All of them"
)


@pytest.mark.parametrize("who", ["stranger", "organizer", "desk"])
@pytest.mark.parametrize("hour", [14, 16], ids=["before play", "in Phase I"])
def test_nothing_is_said_of_everybody_where_there_is_nobody(who, hour):
    event = build.event(is_practice=True)
    still_clock(event, build.at(hour))
    client = Client() if who == "stranger" else wearing(build.organizer(event).badge)

    found_on = {
        screen: TRUE_OF_NOBODY.findall(words(client.get(f"/{event.slug}/{screen}")))
        for screen in SCREENS[who]
        if not re.search(r"[{\d]", screen)
    }

    assert {screen: found for screen, found in found_on.items() if found} == {}


def test_the_event_page_counts_who_signed_up_and_who_is_here():
    event = build.event(is_practice=True)
    still_clock(event, build.at(14))
    shown = [words(Client().get(f"/{event.slug}/"))]
    away = [build.team(event, is_here=False) for _ in range(2)]
    shown.append(words(Client().get(f"/{event.slug}/")))
    check_in_team(team=away[0], by=build.organizer(event), at=build.MEET)
    shown.append(words(Client().get(f"/{event.slug}/")))

    assert "No team has signed up yet." in shown[0]
    assert "2 teams signed up, none here yet." in shown[1]
    assert "2 teams signed up, 1 of them here so far." in shown[2]
