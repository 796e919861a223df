from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models


class Club(models.Model):
    """Organizers who share records of the people who play. Nobody outside the club sees these.

    A person is forgotten after ``person_days`` without an event.
    """

    key = models.UUIDField(unique=True, default=uuid4)
    name = models.CharField(max_length=60)
    person_days = models.PositiveSmallIntegerField(default=730)
    made_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(person_days__gte=30), name="club_remembers_a_month"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def remembers(self) -> timedelta:
        return timedelta(days=self.person_days)


class MemberQuerySet(models.QuerySet["Member"]):
    def now(self) -> "MemberQuerySet":
        return self.filter(ended_at=None)


class Member(models.Model):
    """An organizer's account in a club, until ``ended_at``."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="members")
    user: Any = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = MemberQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("club", "user"), condition=models.Q(ended_at=None), name="member_of_a_club_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} of {self.club}"


class ClubEvent(models.Model):
    """The club that an event belongs to. An event without this row belongs to none."""

    event = models.OneToOneField("tournament.Event", models.PROTECT, related_name="of_club")
    club = models.ForeignKey(Club, models.PROTECT, related_name="events")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.event} of {self.club}"
