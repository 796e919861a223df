"""The data that is stored about people: a public page, and an organizer's two presses to erase it."""

from tests import build
from tests.pages.reading import words
from tournament.models import Player


def test_sign_up_leads_to_what_is_kept_and_until_when(client):
    event = build.event()
    privacy = f"/{event.slug}/privacy/"
    forms = [client.get(f"/{event.slug}/{path}").content.decode() for path in ("sign-up/", "sign-up/alone/")]

    page = words(client.get(privacy))

    assert [f'href="{privacy}"' in form for form in forms] == [True, True]
    assert "Phone or e-mail To reach you on the day. We write to you only if you said yes" in page
    assert "until you say no. Erased on July 27, 2026, or earlier." in page
    assert "thrown away after 14 days" in page


def test_an_organizer_erases_contact_data_after_a_second_press(event, organizer):
    build.team(event).players.update(contact="555-0123")
    erase = f"/{event.slug}/event/erase-contacts/"
    page = words(organizer.get(f"/{event.slug}/event/shelf/"))

    answer, again = (words(organizer.post(erase, follow=True)) for _ in range(2))

    assert "Erase contact data now It can’t be brought back" in page
    assert "Yes, erase contact data now" in page
    assert "Contact data is erased. Results stay." in answer
    assert not Player.objects.exclude(contact="").exists()
    assert "Yes, erase contact data now" not in answer
    assert "There is no contact data to erase." in again
