"""Signing out: from this device, from another one, and what remains on it."""

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from accounts.access import HOME
from tests import build
from tests.pages.reading import words
from tournament.commands.badges import give_badge
from tournament.models import Role, Session

pytestmark = pytest.mark.django_db

HOMES = {Role.ORGANIZER: "floor", Role.DESK: "desk", Role.REFEREE: "tables", Role.TEAM: "team"}
PASSWORD = "a kitty of seven"


@pytest.fixture(autouse=True)
def nobody_has_tried():
    cache.clear()


@pytest.fixture
def event():
    return build.event()


def joined(badge, agent="Mozilla/5.0 (iPhone)"):
    browser = Client(headers={"user-agent": agent})
    browser.get(f"/join/{badge.secret}/")
    return browser


def badge_of(event, role):
    if role == Role.ORGANIZER:
        return build.organizer(event).badge
    if role == Role.TEAM:
        return build.team(event).badge
    return give_badge(event=event, role=role, name="Jo", by=build.organizer(event), at=build.MEET)


@pytest.mark.parametrize("role", HOMES)
def test_whoever_wears_a_badge_signs_out_and_the_old_cookie_opens_nothing(event, role):
    browser = joined(badge_of(event, role))
    home = f"/{event.slug}/{HOMES[role]}/"
    page = browser.get(home)
    old = browser.cookies["sessionid"].value
    assert "Sign out" in words(page)

    answer = browser.post("/sign-out/")
    told = answer.cookies[HOME]
    browser.cookies["sessionid"] = old

    assert (answer.url, told.value, told["path"]) == ("/", "", f"/{event.slug}/")
    assert browser.get(home).status_code == 403
    assert Client().get(home).status_code == 403


def test_who_is_signed_in_by_a_password_signs_out_too(client):
    get_user_model().objects.create_user("ann", password=PASSWORD, is_staff=True)
    client.post("/sign-in/", {"login": "ann", "password": PASSWORD})
    assert client.get("/new/").status_code == 200

    client.post("/sign-out/")

    assert client.get("/new/").status_code == 403


def test_every_badge_that_is_put_on_gives_the_session_a_new_id(event):
    browser = joined(badge_of(event, Role.TEAM))
    first = browser.cookies["sessionid"].value

    browser.get(f"/join/{badge_of(build.event(name='Another'), Role.DESK).secret}/")

    assert browser.cookies["sessionid"].value != first
    assert not Session.objects.filter(pk=first).exists()


# --- other devices --------------------------------------------------------------------------------


def test_ones_other_devices_are_listed_and_signed_out_from_here(event):
    badge = badge_of(event, Role.REFEREE)
    phone, tablet = joined(badge), joined(badge, "Mozilla/5.0 (Android 15)")
    joined(badge_of(event, Role.DESK), "Windows")

    page = phone.get("/sign-out/")
    (other,) = page.context["others"]
    answer = phone.post("/sign-out/device/", {"device": other.mark}, follow=True)

    assert "Your other devices Android" in words(page)
    assert "Windows" not in words(page)
    # The page doesn't contain a session's cookie.
    assert not any(each.cookies["sessionid"].value in page.content.decode() for each in (phone, tablet))
    assert f"{other.name} is signed out." in words(answer)
    assert phone.get(f"/{event.slug}/tables/").status_code == 200
    assert tablet.get(f"/{event.slug}/tables/").status_code == 403


def test_nobody_signs_somebody_elses_device_out(event):
    badge = badge_of(event, Role.REFEREE)
    phone = joined(badge)
    (there,) = joined(badge).get("/sign-out/").context["others"]

    answer = joined(badge_of(event, Role.TEAM)).post("/sign-out/device/", {"device": there.mark})

    assert answer.status_code == 422
    assert "That device is signed out already." in words(answer)
    assert phone.get(f"/{event.slug}/tables/").status_code == 200


def test_an_organizer_sees_where_the_same_password_signed_in(client):
    get_user_model().objects.create_user("ann", password=PASSWORD, is_staff=True)
    laptop = Client(headers={"user-agent": "Windows"})
    for browser in (client, laptop):
        browser.post("/sign-in/", {"login": "ann", "password": PASSWORD})

    (other,) = client.get("/sign-out/").context["others"]
    client.post("/sign-out/device/", {"device": other.mark})

    assert other.name.startswith("Windows ")
    assert laptop.get("/new/").status_code == 403


def test_what_was_asked_before_a_badge_was_put_on_does_not_take_the_new_session_away(event):
    badge = badge_of(event, Role.REFEREE)
    phone, other_tab = joined(badge), Client()
    other_tab.cookies["sessionid"] = phone.cookies["sessionid"].value

    phone.get(f"/join/{badge.secret}/")
    answer = other_tab.get(f"/{event.slug}/tables/")

    assert answer.status_code == 403
    assert "sessionid" not in answer.cookies
