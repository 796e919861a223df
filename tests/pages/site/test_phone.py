"""What a phone checks before it sends its outbox, and the service worker that caches its pages."""

import pytest
from django.contrib.staticfiles import finders

from tests import build
from tests.pages.visit import wearing
from tournament.badges.commands_badges import revoke_badge

pytestmark = pytest.mark.django_db


def test_a_phone_learns_who_it_is_and_later_that_its_badge_was_taken_back():
    event = build.event()
    badge = build.referee(event).badge
    phone = wearing(badge)

    answer = phone.get(f"/{event.slug}/phone/")
    revoke_badge(badge=badge, by=build.organizer(event), at=build.MEET)
    after = phone.get(f"/{event.slug}/phone/").json()

    facts = answer.json()
    assert (facts["badge"], "Jo" in facts["sentence"], len(facts["token"])) == (badge.pk, True, 64)
    assert answer.headers["Cache-Control"].count("no-store") == 1
    assert (after["badge"], after["sentence"]) == (
        0,
        "Your badge for this event was taken back. "
        "Ask the organizer for a new one in your name, and it goes out; or a head referee signs in on this "
        "phone and sends it.",
    )


def test_the_home_screen_icon_opens_the_page_of_the_latest_badge(client):
    event = build.event()
    both = wearing(build.referee(event).badge, build.team(event).badge)

    assert both.get("/home/").url == f"/{event.slug}/team/"
    assert client.get("/home/").url == "/"


def test_what_browsers_and_home_screens_look_for_at_the_root_is_there(client):
    manifest, worker = client.get("/uptown.webmanifest").json(), client.get("/sw.js")

    assert (manifest["name"], manifest["display"], manifest["start_url"]) == (
        "Uptown",
        "standalone",
        "/home/",
    )
    assert [(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]] == [
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    ]
    assert all(finders.find(icon["src"].removeprefix("/static/")) for icon in manifest["icons"])
    assert '<link rel="manifest" href="/uptown.webmanifest">' in client.get("/").content.decode()
    assert (worker["Content-Type"], worker["Cache-Control"]) == ("text/javascript", "no-cache")
    assert "uptown-pages" in worker.content.decode()
    assert client.get("/favicon.ico").url.endswith("img/uptown-192.png")
    assert "is sent when there is signal again" in client.get("/offline/").content.decode()
