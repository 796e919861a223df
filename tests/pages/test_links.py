"""Links and QR codes that work on somebody else's phone."""

import pytest

from tests import build
from tests.pages.visit import wearing


@pytest.mark.parametrize(
    ("came_by", "leads_to"),
    [
        pytest.param("127.0.0.1:8000", "http://192.168.1.20:8000/pride", id="the computer that serves"),
        pytest.param("hall.example", "http://hall.example/pride", id="an address that phones know too"),
        pytest.param("evil.example", "http://192.168.1.20:8000/pride", id="an address that nobody named"),
    ],
)
def test_the_posters_link_leads_to_the_hall(event, settings, came_by, leads_to):
    settings.ADDRESS, settings.ALLOWED_HOSTS = "http://192.168.1.20:8000", ["*", "hall.example"]
    organizer = wearing(build.organizer(event).badge, host=came_by)

    page = organizer.get(f"/{event.slug}/sign-up/poster/").content.decode()

    assert leads_to in page
