"""The entry point for an ASGI server."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()  # Before anything imports models.

from server.application import application  # noqa: E402

__all__ = ["application"]
