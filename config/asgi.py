"""Where an ASGI server finds Uptown: everything in front of Django, Django itself, and the ticker."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()  # Only then are there models to import.

from server.application import application  # noqa: E402

__all__ = ["application"]
