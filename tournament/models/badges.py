from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.conf import settings
from django.db import models

from tournament.models.links import secret_of


class Role(models.TextChoices):
    ORGANIZER = "organizer", "organizer"
    DESK = "desk", "desk volunteer"
    REFEREE = "referee", "referee"
    TEAM = "team", "team"
    PUBLIC = "public", "public page"
    CLOCK = "clock", "the clock"
    PROGRAM = "program", "program"
    TABLET = "tablet", "tablet at a table"


NO_LINK = frozenset({Role.PUBLIC, Role.CLOCK, Role.PROGRAM})
"""Roles without a private link or a code."""


class BadgeQuerySet(models.QuerySet["Badge"]):
    def worn(self) -> "BadgeQuerySet":
        return self.filter(revoked_at=None)


class Badge(models.Model):
    """An identity at one event: of a person, a team, a program or the event's clock. It signs what it writes.

    ``secret`` is the last part of the private link (``links.py``).
    """

    key = models.UUIDField(unique=True, default=uuid4)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="badges")
    role = models.CharField(max_length=10, choices=Role)
    name = models.CharField(max_length=80)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)
    team = models.OneToOneField("tournament.Team", null=True, blank=True, on_delete=models.PROTECT)
    # A head referee may supersede another's ruling. A referee who plays in a team doesn't rule on its games.
    is_head = models.BooleanField(default=False)
    # The key of the same person's badge at the other event of the room (Rulebook E-205).
    twin_of = models.UUIDField(null=True, blank=True, db_index=True)
    plays_in = models.ForeignKey(
        "tournament.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="referees_in"
    )
    # The numbers of the tables that it is limited to; empty: no limit (Rulebook E-192).
    only_at = models.JSONField(default=list, blank=True)
    nonce = models.CharField(max_length=44)
    hashed = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    code_until = models.DateTimeField(null=True, blank=True)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = BadgeQuerySet.as_manager()
    code = ""
    """Set only on the object that made a code; the row has its hash (``codes.py``)."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "user"), name="badge_one_per_user_and_event"),
            models.CheckConstraint(
                condition=models.Q(role="team", team__isnull=False)
                | (~models.Q(role="team") & models.Q(team__isnull=True)),
                name="badge_of_a_team_names_it",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def secret(self) -> str:
        return secret_of(self.nonce)


@dataclass(frozen=True)
class Actor:
    """The badge that does an action, and its device."""

    badge: Badge
    device: str = ""


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def open(self, at: datetime) -> "InvitationQuerySet":
        return self.filter(used_at=None, withdrawn_at=None, expires_at__gt=at)


class Invitation(models.Model):
    """A one-time link to an organizer's account, for one event or for the whole site."""

    nonce = models.CharField(max_length=44)
    hashed = models.CharField(max_length=64, unique=True)
    event = models.ForeignKey("tournament.Event", null=True, blank=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.OneToOneField(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(used_at=None, used_by=None)
                | models.Q(used_at__isnull=False, used_by__isnull=False),
                name="invitation_is_used_by_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"Invitation to {self.event or 'the site'}"

    @property
    def token(self) -> str:
        return secret_of(self.nonce)
