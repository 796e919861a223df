"""Print the link for the first organizer, and the private links of the demo event."""

from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from server.management.commands.demo import demo_event
from tournament.badges.commands_badges import invite_organizer
from tournament.badges.crew import has_account
from tournament.models import Event, Invitation, Role
from tournament.models.links import hash_of

LONG_ENOUGH = timedelta(hours=1)


class Command(BaseCommand):
    help = "Print the link that makes the first organizer, and those of the demo event."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000")

    def handle(self, *, address: str, **options: Any) -> None:
        address = address.rstrip("/")
        if not has_account():
            now = timezone.now()
            invitation = _first_invitation(now)
            hours = (invitation.expires_at - now) // timedelta(hours=1)
            link = reverse("site:accept-invitation", args=[invitation.token])
            self.stdout.write(
                f"\nMake the first organizer’s account (this link works once, for {hours} hours from now):"
            )
            self.stdout.write(f"  {address}{link}")
        event = demo_event()
        if event:
            self.stdout.write(f"\nThe demo event, {event.name}:")
            for what, link in _entrances(event):
                self.stdout.write(f"  {what:<15} {address}{link}")
        self.stdout.write("")


def _first_invitation(now: datetime) -> Invitation:
    """The invitation that was printed before, if it is still valid; else a new one.

    A computer with another secret key can't print its link again: the database has only a hash.
    """
    printed = Invitation.objects.open(now).filter(event=None, expires_at__gt=now + LONG_ENOUGH).order_by("pk")
    mine = (invitation for invitation in printed if hash_of(invitation.token) == invitation.hashed)
    return next(mine, None) or invite_organizer(event=None, at=now)


def _entrances(event: Event) -> list[tuple[str, str]]:
    worn = event.badges.worn().order_by("pk")
    entrances = [("the event", reverse("hall:event", args=[event.slug]))]
    for what, role in (("an organizer", Role.ORGANIZER), ("a referee", Role.REFEREE), ("a team", Role.TEAM)):
        badge = worn.filter(role=role).first()
        if badge:
            entrances.append((what, reverse("site:join", args=[badge.secret])))
    return [*entrances, ("the big screen", reverse("hall:screen", args=[event.slug]))]
