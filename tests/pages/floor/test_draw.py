"""The organizer's page of the draw, where no Phase I is played (Rulebook E-223)."""

import pytest

from scoring.models import Seed
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, still_clock

pytestmark = pytest.mark.slow


@pytest.fixture
def hall():
    event = build.event(is_practice=True, seeds_by="entry")
    build.teams(event, 5)
    still_clock(event, build.THREE)
    return event


def test_the_draw_offers_the_event_s_own_order_first(hall):
    shown = words(organizer_of(hall).get(f"/{hall.slug}/cut/"))

    assert "5 teams are here, and all of them play." in shown
    buttons = ["Draw it in the order of sign-up", "Draw it by lot"]
    assert sorted(buttons, key=shown.index) == buttons
    assert "Draw it by grade" not in shown


def test_a_press_draws_it_and_today_starts_it(hall):
    event, client = hall, organizer_of(hall)

    client.post(f"/{event.slug}/cut/no-phase-one/", {"order": "entry"})

    numbers = Seed.objects.order_by("number").values_list("team__number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 5]
    today = words(client.get(f"/{event.slug}/today/"))
    assert "Start the bracket" in today
    assert "Phase I" not in today
