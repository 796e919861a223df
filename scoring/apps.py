from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """The ``scoring`` app."""

    name = "scoring"
    default_auto_field = "django.db.models.BigAutoField"
