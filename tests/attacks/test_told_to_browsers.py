"""The security headers of every page, and what a page of another site can't make it do."""

import pytest
from django.test import Client

from tests import build
from tests.attacks.addresses import ALL, real


def test_a_form_of_another_site_is_refused():
    event, browser = build.event(), Client(enforce_csrf_checks=True)

    answer = browser.post(f"/{event.slug}/sign-up/", {"player_1": "Dee", "player_2": "Ray"})

    assert answer.status_code == 403
    assert event.teams.count() == 0


def test_a_page_runs_only_our_own_scripts_and_is_in_no_frame(client):
    headers = client.get(f"/{build.event().slug}/sign-up/").headers

    rules = set(headers["Content-Security-Policy"].split("; "))
    assert {"script-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"} <= rules
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert (headers["X-Frame-Options"], headers["X-Content-Type-Options"]) == ("DENY", "nosniff")
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_cookie_of_somebody_signed_in_is_read_by_no_script(client):
    event = build.event()

    cookie = client.get(f"/join/{build.referee(event).badge.secret}/").cookies["sessionid"]

    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.slow
def test_a_browser_caches_no_page_of_a_badge_but_every_public_one(hall):
    client, event, numbers = hall

    own = [
        real(address, numbers)
        for address, view in ALL
        if "cached" not in view.__dict__
        and view.__module__ != "pages.site.views_phone"
        # A calendar is subscribed to: it is public and may be cached for a while.
        and not address.endswith(".ics")
    ]
    shown = {address: page for address in own if (page := client.get(address)).status_code == 200}

    assert len(shown) > 30
    assert [at for at, page in shown.items() if "no-store" not in page.headers.get("Cache-Control", "")] == []
    assert "no-store" not in client.get(f"/{event.slug}/standings/").headers.get("Cache-Control", "")
