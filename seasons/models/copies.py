from django.db import models
from django.db.models.functions import Lower

from seasons.models.clubs import Club


class Copied(models.Model):
    """An event that was opened as a copy."""

    event = models.OneToOneField("tournament.Event", models.PROTECT, related_name="copied")
    of = models.UUIDField()
    """The key of the original, which may be deleted."""

    def __str__(self) -> str:
        return f"{self.event}, a copy"


class TemplateQuerySet(models.QuerySet["Template"]):
    def now(self) -> "TemplateQuerySet":
        return self.filter(ended_at=None)


class Template(models.Model):
    """An event that a club copies by ``name``, until ``ended_at``. A copy has the event's current setup."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="templates")
    name = models.CharField(max_length=60)
    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="templates")
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = TemplateQuerySet.as_manager()

    class Meta:
        ordering = (Lower("name"), "pk")
        constraints = (
            models.UniqueConstraint(
                "club", Lower("name"), condition=models.Q(ended_at=None), name="template_name_is_its_own"
            ),
        )

    def __str__(self) -> str:
        return self.name
