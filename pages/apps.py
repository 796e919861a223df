from django.apps import AppConfig


class PagesConfig(AppConfig):
    """The ``pages`` app."""

    name = "pages"
    default_auto_field = "django.db.models.BigAutoField"
