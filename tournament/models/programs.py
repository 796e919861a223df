"""What other programs may do at an event, and what they hear of it."""

from django.db import models


class Scope(models.TextChoices):
    """What a token may do. Everything public needs none."""

    READ = "read", "Read the log"
    RESULTS = "results", "Enter results"
    DESK = "desk", "Do the desk's work"


class Token(models.Model):
    """What a program shows to use the API: the database has only its hash.

    Its ``badge`` names the program, signs what it does, and revokes it. ``tables`` are the numbers of the
    tables whose results it may enter; empty: all.
    """

    badge = models.OneToOneField("tournament.Badge", on_delete=models.PROTECT, related_name="token")
    scope = models.CharField(max_length=7, choices=Scope)
    tables = models.JSONField(default=list)
    hashed = models.CharField(max_length=64, unique=True)
    secret = ""

    def __str__(self) -> str:
        return f"{self.badge}: {self.get_scope_display()}"
