"""The few words every view uses to answer."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.access import Request, View, everyone, needs
from accounts.numbers import whole
from tournament.errors import Refused
from tournament.queries.clock import event_now

Done = TypeVar("Done")

LONGEST_WAIT = 6 * 60 * 60
"""The seconds that an entry is believed to have waited on a phone: a day at the tables."""


@dataclass(frozen=True, kw_only=True)
class Screen:
    """A page of an event, and the fragment of it that htmx swaps; without one, htmx gets the page too.

    ``needs`` says who may open it, as in ``accounts.access``; "everyone" is anybody. A public page is
    ``cached``. ``shown`` is what both show, ``frame`` what only the page has around it; both have the event.
    ``shown`` gets the arguments of the address. ``home`` is the name of the screen's address, where an action
    leads back to.
    """

    needs: str
    page: str
    fragment: str = ""
    home: str = ""
    cached: Callable[[View], View] | None = None
    shown: Callable[..., Mapping[str, Any]]
    frame: Callable[[Request], Mapping[str, Any]] = lambda request: {}


def opened(screen: Screen) -> View:
    """The view of a screen. htmx gets the fragment, except of a cached page, which is the same for all."""
    answer = _page if screen.cached else show
    return _guarded(screen, lambda request, **address: answer(request, _at(screen, address)))


def refreshed(screen: Screen) -> View:
    """The view of a screen's fragment at an address of its own, as cached pages need it."""
    return _guarded(screen, lambda request, **address: fresh(request, _at(screen, address)))


def _guarded(screen: Screen, view: View) -> View:
    safe = require_safe(view)
    if screen.needs != "everyone":
        return needs(screen.needs)(safe)
    return everyone(screen.cached(safe) if screen.cached else safe)


def _at(screen: Screen, address: Mapping[str, Any]) -> Screen:
    return replace(screen, shown=partial(screen.shown, **address)) if address else screen


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
    return _page(request, screen, status=status, **more)


def _page(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {"event": request.event, **screen.frame(request), **screen.shown(request), **more}
    return render(request, screen.page, context, status=status)


def fresh(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {"event": request.event, **screen.shown(request), **more}
    return render(request, screen.fragment, context, status=status)


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

    The phone says how many seconds its entry waited (static/js/outbox/sending.js): by its own clock at both
    ends, so that a clock that is wrong doesn't matter. One that was set in between is believed within reason.
    """
    waited = min(whole(request.POST.get("waited", "")) or 0, LONGEST_WAIT)
    return event_now(request.event, timezone.now() - timedelta(seconds=waited)) if waited else request.at
