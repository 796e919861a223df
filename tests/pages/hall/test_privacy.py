"""The data that is stored about people: a public page, and an organizer's two presses to erase it."""

import pytest

from tests import build
from tests.pages.reading import words
from tests.pages.visit import wearing
from tournament.models import Player


@pytest.fixture
def team():
    event = build.event()
    team = build.team(event, "Kitty Katz")
    team.players.update(contact="555-0123")
    return team


def test_sign_up_leads_to_what_is_kept_and_until_when(client, team):
    event = team.event
    links = [f'href="/{event.slug}/privacy/"' in client.get(f"/{event.slug}/{page}").content.decode()
             for page in ("sign-up/", "sign-up/alone/")]  # fmt: skip

    page = words(client.get(f"/{event.slug}/privacy/"))

    assert links == [True, True]
    assert "Phone or e-mail To reach you on the day. We write to you only if you said yes" in page
    assert "until you say no. Erased on July 27, 2026, or earlier." in page
    assert "thrown away after 14 days" in page


def test_an_organizer_erases_contact_data_after_a_second_press(team):
    browser, event = wearing(build.organizer(team.event).badge), team.event
    page = words(browser.get(f"/{event.slug}/event/"))
    assert "Erase contact data now It can’t be brought back" in page
    assert "Yes, erase contact data now" in page

    answer, again = (
        words(browser.post(f"/{event.slug}/event/erase-contacts/", follow=True)) for _ in range(2)
    )

    assert "Contact data is erased. Results stay." in answer
    assert Player.objects.exclude(contact="").count() == 0
    assert "Yes, erase contact data now" not in answer
    assert "There is no contact data to erase." in again
