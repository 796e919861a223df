"""An event's version, for a phone without a stream."""

from tests import build
from tests.pages.visit import still_clock
from tournament.schedule.live import event_versions


def polled(client, event):
    return client.get(f"/live/{event.slug}?poll").json()


def test_a_phone_gets_the_version_and_what_the_events_clock_shows(client):
    event = build.event(is_practice=True)
    still_clock(event, build.at(15, 20))
    before = polled(client, event)

    build.team(event)

    after = polled(client, event)
    assert (after["now"], after["speed"]) == (build.at(15, 20).isoformat(), 0.0)
    assert int(after["version"]) > int(before["version"])
    assert client.get("/live/nowhere?poll").status_code == 404


def test_event_versions_are_read_together_and_know_the_clock(django_assert_num_queries):
    summer, winter = build.event(name="Summer", is_practice=True), build.event(name="Winter")
    still_clock(summer, build.at(15, 20))

    with django_assert_num_queries(1):
        found = event_versions([summer.slug, winter.slug, "nowhere"])

    assert found.keys() == {summer.slug, winter.slug}
    assert found[summer.slug].clock.at(build.at(9)) == build.at(15, 20)
    assert found[winter.slug].clock.at(build.at(9)) == build.at(9)
