from django.apps import AppConfig


class RehearsalConfig(AppConfig):
    """Bots that live a day through HTTP, as an app for their command."""

    name = "rehearsal"
