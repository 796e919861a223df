"""Amounts in templates."""

from django.template import Library

from rules.money.words import dollars

register = Library()
register.filter("dollars", dollars)


@register.filter
def typed(cents: int) -> str:
    """The amount as people type it: ``7.50``."""
    return f"{cents // 100}.{cents % 100:02d}"
