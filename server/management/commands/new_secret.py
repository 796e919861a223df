"""Make new private links for everybody, after the secret key was lost or deleted."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand
from django.utils import timezone

from server.backups import back_up, nobody_serves
from server.surroundings import check_database, check_tables
from tournament.badges.commands_badges import renew_all_links


class Command(BaseCommand):
    help = "Make new private links with this computer’s secret key, after the old key was lost or deleted."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        check_database()
        check_tables()
        with nobody_serves():
            # Backed up first, because people still have the links in this backup.
            before = back_up(timezone.now(), "before-new-secret")
            # These are encrypted with the old key, so each organizer must turn the second step on again.
            Authenticator.objects.all().delete()
            renew_all_links(at=timezone.now())
        self.stdout.write(
            "Everybody has a new private link, on the desk’s page and on People, and must sign in again. "
            "Make new codes for volunteers there. Organizers who used a code from their phone must turn it "
            f"on again. The database as it was before is {before}"
        )
