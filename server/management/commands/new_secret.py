"""Make new private links for everybody, after the secret key was lost or deleted."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand
from django.utils import timezone

from server.backups import back_up, nobody_serves
from server.surroundings import check_database, check_tables
from tournament.commands.badges import renew_all_links


class Command(BaseCommand):
    """``manage.py new_secret``."""

    help = "Make new private links with this computer's secret key, after the old key was lost or deleted."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        """Copy the database first: the links in the copy are those that people have."""
        check_database()
        check_tables()
        with nobody_serves():
            before = back_up(timezone.now(), "before-new-secret")
            # They were encrypted with the old key. Each organizer turns the code on again.
            Authenticator.objects.all().delete()
            renew_all_links(at=timezone.now())
        self.stdout.write(
            "Everybody has a new private link, on the desk's page and on People, and signs in again; codes "
            "for volunteers are made there. After a password no code of a phone is asked for until its "
            f"organizer turns that on again. What was there before is {before}"
        )
