"""The few words every view uses to answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render

from pages.access import Request
from tournament.errors import Refused


@contextmanager
def refusals_on(form: forms.Form) -> Iterator[None]:
    """Put a refused deed's sentence on the form, beside the field it is about."""
    try:
        yield
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def answer(
    request: Request, *, page: str, fragment: str, context: dict[str, Any], back: str, is_refused: bool
) -> HttpResponse:
    """Answer a post: the fragment where htmx asked, else the page again, or back to where it was posted from.

    ``back`` is an address. A refused post answers 422 with the sentence on the page.
    """
    if request.htmx:
        return render(request, fragment, context, status=422 if is_refused else 200)
    if is_refused:
        return render(request, page, context, status=422)
    return redirect(back)
