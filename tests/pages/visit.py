"""Visits to the pages of an event with somebody's badge."""

from datetime import datetime

from django.test import Client
from django.utils import timezone

from accounts.access import BADGES, DEVICE
from tests import build
from tournament.commands.events import set_clock
from tournament.models import Badge, Event

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


def still_clock(event: Event, at: datetime) -> None:
    set_clock(event=event, shown=at, speed=0, real=timezone.now(), by=build.organizer(event))
