"""The standings in a frame of another website."""

import pytest
from django.test import Client

from tests import build

pytestmark = pytest.mark.django_db


def test_any_website_may_show_the_standings_in_a_frame_and_no_other_page():
    event = build.event()
    build.teams(event, 2)

    board, page = (Client().get(f"/{event.slug}/{path}/") for path in ("embed", "standings"))

    assert "Team 2" in board.content.decode()
    assert "frame-ancestors *;" in f"{board['Content-Security-Policy']};"
    assert ("X-Frame-Options" in board, page["X-Frame-Options"]) == (False, "DENY")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
