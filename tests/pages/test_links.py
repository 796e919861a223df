"""Links and QR codes that work on somebody else's phone."""

import pytest

from accounts.access import BADGES
from tests import build

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client):
    event = build.event()
    session = client.session
    session[BADGES] = [build.organizer(event).badge.pk]
    session.save()
    return client


@pytest.mark.parametrize(
    ("came_by", "leads_to"),
    [
        pytest.param(
            "127.0.0.1:8000", "http://192.168.1.20:8000/pride", id="made on the computer that serves"
        ),
        pytest.param(
            "hall.example", "http://hall.example/pride", id="made by an address that phones know too"
        ),
        pytest.param(
            "evil.example", "http://192.168.1.20:8000/pride", id="made by an address that nobody named"
        ),
    ],
)
def test_the_posters_link_leads_to_the_hall(organizer, settings, came_by, leads_to):
    settings.ADDRESS = "http://192.168.1.20:8000"
    settings.ALLOWED_HOSTS = ["*", "hall.example"]

    page = organizer.get("/pride-south-bid-whist/sign-up/poster/", headers={"host": came_by}).content.decode()

    assert leads_to in page
