"""The version as text, for a phone that no stream reaches."""

from tests import build


def test_the_version_moves_with_every_deed(client):
    event = build.event()
    before = client.get(f"/live/{event.slug}?poll").content

    build.team(event)

    assert client.get(f"/live/{event.slug}?poll").content != before


def test_an_event_that_is_not_there_has_no_version(client):
    assert client.get("/live/nowhere?poll").status_code == 404
