from django.apps import AppConfig

from scoring.refusals import SENTENCES as OWN
from tournament.errors import SENTENCES


class ScoringConfig(AppConfig):
    """The ``scoring`` app."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let a refusal of this package be said where any is."""
        SENTENCES.update(OWN)
