"""The panels of the settings page are fetched when they are opened, and have links."""

from pages.setup.fit import _forecast
from tests import build
from tests.pages.visit import HTMX, organizer_of
from tools.rehearsal.browser import read
from tournament.models import Player

PANELS = {"fit", "movement", "since-then", "one-room", "shelf"}


def later(client, address):
    """The panels of the page, by their URLs, with the links that lead to them."""
    page = read(client.get(address).content.decode())
    triggers = "revealed", "toggle once from:closest details"
    panels = [panel for trigger in triggers for panel in page.find(hx_get="*", hx_trigger=trigger)]
    return {each.attributes["hx-get"]: each.one("a").attributes["href"] for each in panels}


def test_the_settings_page_fetches_its_panels_later_and_links_to_each(event, organizer):
    settings = f"/{event.slug}/event/"

    panels = later(organizer, settings)

    assert panels == {f"{settings}{name}/": f"{settings}{name}/" for name in PANELS}
    for address in panels:
        page = organizer.get(address).content.decode()
        panel = organizer.get(address, headers=HTMX).content.decode()
        assert f'href="{settings}"' in page
        assert panel.strip().splitlines()[-1] in page
        assert "<html" not in panel


def test_only_the_panel_itself_simulates_and_no_save_does(event, organizer):
    build.teams(event, 16)
    settings, before = f"/{event.slug}/event/", _forecast.cache_info()

    organizer.get(settings)
    refused = organizer.post(settings, {"name": ""})
    organizer.get(f"/{event.slug}/floor/set-up/")
    untouched = _forecast.cache_info()
    organizer.get(f"{settings}fit/")

    assert refused.status_code == 422
    assert untouched == before
    assert _forecast.cache_info() != before


def test_an_action_of_a_panel_answers_with_the_panel(event):
    build.team(event).players.update(contact="555-0123")
    ann = organizer_of(event)

    erased, again = (ann.post(f"/{event.slug}/event/erase-contacts/", headers=HTMX) for _ in range(2))
    refused = ann.post(f"/{event.slug}/event/room/", {"other": "nowhere"}, headers=HTMX)

    assert [erased.status_code, again.status_code, refused.status_code] == [200, 422, 422]
    for answer, panel in ((erased, "shelf"), (again, "shelf"), (refused, "one-room")):
        assert f'id="{panel}"' in answer.content.decode()
        assert "<html" not in answer.content.decode()
    assert "Contact data is erased. Results stay." in erased.content.decode()
    assert "There is no contact data to erase." in again.content.decode()
    assert not Player.objects.exclude(contact="").exists()
