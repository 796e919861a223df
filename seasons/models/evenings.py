from django.db import models

from seasons.models.clubs import Club
from seasons.models.people import Person


class AskedEvening(models.Model):
    """An event to which a club asks its people to come (Rulebook G-11). Nobody is asked without this row."""

    event = models.OneToOneField("tournament.Event", models.PROTECT, related_name="asked")
    club = models.ForeignKey(Club, models.PROTECT, related_name="asked_evenings")
    is_on = models.BooleanField(default=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Who comes to {self.event}"


class Comes(models.TextChoices):
    YES = "yes", "yes"
    MAYBE = "maybe", "maybe"
    NO = "no", "no"


class EveningAnswer(models.Model):
    """What a person answered; the last row counts. A yes is in line from its ``at`` (Rulebook G-12)."""

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="answers")
    person = models.ForeignKey(Person, models.PROTECT, related_name="answers")
    comes = models.CharField(max_length=5, choices=Comes)
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.person}: {self.get_comes_display()}"
