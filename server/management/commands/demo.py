"""Make the demo event, which built-in players play until somebody takes it over; or resume it."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.demo.commands_day import make_demo
from scoring.demo.commands_going_on import wake_demo
from tournament.models import Event


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        event = demo_event()
        if event is None:
            make_demo(at=timezone.now())
        else:
            wake_demo(event=event, now=timezone.now())


def demo_event() -> Event | None:
    return Event.objects.exclude(demo="").first()
