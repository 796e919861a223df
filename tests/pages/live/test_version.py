"""The version as text, for a phone that no stream reaches."""

from importlib import import_module

from django.apps import apps

from tests import build
from tournament.models import Event
from tournament.queries.live import versions


def test_the_version_moves_with_every_deed(client):
    event = build.event()
    before = client.get(f"/live/{event.slug}?poll").content

    build.team(event)

    assert client.get(f"/live/{event.slug}?poll").content != before


def test_a_screen_goes_on_from_the_number_it_was_told_before_versions_were_kept():
    event = build.event()
    build.teams(event, 3)
    build.event(name="Winter")
    before = versions(Event.objects.values_list("slug", flat=True))
    Event.objects.update(version=0)

    import_module("tournament.migrations.0008_add_event_version").count_the_log(apps, None)

    assert versions(before) == before
    assert before[event.slug] == str(event.log.count())


def test_an_event_that_is_not_there_has_no_version(client):
    assert client.get("/live/nowhere?poll").status_code == 404
