from django.apps import AppConfig


class RehearsalConfig(AppConfig):
    """The app of the bots, for their management command."""

    name = "rehearsal"
