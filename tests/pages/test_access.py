"""Every address, walked: who it lets in, and that it keeps everybody else out."""

import pytest

from pages.access import BADGES, MAY
from tests import build
from tests.pages.addresses import ALL
from tournament.commands.badges import give_badge
from tournament.models import Badge, Role

pytestmark = pytest.mark.django_db

GUARDED = [(address, view.access) for address, view in ALL if getattr(view, "access", "") in MAY]


def test_there_are_pages_to_walk():
    assert len(GUARDED) > 30


def test_every_view_says_who_it_lets_in():
    said = {"everyone", "house", "organizers", *MAY}

    assert [address for address, view in ALL if getattr(view, "access", None) not in said] == []


def test_a_strangers_post_is_refused_and_the_page_is_not_shown(client):
    build.event()

    answers = [
        (method.__name__, address, method(address).status_code)
        for address, _ in GUARDED
        for method in (client.post, client.get)
    ]

    assert [answer for answer in answers if answer[-1] != 403] == []


def test_a_badge_of_another_kind_or_of_another_event_opens_nothing(client):
    event, other = build.event(), build.event(name="Another Hall")
    here = [give(event, role) for role in (Role.DESK, Role.REFEREE, Role.TEAM)]
    elsewhere = [build.organizer(other).badge, give(other, Role.TEAM)]
    session, answers = client.session, []

    for address, access in GUARDED:
        worn = (*elsewhere, *(badge for badge in here if badge.role not in MAY[access]))
        session[BADGES] = [badge.pk for badge in worn]
        session.save()
        answers.append((address, access, client.post(address).status_code))

    assert [answer for answer in answers if answer[-1] != 403] == []


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
