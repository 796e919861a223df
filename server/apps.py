from django.apps import AppConfig


class ServerConfig(AppConfig):
    """What runs in front of Django and around it, as an app for its commands."""

    name = "server"
