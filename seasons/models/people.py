from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models

from seasons.models.clubs import Club


class PersonQuerySet(models.QuerySet["Person"]):
    def known(self) -> "PersonQuerySet":
        """The people who weren't merged into another person."""
        return self.filter(merged_into=None)


class Person(models.Model):
    """Somebody who plays at a club's events. Nothing about them is public unless they agreed.

    ``contact`` is stored only with their consent, given at ``consent_at``. From ``public_at`` on, the name is
    on the club's public pages. From ``page_at`` on, anyone with their code can read their results. A minor
    needs a guardian. Their private link to the club's evenings has the secret of ``link`` (Rulebook G-11).
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="people")
    key = models.UUIDField(unique=True, default=uuid4)
    name = models.CharField(max_length=60)
    contact = models.CharField(max_length=120, blank=True)
    consent_at = models.DateTimeField(null=True, blank=True)
    public_at = models.DateTimeField(null=True, blank=True)
    page_at = models.DateTimeField(null=True, blank=True)
    is_minor = models.BooleanField(default=False)
    guardian = models.CharField(max_length=60, blank=True)
    # Listed apart from guests where a club asks who comes.
    is_regular = models.BooleanField(default=False)
    link = models.UUIDField(unique=True, default=uuid4)
    made_at = models.DateTimeField()
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged")

    objects = PersonQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(contact="") | models.Q(consent_at__isnull=False),
                name="person_agreed_to_be_reached",
            ),
            models.CheckConstraint(
                condition=models.Q(is_minor=False) | ~models.Q(guardian=""),
                name="person_minor_has_a_guardian",
            ),
        )

    def __str__(self) -> str:
        return self.name


class PeopleChange(models.Model):
    """A merge of two people or a split of one, until ``undone_at``.

    Merge: ``other`` is now part of ``one``. Split: ``other`` was made from some of ``one``'s appearances.
    """

    class Kind(models.TextChoices):
        MERGE = "merge", "merged"
        SPLIT = "split", "split"

    kind = models.CharField(max_length=5, choices=Kind)
    one = models.ForeignKey(Person, models.PROTECT, related_name="changes")
    other = models.ForeignKey(Person, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by: Any = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=~models.Q(one=models.F("other")), name="people_change_has_two"),
        )

    def __str__(self) -> str:
        return f"{self.one} and {self.other}, {self.get_kind_display()}"


class How(models.TextChoices):
    """How somebody was recognized."""

    CONTACT = "contact", "by phone or e-mail"
    NAME = "name", "by name"
    CODE = "code", "by their code"
    HAND = "hand", "by an organizer"
    NEW = "new", "new here"
    CHANGE = "change", "when people were merged or split"


class AppearanceQuerySet(models.QuerySet["Appearance"]):
    def now(self) -> "AppearanceQuerySet":
        return self.filter(ended_at=None)


class Appearance(models.Model):
    """The person that a player of an event is, until ``ended_at``. A merge or split sets ``change``."""

    player = models.ForeignKey("tournament.Player", models.PROTECT, related_name="appearances")
    person = models.ForeignKey(Person, models.PROTECT, related_name="appearances")
    how = models.CharField(max_length=7, choices=How)
    at = models.DateTimeField()
    # None for the desk, and for people who typed their own code: they have no account.
    by: Any = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    change = models.ForeignKey(
        PeopleChange, models.PROTECT, null=True, blank=True, related_name="appearances"
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = AppearanceQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("player",), condition=models.Q(ended_at=None), name="player_is_one_person"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} is {self.person}"
