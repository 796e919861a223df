"""Signing out: from this device, from another one, and what remains on it."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.access import HOME
from tests import build
from tests.pages.reading import words
from tests.pages.visit import joined
from tournament.badges.commands_badges import give_badge
from tournament.models import Role, Session

pytestmark = pytest.mark.django_db

PASSWORD = "a kitty of seven"


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def jo(event):
    return build.referee(event).badge


def desk_of(event):
    return give_badge(event=event, role=Role.DESK, name="Dee", by=build.organizer(event), at=build.MEET)


def test_anyone_with_a_badge_signs_out_and_the_old_cookie_opens_nothing(event, jo):
    for badge, page in (
        (build.organizer(event).badge, "today"),
        (desk_of(event), "desk"),
        (jo, "tables"),
        (build.team(event).badge, "team"),
    ):
        browser, home = joined(badge), f"/{event.slug}/{page}/"
        before = words(browser.get(home))
        old = browser.cookies["sessionid"].value

        answer = browser.post("/sign-out/")
        cookie = answer.cookies[HOME]
        browser.cookies["sessionid"] = old

        assert "Sign out" in before
        assert (answer.url, cookie.value, cookie["path"]) == ("/", "", f"/{event.slug}/")
        assert [each.get(home).status_code for each in (browser, Client())] == [403, 403]


def test_every_badge_that_is_put_on_gives_the_session_a_new_id(event):
    browser = joined(build.team(event).badge)
    first = browser.cookies["sessionid"].value

    browser.get(f"/join/{desk_of(build.event(name='Another')).secret}/")

    assert browser.cookies["sessionid"].value != first
    assert not Session.objects.filter(pk=first).exists()


# --- other devices --------------------------------------------------------------------------------


def test_ones_other_devices_are_listed_and_signed_out_from_here(event, jo):
    phone, tablet = (
        joined(jo, user_agent=agent) for agent in ("Mozilla/5.0 (iPhone)", "Mozilla/5.0 (Android 15)")
    )
    joined(desk_of(event), user_agent="Windows")

    page = phone.get("/sign-out/")
    (other,) = page.context["others"]
    answer = phone.post("/sign-out/device/", {"device": other.mark}, follow=True)

    assert "Your other devices Android" in words(page)
    assert "Windows" not in words(page)
    # The page doesn't contain a session's cookie.
    assert not any(each.cookies["sessionid"].value in page.content.decode() for each in (phone, tablet))
    assert f"{other.name} is signed out." in words(answer)
    assert [each.get(f"/{event.slug}/tables/").status_code for each in (phone, tablet)] == [200, 403]


def test_nobody_signs_somebody_elses_device_out(event, jo):
    phone = joined(jo)
    (device,) = joined(jo).get("/sign-out/").context["others"]

    answer = joined(build.team(event).badge).post("/sign-out/device/", {"device": device.mark})

    assert answer.status_code == 422
    assert "That device is signed out already." in words(answer)
    assert phone.get(f"/{event.slug}/tables/").status_code == 200


def test_an_organizer_signs_out_another_device_and_then_this_one():
    get_user_model().objects.create_user("ann", password=PASSWORD, is_staff=True)
    here, _ = browsers = Client(), Client(headers={"user-agent": "Windows"})
    for browser in browsers:
        browser.post("/sign-in/", {"login": "ann", "password": PASSWORD})

    (other,) = here.get("/sign-out/").context["others"]
    here.post("/sign-out/device/", {"device": other.mark})
    after = [browser.get("/new/").status_code for browser in browsers]
    here.post("/sign-out/")

    assert other.name.startswith("Windows ")
    assert after == [200, 403]
    assert here.get("/new/").status_code == 403


def test_a_request_with_the_old_session_does_not_end_the_new_one(event, jo):
    phone, other_tab = joined(jo), Client()
    other_tab.cookies["sessionid"] = phone.cookies["sessionid"].value

    phone.get(f"/join/{jo.secret}/")
    answer = other_tab.get(f"/{event.slug}/tables/")

    assert answer.status_code == 403
    assert "sessionid" not in answer.cookies
