"""The few words every view uses to answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from pages.access import Request
from pages.numbers import whole
from tournament.errors import Refused
from tournament.queries.clock import event_now

LONGEST_WAIT = 6 * 60 * 60
"""The seconds that an entry is believed to have waited on a phone: a day at the tables."""


@contextmanager
def refusals_on(form: forms.Form) -> Iterator[None]:
    """Put a refused deed's sentence on the form, beside the field it is about."""
    try:
        yield
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))


def do(request: Request, form: forms.Form, deed: Callable[..., object], **what: Any) -> None:
    """Do what was pressed, with what was typed, for whoever pressed. What is refused stands on the form."""
    if form.is_valid():
        with refusals_on(form):
            deed(**what, **form.cleaned_data, by=request.by, at=request.at)


def refusal(form: forms.Form) -> str:
    """All that stands against a form, in one line; empty if nothing does."""
    return " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences)


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


def go(request: Request, address: str) -> HttpResponse:
    """After a deed, lead to the page at ``address``: also where htmx posted it."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def effective_at(request: Request) -> datetime:
    """When somebody pressed, by the event's clock. Where nothing waited on a phone, that is now.

    The phone says for how many seconds its entry has waited (static/js/sending.js): by its own clock at both
    ends, so that a clock that is wrong doesn't matter. One that was set in between is believed within reason.
    """
    waited = min(whole(request.POST.get("waited", "")) or 0, LONGEST_WAIT)
    return event_now(request.event, timezone.now() - timedelta(seconds=waited)) if waited else request.at
