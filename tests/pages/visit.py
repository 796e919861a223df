"""Visits to the pages of an event with somebody's badge."""

from datetime import datetime
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.access import BADGES, DEVICE
from tests import build
from tools.rehearsal.browser import Element, read
from tournament.models import Badge, Event
from tournament.settings.commands_event import set_clock

HTMX = {"HX-Request": "true"}


def wearing(*badges: Badge, **headers: str) -> Client:
    client = Client(headers=headers)
    session = client.session
    session[BADGES], session[DEVICE] = [badge.pk for badge in badges], "phone"
    session.save()
    return client


def joined(*badges: Badge, **headers: str) -> Client:
    """A browser that has opened the private links of these badges."""
    client = Client(headers=headers)
    for badge in badges:
        client.get(f"/join/{badge.secret}/")
    return client


def organizer_of(event: Event) -> Client:
    return wearing(build.organizer(event).badge)


def signed_in(user: Any) -> Client:
    """A browser in which this account is signed in."""
    client = Client()
    client.force_login(user)
    return client


def opened(event: Event, path: str, client: Client | None = None) -> Element:
    """A page of the event, for this browser or a stranger's."""
    answer = (client or Client()).get(f"/{event.slug}/{path}")
    assert answer.status_code == 200
    return read(answer.content.decode())


def statements(client: Client, address: str) -> int:
    """The number of SQL statements for a page when it is opened a second time."""
    client.get(address)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(address).status_code == 200, address
    return len(seen)


def still_clock(event: Event, at: datetime) -> None:
    set_clock(event=event, shown=at, speed=0, real=timezone.now(), by=build.organizer(event))


def phone_of(night):
    return signed_in(night.user)
