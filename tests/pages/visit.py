"""Visits to the pages of an event with somebody's badge."""

from datetime import datetime

from django.test import Client
from django.utils import timezone

from accounts.access import BADGES, DEVICE
from tests import build
from tournament.commands.events import set_clock
from tournament.models import Badge, Event

HTMX = {"HX-Request": "true"}


def wearing(badge: Badge, **headers: str) -> Client:
    client = Client(headers=headers)
    session = client.session
    session[BADGES], session[DEVICE] = [badge.pk], "phone"
    session.save()
    return client


def still_clock(event: Event, at: datetime) -> None:
    set_clock(event=event, shown=at, speed=0, real=timezone.now(), by=build.organizer(event))
