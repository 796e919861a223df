"""Parts of addresses that open something. Their routes declare them; logs leave them out (config/logs.py)."""

from django.urls.converters import StringConverter


class Secret(StringConverter):
    """``<secret:token>``"""
