"""An organizer's second factor: turned on, required after the password, and recovered without the phone."""

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from accounts.rate_limits import SECOND_STEP
from tests import build
from tests.pages.reading import words
from tournament.models import Badge, Event

PASSWORD = "a short sentence"
NOW = build.MEET


@pytest.fixture(autouse=True)
def nobody_has_tried():
    cache.clear()


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ann():
    user = get_user_model().objects.create_user("ann", password=PASSWORD, is_staff=True)
    organizer = build.organizer(build.event()).badge
    Badge.objects.filter(pk=organizer.pk).update(user=user, name="ann")
    return user


def signed_in():
    browser = Client()
    browser.post("/sign-in/", {"login": "ann", "password": PASSWORD})
    return browser


def left_open(clock):
    """The browser of ann, who signed in more than half an hour ago."""
    browser = signed_in()
    clock.shift(timedelta(minutes=31))
    return browser


def turned_on(browser):
    """The secret that ann's phone knows once she turned the code on."""
    secret = re.search(r'link-line">\s*([A-Z2-7]{32})', browser.get("/account/code/").content.decode())[1]
    browser.post("/account/code/", {"code": code_of(secret)})
    return secret


def code_of(secret, later=0):
    """The code that the phone shows ``later`` seconds after ``NOW``."""
    return format_hotp_value(hotp_value(secret, int(NOW.timestamp() + later) // 30))


def recovery_codes(browser):
    page = browser.get("/account/recovery/").content.decode()
    return re.findall(r'<li class="code">(\d{4} \d{4})</li>', page)


def is_in(browser):
    return browser.get("/new/").status_code == 200


def test_once_it_is_on_the_password_alone_opens_nothing(clock, ann):
    turned_on(signed_in())
    browser = Client()

    answer = browser.post("/sign-in/?next=/new/", {"login": "ann", "password": PASSWORD, "next": "/new/"})
    asked = browser.get(answer.url)

    assert answer.url == "/sign-in/code/"
    assert "And the code from your phone" in words(asked)
    assert not is_in(browser)


def test_a_wrong_code_says_what_to_do_and_both_answers_are_logged(clock, ann):
    secret = turned_on(signed_in())
    clock.shift(timedelta(seconds=90))
    browser = signed_in()

    wrong = browser.post("/sign-in/code/", {"code": "000000"}, REMOTE_ADDR="203.0.113.7")
    was_in = is_in(browser)
    browser.post("/sign-in/code/", {"code": code_of(secret, later=90)})

    assert "That code doesn’t work. The app shows a new one every 30 seconds" in words(wrong)
    assert (was_in, is_in(browser)) == (False, True)
    logged = Event.objects.get().log.filter(action__startswith="door.").order_by("-pk")
    assert [line.words for line in logged[:2]] == [
        "ann signed in by the password and a code.",
        "A wrong sign-in code was typed for ann. It came from 203.0.113.7.",
    ]


def test_a_code_works_once_for_as_long_as_it_is_good(clock, ann):
    secret = turned_on(signed_in())
    clock.shift(timedelta(seconds=90))
    seen = code_of(secret, later=90)
    first, second = signed_in(), signed_in()
    first.post("/sign-in/code/", {"code": seen})

    clock.shift(timedelta(seconds=31))
    second.post("/sign-in/code/", {"code": f"{seen[:3]} {seen[3:]}"})

    assert (is_in(first), is_in(second)) == (True, False)


def test_guessed_codes_are_slowed_down(clock, ann):
    secret = turned_on(signed_in())
    clock.shift(timedelta(seconds=300))
    browser = signed_in()
    for _ in range(SECOND_STEP.free + 1):
        browser.post("/sign-in/code/", {"code": "000000"})

    answer = browser.post("/sign-in/code/", {"code": code_of(secret, later=300)})

    assert f"That was wrong too often. Wait {SECOND_STEP.pause} seconds" in words(answer)
    assert not is_in(browser)


def test_each_recovery_code_lets_in_once(clock, ann):
    first = signed_in()
    turned_on(first)
    codes = recovery_codes(first)
    browsers = [signed_in(), signed_in()]

    for browser in browsers:
        browser.post("/sign-in/code/", {"code": codes[0]})

    assert [len(codes), *map(is_in, browsers)] == [10, True, False]
    assert recovery_codes(first) == codes[1:]


def test_an_open_laptop_asks_again_before_the_code_is_turned_off(clock, ann):
    browser = signed_in()
    turned_on(browser)
    clock.shift(timedelta(minutes=31))

    asked = [browser.post(f"/account/{action}/") for action in ("code/off", "recovery/new")]
    asked += [browser.get(f"/account/{page}/") for page in ("code/off", "recovery", "recovery/new")]

    assert {answer.url.partition("?")[0] for answer in asked} == {"/sign-in/again/"}


def test_who_reads_the_database_alone_makes_no_codes(clock, ann):
    secret = turned_on(signed_in())

    kept = str(list(Authenticator.objects.values_list("data", flat=True)))

    assert secret not in kept
    assert len(kept) > 200


def test_changing_rights_30_minutes_after_sign_in_needs_the_password(clock, ann):
    event = Event.objects.get()
    jo, people = build.referee(event).badge.pk, f"/{event.slug}/people"
    browser = left_open(clock)

    actions = ("invite", "give", f"{jo}/link", f"{jo}/revoke", f"{jo}/give-back")
    asked = [browser.post(f"{people}/{action}/").url.partition("?")[0] for action in actions]

    assert asked == ["/sign-in/again/"] * 5
    assert browser.get(f"{people}/").status_code == 200


def test_the_password_is_asked_only_once_in_30_minutes(clock, ann):
    event = Event.objects.get()
    people = f"/{event.slug}/people/"
    browser = left_open(clock)
    asked = browser.post(f"{people}give/", {"role": "referee", "name": "Mo"})
    page = browser.get(asked.url)

    back = browser.post("/sign-in/again/", {"password": PASSWORD, "next": f"{people}give/"})
    mo = event.badges.get(name="Mo")
    revoked = browser.post(f"{people}{mo.pk}/revoke/")

    assert "You signed in a while ago, and this is about who may do what." in words(page)
    assert (back.url, revoked.url) == (people, f"{people}#badge-{mo.pk}")
    assert Badge.objects.get(pk=mo.pk).revoked_at


def test_who_finds_a_laptop_open_guesses_no_passwords_on_it(clock, ann):
    browser = left_open(clock)
    browser.post(f"/{Event.objects.get().slug}/people/invite/")

    answers = [browser.post("/sign-in/again/", {"password": "wrong"}) for _ in range(12)]

    assert [answer.status_code for answer in answers[-2:]] == [429, 429]
    assert "That was tried too often in a short time. Wait a minute" in words(answers[-1])


def test_the_phones_code_will_do_in_place_of_the_password(clock, ann):
    event, secret = Event.objects.get(), turned_on(signed_in())
    clock.shift(timedelta(seconds=90))
    browser = signed_in()
    browser.post("/sign-in/code/", {"code": code_of(secret, later=90)})
    clock.shift(timedelta(minutes=31))
    give = f"/{event.slug}/people/give/"
    asked = browser.get(browser.post(give, {"role": "referee", "name": "Mo"}).url)
    other = re.search(r'href="(/sign-in/again/code/[^"]+)"', asked.content.decode())[1]

    browser.get(other)
    browser.post("/sign-in/again/code/", {"code": code_of(secret, later=90 + 31 * 60), "next": give})

    assert event.badges.filter(name="Mo").exists()
