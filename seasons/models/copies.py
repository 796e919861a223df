from django.db import models


class Copied(models.Model):
    """An event that was opened as a copy of another: of that with the key ``of``, which may be gone."""

    event = models.OneToOneField("tournament.Event", models.PROTECT, related_name="copied")
    of = models.UUIDField()

    def __str__(self) -> str:
        return f"{self.event}, a copy"
