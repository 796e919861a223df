"""A day to look around in: sixteen teams, stopped in the middle of Phase I."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from simulation.bots.browser import SmallBrowser
from simulation.bots.day import BotDay
from simulation.bots.games import ZONE
from tournament.commands.events import set_clock
from tournament.models import Actor, Event, Role

NAME = "Pride South on the Lake (demo)"
TEAMS, SEED = 16, 7
MIDDLE_OF_PHASE_ONE = (16, 18)


class Command(BaseCommand):
    """``manage.py demo``."""

    help = __doc__
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        """Make the demo event, or let its clock go on from where it stood."""
        event = demo_event()
        if event is None:
            day = BotDay(
                teams=TEAMS,
                seed=SEED,
                held_on=timezone.localdate(timezone=ZONE),
                new_browser=SmallBrowser,
                say=lambda words: None,
            )
            day.organizer.sign_in_with(settings.ORGANIZER_KEY)
            day.live(name=NAME, stop_at=MIDDLE_OF_PHASE_ONE)
        else:
            _wake(event)


def demo_event() -> Event | None:
    """The demo event, if it was made."""
    return Event.objects.filter(name=NAME, is_practice=True).order_by("pk").first()


def _wake(event: Event) -> None:
    """While nobody served it, the event slept: its clock goes on from the last thing that happened."""
    last = event.log.order_by("-at").first()
    if last and event.clock_speed:
        by = Actor(event.badges.get(role=Role.CLOCK), "clock")
        set_clock(event=event, shown=last.at, speed=1, real=timezone.now(), by=by)
