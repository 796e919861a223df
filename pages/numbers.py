"""Numbers in templates."""

from django.template import Library

from rules.numbers import minus, plus_minus

register = Library()
register.filter("minus", minus)
register.filter("plus_minus", plus_minus)
