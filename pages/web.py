"""The few words every view uses to answer."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from accounts.access import Request
from accounts.numbers import whole
from tournament.errors import Refused
from tournament.queries.clock import event_now

Done = TypeVar("Done")

LONGEST_WAIT = 6 * 60 * 60
"""The seconds that an entry is believed to have waited on a phone: a day at the tables."""


@dataclass(frozen=True, kw_only=True)
class Screen:
    """A page, and the fragment of it that htmx swaps; without one, htmx gets the page too.

    ``shown`` is what both show, ``frame`` what only the page has around it. ``home`` is the name of its
    address at an event, where a post leads back to.
    """

    page: str
    fragment: str = ""
    home: str = ""
    shown: Callable[[Request], Mapping[str, Any]]
    frame: Callable[[Request], Mapping[str, Any]] = lambda request: {}


class Refusable(Protocol):
    """What a command's refusal is shown on: a form, or a paper of several."""

    @property
    def fields(self) -> Container[str]: ...

    def is_valid(self) -> bool: ...

    def add_error(self, field: str | None, error: str) -> None: ...


def do(form: Refusable, command: Callable[[], Done]) -> Done | None:
    """Do what was typed, if the form is in order. What is refused is said beside its field."""
    if not form.is_valid():
        return None
    try:
        return command()
    except Refused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return None


def refusal(form: forms.Form) -> str:
    """All that was refused of a form, in one line; empty if nothing was."""
    return " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences)


def show(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page; the fragment of it where htmx asked."""
    if request.htmx and screen.fragment and not request.htmx.history_restore_request:
        return fresh(request, screen, status=status, **more)
    context = {**screen.frame(request), **screen.shown(request), **more}
    return render(request, screen.page, context, status=status)


def fresh(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    """The fragment alone, as it is now."""
    return render(request, screen.fragment, {**screen.shown(request), **more}, status=status)


def answer(
    request: Request, screen: Screen, form: forms.Form, /, *, back: str = "", told: str = "", **refused: Any
) -> HttpResponse:
    """Answer a post: the fragment where htmx asked, else ``back`` to an address, or to the screen's own.

    What the form was refused for is shown in the fragment, or the whole page, with 422 and what was
    ``refused``. ``told`` is the good news.
    """
    if form.errors:
        return show(request, screen, status=422, **refused)
    if request.htmx and screen.fragment:
        return fresh(request, screen, told=told)
    if told:
        messages.success(request, told)
    return redirect(back) if back else redirect(screen.home, request.event.slug)


def go(request: Request, address: str) -> HttpResponse:
    """After an action, lead to the page at ``address``: also where htmx posted it."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def effective_at(request: Request) -> datetime:
    """When somebody pressed, by the event's clock. Where nothing waited on a phone, that is now.

    The phone says for how many seconds its entry has waited (static/js/sending.js): by its own clock at both
    ends, so that a clock that is wrong doesn't matter. One that was set in between is believed within reason.
    """
    waited = min(whole(request.POST.get("waited", "")) or 0, LONGEST_WAIT)
    return event_now(request.event, timezone.now() - timedelta(seconds=waited)) if waited else request.at
