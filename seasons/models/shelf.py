from datetime import datetime

from django.db import models


class Shelf(models.TextChoices):
    """Why an event isn't on the list of events."""

    DRAFT = "draft", "a draft"
    ARCHIVE = "archive", "archived"
    DELETED = "deleted", "to be deleted"


class ShelvedQuerySet(models.QuerySet["Shelved"]):
    def now(self) -> "ShelvedQuerySet":
        return self.filter(ended_at=None)

    def due(self, now: datetime) -> "ShelvedQuerySet":
        return self.now().filter(due_at__lte=now)


class Shelved(models.Model):
    """A shelf that an event is on until ``ended_at``, which takes it off the list of events.

    An event on the shelf ``DELETED`` is deleted with all its rows at ``due_at``, in real time.
    """

    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="shelved")
    shelf = models.CharField(max_length=8, choices=Shelf)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", models.PROTECT, related_name="+")
    due_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ShelvedQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("event", "shelf"), condition=models.Q(ended_at=None), name="event_on_a_shelf_once"
            ),
            models.CheckConstraint(
                condition=models.Q(shelf=Shelf.DELETED, due_at__isnull=False)
                | (~models.Q(shelf=Shelf.DELETED) & models.Q(due_at=None)),
                name="shelved_to_delete_has_its_day",
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}, {self.get_shelf_display()}"
