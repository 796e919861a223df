"""Every address, walked: who it lets in, and that it keeps everybody else out."""

from uuid import UUID

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from pages.access import BADGES, MAY
from tests import build
from tournament.commands.badges import give_badge
from tournament.models import Badge, Role

pytestmark = pytest.mark.django_db

OURS = ("pages.", "config.")
SAMPLES = {
    "SlugConverter": "pride-south-bid-whist",
    "IntConverter": 1,
    "UUIDConverter": UUID(int=7),
    "StringConverter": "felt-and-gold",
}


def views(resolver=None, prefix=""):
    """Every address of ours, with its view and an example of it."""
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from views(entry, prefix + _example(entry.pattern))
        elif isinstance(entry, URLPattern) and entry.callback.__module__.startswith(OURS):
            yield f"/{prefix}{_example(entry.pattern)}", entry.callback


def _example(pattern):
    route = str(pattern)
    for name, converter in pattern.converters.items():
        kind = type(converter).__name__
        sample = SAMPLES[kind]
        for spelling in (f"<{kind.removesuffix('Converter').lower()}:{name}>", f"<str:{name}>", f"<{name}>"):
            route = route.replace(spelling, str(sample))
    return route


ALL = list(views())
GUARDED = [
    pytest.param(address, view.access, id=address)
    for address, view in ALL
    if getattr(view, "access", "") in MAY
]


def test_there_are_pages_to_walk():
    assert len(GUARDED) > 30


@pytest.mark.parametrize(("address", "view"), [pytest.param(*each, id=each[0]) for each in ALL])
def test_every_view_says_who_it_lets_in(address, view):
    assert getattr(view, "access", None) in {"everyone", "house", "organizers", *MAY}


@pytest.mark.parametrize(("address", "access"), GUARDED)
def test_a_strangers_post_is_refused_and_the_page_is_not_shown(client, address, access):
    build.event()

    assert client.post(address).status_code == 403
    assert client.get(address).status_code == 403


@pytest.mark.parametrize(("address", "access"), GUARDED)
def test_a_badge_of_another_kind_or_of_another_event_opens_nothing(client, address, access):
    event, other = build.event(), build.event(name="Another Hall")
    badges = [give(event, role) for role in (Role.DESK, Role.REFEREE, Role.TEAM)]
    session = client.session
    session[BADGES] = [
        build.organizer(other).badge.pk,
        give(other, Role.TEAM).pk,
        *(badge.pk for badge in badges if badge.role not in MAY[access]),
    ]
    session.save()

    assert client.post(address).status_code == 403


def give(event, role):
    """A badge of that kind."""
    if role == Role.TEAM:
        return build.team(event).badge
    return give_badge(event=event, role=role, name=role, by=build.organizer(event), at=build.MEET)


def test_a_badge_taken_back_closes_every_door(client):
    event = build.event()
    badge = give(event, Role.REFEREE)
    session = client.session
    session[BADGES] = [badge.pk]
    session.save()
    assert client.get(f"/{event.slug}/tables/").status_code == 200

    Badge.objects.filter(pk=badge.pk).update(revoked_at=build.MEET)

    assert client.get(f"/{event.slug}/tables/").status_code == 403
