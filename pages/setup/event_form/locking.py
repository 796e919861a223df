"""Fields of settings that can't change any more."""

from typing import Any, NoReturn

from django import forms

from pages.web import RefusedError
from tournament.errors import Refused


def lock_field(form: forms.Form, name: str, why: Refused, *, shows_why: bool = True) -> None:
    """Disable the field and show the sentence. A page from before may send another value: that is refused."""
    bound = form[name]
    field = bound.field
    if form.add_prefix(name) in form.data and field.has_changed(bound.initial, bound.data):

        def refuse(value: Any) -> NoReturn:
            raise RefusedError(why)

        field.clean = refuse  # type: ignore[method-assign]
    field.disabled = True
    if shows_why:
        bound.help_text = str(why)
