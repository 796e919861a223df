"""Drafts, the archive, and deletion after a day's grace."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.test import Client

from scoring.demo.commands_day import make_demo
from seasons.models import Shelf, Shelved
from seasons.shelf.commands_shelf import take_from_shelf
from seasons.shelf.shelves import archived, listed, public_events
from seasons.tasks import delete_due
from tests import build
from tests.pages.reading import words
from tests.pages.visit import organizer_of, statements
from tests.seasons.shelf.shelved import NOW, shelve
from tournament.errors import Refused
from tournament.event.rows_of_event import APPS
from tournament.models import Event, Game

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=1)


def take(event, shelf):
    return take_from_shelf(event=event, shelf=shelf, by=build.organizer(event), at=build.MORNING)


@pytest.mark.both
def test_each_shelf_takes_an_event_off_its_lists_until_it_is_taken_back():
    event = build.event()

    def lists():
        return {"list": [*listed()], "archive": [*archived()], "calendar": [*public_events()]}

    seen = {}
    for shelf in Shelf.values:
        shelve(event, shelf)
        seen[shelf] = [name for name, events in lists().items() if events]
        take(event, shelf)

    assert seen == {"draft": [], "archive": ["archive", "calendar"], "deleted": []}
    assert lists() == {"list": [event], "archive": [], "calendar": [event]}


@pytest.mark.both
def test_an_event_in_play_is_never_deleted_and_archived_when_it_is_over():
    event = build.event()
    build.hand(build.game(event))

    with pytest.raises(Refused, match="People have signed up, and look for it on the list"):
        shelve(event, "draft")
    with pytest.raises(Refused, match="Archive it instead"):
        shelve(event, "deleted", at=build.at(23))
    with pytest.raises(Refused, match="Archive it when it’s over"):
        shelve(event, "archive", at=build.at(16))
    shelve(event, "archive", at=build.at(23))

    assert [*archived()] == [event]


@pytest.mark.both
def test_a_draft_is_deleted_after_a_day_and_not_before():
    event, other = build.event(), build.event(name="Another")
    shelve(event, "deleted")

    early = delete_due(LATER - timedelta(seconds=1))
    late = [delete_due(LATER), delete_due(LATER)]

    assert (early, late) == (0, [1, 0])
    assert [*Event.objects.all()] == [other]


@pytest.mark.both
def test_it_is_kept_if_somebody_signed_up_meanwhile():
    event = build.event()
    shelve(event, "deleted")
    build.team(event, is_here=False)

    assert delete_due(LATER) == 0
    assert [*listed()] == [event]
    assert event.log.latest("pk").action == "event.unshelved"


def test_deleting_a_practice_event_removes_all_its_hands_and_nothing_else():
    models = [model for label in APPS for model in apps.get_app_config(label).get_models()]
    event, other = build.event(is_practice=True), build.event(name="Another")
    for each in (event, other):
        build.hand(build.game(each))
    shelve(event, "archive", at=build.at(16))
    shelve(event, "deleted", at=build.at(16))
    rows = {model: model._default_manager.count() for model in models}

    assert delete_due(LATER) == 1

    assert ([*Event.objects.all()], Game.objects.get().event, Shelved.objects.count()) == ([other], other, 0)
    assert [model for model in models if model._default_manager.count() > rows[model]] == []


@pytest.mark.slow
@pytest.mark.embedded
def test_the_demo_is_neither_deleted_nor_archived():
    make_demo(at=NOW)
    demo = Event.objects.get()

    for shelf in ("deleted", "archive", "draft"):
        with pytest.raises(Refused, match="The demo starts over"):
            shelve(demo, shelf)


# --- the pages ---------------------------------------------------------------------------------


def test_the_settings_page_archives_an_event_and_says_how_long_it_is_kept():
    event = build.event()
    phone, settings = organizer_of(event), f"/{event.slug}/event/"

    archiving = words(phone.post(f"{settings}shelve/", {"shelf": "archive"}, follow=True))
    archive, front = words(Client().get("/events/archive/")), words(Client().get("/"))
    back = words(phone.post(f"{settings}take-back/", {"shelf": "archive"}, follow=True))
    again = words(Client().get("/"))
    phone.post(f"{settings}shelve/", {"shelf": "deleted"})
    deleted = words(phone.get(f"{settings}shelf/"))

    assert "in the archive, with its podium" in archiving
    assert "Pride South Bid Whist Saturday, June 27, 2026" in archive
    assert "Pride South" not in front
    assert "Archive: earlier events and who won" in front
    assert "out of the archive" in back
    assert "Pride South" in again
    assert "It will be deleted with everything in it after" in deleted
    assert "Keep it" in deleted
    assert "Delete this event" not in deleted


def test_the_archive_links_each_podium_in_a_constant_number_of_statements():
    first = build.event(name="Archived 0")
    shelve(first, "archive")
    page = Client().get("/events/archive/").content.decode()
    for_one = statements(Client(), "/events/archive/")
    for number in (1, 2):
        shelve(build.event(name=f"Archived {number}"), "archive")

    assert statements(Client(), "/events/archive/") == for_one
    assert f'hx-get="/{first.slug}/awards/podium/"' in page
    assert f'href="/{first.slug}/awards/"' in page


def test_the_front_page_has_no_practice_events_but_a_link_to_them(client):
    build.event(name="Try Me", is_practice=True)

    front, practice = words(client.get("/")), words(client.get("/events/practice/"))

    assert "Try Me" not in front
    assert "Demo and practice events" in front
    assert "No event yet" in front
    assert "Look around in the demo" in front
    assert "Try Me" in practice
