from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """A Django session, with columns for the list of devices (``tournament/sessions.py``)."""

    device = models.CharField(max_length=80, blank=True)
    since = models.DateTimeField(null=True, blank=True)
    user_id = models.IntegerField(null=True, blank=True, db_index=True)
    worn = models.CharField(max_length=300, blank=True)
    """Has the ids of its badges, each between two spaces."""


class HeldEntry(models.Model):
    """An entry that a phone had sent before the database was restored, and that the backup lacks."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="held_entries")
    key = models.UUIDField()
    """The entry's id on the phone."""
    title = models.CharField(max_length=120)
    """What it is about."""
    badge = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    """It came in, or somebody discarded it."""

    class Meta:
        ordering = ("title", "pk")
        constraints = (models.UniqueConstraint(fields=("event", "key"), name="held_entry_once"),)

    def __str__(self) -> str:
        return self.title
