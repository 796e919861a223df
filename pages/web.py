"""Screens, and the responses of their views."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol, TypeVar
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.access import Request, View, everyone, needs
from accounts.numbers import whole
from tournament.errors import Refused
from tournament.schedule.clock import event_now

Done = TypeVar("Done")

USED = {"sent.otherwise": "key", "hand.saved-otherwise": "hand_id"}
"""Refusals of a form whose key has made another entry, with the field that has the key."""

LONGEST_WAIT = 6 * 60 * 60
"""The most seconds that an entry may say it waited on a phone: a day at the tables."""


@dataclass(frozen=True, kw_only=True)
class Screen:
    """A page of an event, and the fragment of it that htmx swaps; without a fragment, htmx gets the page.

    Both templates get ``event``.
    """

    needs: str
    """A key of ``accounts.access.needs``, or "everyone"."""
    page: str
    fragment: str = ""
    home: str = ""
    """The URL name of the screen."""
    cached: Callable[[View], View] | None = None
    context: Callable[..., Mapping[str, Any]]
    """Gets the request and the URL's arguments, and returns the context of both templates."""
    layout: Callable[[Request], Mapping[str, Any]] = lambda request: {}
    """Returns what only the page needs, around the fragment."""


def page_view(screen: Screen) -> View:
    """Make the view of a screen. htmx gets the fragment, unless the page is cached: then all get the page."""
    render_it = _page if screen.cached else render_screen
    return _guarded(screen, lambda request, **address: render_it(request, _at(screen, address)))


def fragment_view(screen: Screen) -> View:
    """Make the view of a screen's fragment at a separate URL. Cached pages need one."""
    return _guarded(screen, lambda request, **address: render_fragment(request, _at(screen, address)))


def _guarded(screen: Screen, view: View) -> View:
    safe = require_safe(view)
    if screen.needs != "everyone":
        return needs(screen.needs)(safe)
    return everyone(screen.cached(safe) if screen.cached else safe)


def _at(screen: Screen, address: Mapping[str, Any]) -> Screen:
    return replace(screen, context=partial(screen.context, **address)) if address else screen


class Refusable(Protocol):
    """Where a command's refusal is shown: a form, or several on one page."""

    @property
    def fields(self) -> Container[str]: ...

    def is_valid(self) -> bool: ...

    def add_error(self, field: str | None, error: forms.ValidationError) -> None: ...


def do(form: Refusable, command: Callable[[], Done]) -> Done | None:
    """Run the command if the form is valid. If the command refuses, add an error to the field it names."""
    if not form.is_valid():
        return None
    try:
        return command()
    except Refused as refused:
        if refused.code in USED and isinstance(form, forms.BaseForm):
            _renew(form, USED[refused.code])
        form.add_error(refused.field if refused.field in form.fields else None, RefusedError(refused))
        return None


def _renew(form: forms.BaseForm, key: str) -> None:
    """Give the form that was sent a new key: its next press is another entry."""
    sent = QueryDict(mutable=True)
    sent.update(form.data)
    sent[form.add_prefix(key)] = str(uuid4())
    form.data = sent


class RefusedError(forms.ValidationError):
    """A refusal as a form error that has its code (``form.errors.as_data``)."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(str(refused), code=refused.code)
        self.refused = refused


def refusal(form: forms.Form) -> str:
    return " ".join(str(sentence) for sentences in form.errors.values() for sentence in sentences)


def render_screen(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    if request.htmx and screen.fragment and not request.htmx.history_restore_request:
        return render_fragment(request, screen, status=status, **more)
    return _page(request, screen, status=status, **more)


def _page(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {"event": request.event, **screen.layout(request), **screen.context(request), **more}
    return render(request, screen.page, context, status=status)


def render_fragment(request: Request, screen: Screen, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {"event": request.event, **screen.context(request), **more}
    return render(request, screen.fragment, context, status=status)


def respond(
    request: Request,
    screen: Screen,
    form: forms.Form,
    /,
    *,
    back: str = "",
    message: str = "",
    **refused: Any,
) -> HttpResponse:
    """The response to a post: the fragment for htmx, else a redirect to ``back`` or the screen's home.

    ``message`` is the success message. A form with errors gets a 422: the fragment, or the whole page, with
    ``refused`` in its context.
    """
    if form.errors:
        return render_screen(request, screen, status=422, **refused)
    if request.htmx and screen.fragment:
        return render_fragment(request, screen, message=message)
    if message:
        messages.success(request, message)
    return redirect(back) if back else redirect(screen.home, request.event.slug)


def go(request: Request, address: str) -> HttpResponse:
    """Redirect after an action, also if htmx posted it."""
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


def effective_at(request: Request) -> datetime:
    """The time of the press on the event's clock: now, unless the entry waited on a phone.

    The phone sends how many seconds the entry waited (static/js/outbox/sending.js). Its clock measures both
    ends, so a wrong clock doesn't matter.
    """
    waited = min(whole(request.POST.get("waited", "")) or 0, LONGEST_WAIT)
    return event_now(request.event, timezone.now() - timedelta(seconds=waited)) if waited else request.at
