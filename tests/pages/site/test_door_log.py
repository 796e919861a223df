"""The log records sign-ins, attempts and refusals, and no flood can fill it."""

from uuid import UUID

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from accounts.counts import MOST
from tests import build
from tests.pages.visit import organizer_of
from tournament.badges.commands_badges import renew_code
from tournament.log.log_chain import broken_links
from tournament.models import Badge, Event

WRONG = "0000 0000 0001"


@pytest.fixture
def jo():
    """A referee of a practice event, whose code is valid now."""
    event = build.event(is_practice=True)
    Event.objects.filter(pk=event.pk).update(clock_real=timezone.now(), clock_shown=build.MEET)
    event.refresh_from_db()
    return build.referee(event).badge


def logged(event, kind="door."):
    assert broken_links(event) == []
    return [(entry.words, entry.by.name) for entry in event.log.filter(action__startswith=kind)]


def test_an_arrival_by_a_link_or_a_code_is_logged_once_a_device(jo):
    phone = Client()
    for _ in range(3):
        phone.get(f"/join/{jo.secret}/")
    Client().post("/code/", {"code": jo.code})

    assert logged(jo.event) == [
        ("Jo signed in by the private link.", "Jo"),
        ("Jo signed in by a code.", "Jo"),
    ]


def test_no_flood_of_links_or_wrong_codes_fills_the_log(jo):
    renew_code(badge=jo, by=build.organizer(jo.event), at=build.MEET)
    for number in range(MOST + 5):
        Client().get(f"/join/{jo.secret}/")
        Client().post("/code/", {"code": WRONG}, REMOTE_ADDR=f"203.0.113.{number}")

    assert (len(logged(jo.event, "door.wrong")), len(logged(jo.event))) == (MOST, 2 * MOST)


def test_a_wrong_code_is_logged_with_its_network_once_in_ten_minutes(jo):
    for _ in range(3):
        Client().post("/code/", {"code": WRONG}, REMOTE_ADDR="203.0.113.7")

    assert logged(jo.event) == [("A wrong code was typed. It came from 203.0.113.7.", "Public page")]


def test_the_log_says_if_a_password_was_right_where_its_organizer_runs(jo):
    user = get_user_model().objects.create_user("ann", password="a short sentence", is_staff=True)
    organizer = jo.event.badges.get(role="organizer")
    Badge.objects.filter(pk=organizer.pk).update(user=user, name="ann")
    for password in ("wrong", "a short sentence"):
        Client().post("/sign-in/", {"login": "ann", "password": password}, REMOTE_ADDR="203.0.113.7")

    assert logged(jo.event) == [
        ("A wrong password was typed for ann. It came from 203.0.113.7.", "Public page"),
        ("ann signed in by the password.", "ann"),
    ]


def test_nobody_who_plays_looks_because_somebody_came(jo, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as announced:
        Client().get(f"/join/{jo.secret}/")

    assert [call.args for call in announced] == [(jo.event.slug, 0)]


def test_what_is_refused_is_logged_with_the_sentence():
    event = build.event()
    organizer, hand = organizer_of(event), build.hand(build.game(event))

    for key in (UUID(int=7), UUID(int=8), UUID(int=8)):
        sent = {"key": key, "reason": "Counted again"}
        organizer.post(f"/{event.slug}/hand/{hand.pk}/strike/", sent)
    organizer.post(f"/{event.slug}/cut/settle/", {})

    assert [(words.partition(". ")[0], by) for words, by in logged(event, "refused.")] == [
        ("Refused: taking a hand back", "Organizer"),
        ("Refused: settling the cut", "Organizer"),
    ]
