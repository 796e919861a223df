"""Access control. Every view has exactly one of these decorators; a test checks every URL.

``needs`` and ``everyone`` load the event in the URL, activate its time zone, and set ``request.event``,
``request.at`` (the time on the event's clock) and ``request.real``. ``needs`` also sets ``request.by`` (the
actor).
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.defaults import permission_denied
from django_htmx.middleware import HtmxDetails

from accounts.limited import why_not_here
from accounts.numbers import whole
from tournament.event.day_rows import share_rows, shared_event
from tournament.models import Actor, Badge, Event, Role
from tournament.models.keys import CREW, KEYS, Key
from tournament.schedule.clock import event_now
from tournament.sessions import BADGES, DEVICE, DEVICE_NAME, SIGNED_OUT, SINCE

View = Callable[..., HttpResponseBase]


class Request(HttpRequest):
    event: Event
    at: datetime
    real: datetime
    by: Actor
    htmx: HtmxDetails


HOME = "home"
"""The cookie with the role of the browser's badge at one event; static/js/home.js reads it."""
MOST_BADGES = 20
SHOWS_ONLY = ("GET", "HEAD")
WORN = CREW | {Role.TEAM, Role.TABLET}
"""The roles whose badges a browser can wear, that is, be signed in with."""


def marked(view: View, what: str) -> View:
    """Store on a view who may open it, for the test that checks every URL."""
    view.__dict__["access"] = what
    return view


def needs(what: str) -> Callable[[View], View]:
    """Require a badge that ``KEYS[what]`` accepts, at the event in the URL."""
    key = KEYS[what]

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Request, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            badge = _enter_with_badge(request, slug, key)
            if badge is None:
                return _refused(request, key)
            if outside := _outside(request, badge, kwargs):
                return permission_denied(request, PermissionDenied(outside))
            request.by = Actor(badge, device_of(request))
            with timezone.override(request.event.zone):
                response = _held(request) or view(request, *args, **kwargs)
            share_rows(request.event)
            add_never_cache_headers(response)
            if request.COOKIES.get(HOME) != badge.role:
                _tell_home(response, badge)
            return response

        return marked(guarded, what)

    return decorate


def everyone(view: View) -> View:
    """Let anybody open a public page of an event. It is cached only if the view is also ``cached``."""

    @wraps(view)
    def guarded(request: Request, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        _enter(request, slug)
        with timezone.override(request.event.zone):
            response = view(request, *args, **kwargs)
        share_rows(request.event)
        if "cached" not in view.__dict__:
            add_never_cache_headers(response)
        return response

    return marked(guarded, "everyone")


@dataclass(frozen=True)
class Cached:
    """How ``server.live.page_cache`` caches a view.

    The big screen shows its next part every ``rotates_every`` seconds; other pages have 0. A page that
    ``is_large`` takes long to render. A view that ``is_strict`` refuses an invalid parameter; others never
    see it. A page ``by_team`` has a line for each team, and a stream gets only those of the teams it names.
    """

    reads: type[forms.Form]
    """The form for the view's query parameters."""
    rotates_every: int
    is_large: bool
    is_strict: bool
    by_team: bool

    @property
    def typed(self) -> set[str]:
        """The parameters that take any text, not one of a few choices."""
        fields = self.reads.base_fields
        return {name for name, field in fields.items() if type(field) is forms.CharField}

    def parameters(self, asked: Mapping[str, str]) -> dict[str, Any] | None:
        """The valid, nonempty parameters. They are part of the cache key. None: the view refuses them."""
        form = self.reads(asked)
        if not form.is_valid() and self.is_strict:
            return None
        return {name: value for name, value in form.cleaned_data.items() if value}


def cached(
    reads: type[forms.Form] = forms.Form,
    *,
    rotates_every: int = 0,
    is_large: bool = False,
    is_strict: bool = False,
    by_team: bool = False,
) -> Callable[[View], View]:
    """Mark a public view as cacheable. Its page must not depend on who requests it.

    Query parameters that ``reads`` doesn't know never reach the view.
    """

    def decorate(view: View) -> View:
        view.__dict__["cached"] = Cached(reads, rotates_every, is_large, is_strict, by_team)
        return view

    return decorate


def anybody(view: View) -> View:
    """Let anybody open a page that belongs to no event: the front page, sign-in, a private link."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.at = request.real = timezone.now()
        return view(request, *args, **kwargs)

    return marked(guarded, "anybody")


def organizers(view: View) -> View:
    """Require a signed-in organizer, for a page that belongs to no event."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (request.user.is_authenticated and request.user.is_staff):
            raise PermissionDenied(_why_out(request) or "This page is for organizers. Sign in first.")
        request.at = request.real = timezone.now()
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    return marked(guarded, "organizers")


def asks_again(view: View) -> View:
    """Require a recent password (``ACCOUNT_REAUTHENTICATION_TIMEOUT``) for an action.

    A badge from a private link has no password, and isn't asked for one.
    """

    def has_password(request: Request) -> bool:
        return request.by.badge.user_id is not None

    asking: View = reauthentication_required(enabled=has_password)(view)
    return asking


def wear(request: Request, badge: Badge) -> None:
    """Sign this browser in with a badge (put it on). It keeps the newest ``MOST_BADGES``."""
    worn = [pk for pk in request.session.get(BADGES, []) if pk != badge.pk]
    request.session.cycle_key()  # Somebody who knows the old cookie must not get the badge.
    request.session[BADGES] = [*worn, badge.pk][-MOST_BADGES:]
    remember_device(request)


def is_known(request: Request) -> bool:
    """Whether crew signed in on this browser before, even if signed out since. At most one query."""
    return signed_in(request) and Badge.objects.filter(_worn(request), role__in=CREW).exists()


def instead_of(request: Request, badge: Badge) -> Badge | None:
    """The badge that signs this browser's actions and that ``badge`` would replace. At most one query."""
    roles = CREW if badge.role in CREW else frozenset({badge.role})
    now = _newest(request, [one for one in _badges(request, badge.event) if one.role in roles])
    return None if now is None or now.pk == badge.pk else now


def remember_device(request: Any) -> None:
    """Store this browser's name and the time of sign-in, for the list of signed-in devices."""
    request.session[DEVICE_NAME] = device_of(request)
    request.session[SINCE] = timezone.now().isoformat()
    request.session.pop(SIGNED_OUT, None)


def who_is_here(request: Request) -> dict[str, Any]:
    """The account and the badges of this browser, as arguments for the list of signed-in devices."""
    user = request.user.pk if request.user.is_authenticated else None
    return {"user_id": user, "badges": request.session.get(BADGES, [])}


def sign_out(request: Request, response: HttpResponseBase) -> None:
    for badge in Badge.objects.filter(_worn(request)).select_related("event"):
        _forget_home(response, badge.event)
    logout(request)


def public_by(request: Request) -> Actor:
    """The actor for the log when a visitor without a badge acts, such as at sign-up. One query."""
    return Actor(request.event.badges.get(role=Role.PUBLIC), device_of(request))


def may(request: Request, what: str) -> bool:
    """Whether this browser has a badge for ``what`` (see ``KEYS``). At most one query."""
    return _newest(request, _opening(request, KEYS[what])) is not None


def worn_here(request: Request) -> Badge | None:
    """This browser's newest badge at the request's event. At most one query."""
    if not signed_in(request):
        return None
    return _newest(request, [badge for badge in _badges(request, request.event) if badge.role in WORN])


def signed_in(request: Request) -> bool:
    return bool(request.session.get(BADGES)) or request.user.is_authenticated


def worn_anywhere(request: Request) -> list[Badge]:
    """This browser's badges at all events, the one put on last first. At most one query."""
    if not signed_in(request):
        return []
    mine = Badge.objects.worn().filter(_worn(request), role__in=WORN)
    newest = mine.select_related("event").order_by("-pk")
    return sorted(newest, key=lambda badge: _put_on(request, badge), reverse=True)[:MOST_BADGES]


def tell_homes(response: HttpResponseBase, badges: list[Badge]) -> None:
    for badge in reversed(badges):
        _tell_home(response, badge)


def device_of(request: Request) -> str:
    """A short name for this browser that lasts all day: its kind, and a random mark."""
    mark = request.session.get(DEVICE)
    if mark is None:
        mark = request.session[DEVICE] = secrets.token_hex(3)
    agent = request.headers.get("User-Agent", "")
    kind = next(
        (word for word in ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux") if word in agent),
        "device",
    )
    return f"{kind} {mark}"


def _enter(request: Request, slug: str, event: Event | None = None) -> None:
    """Set the request's event and time. One query, unless the event is given; see ``shared_event``."""
    if event is None:
        shows = request.method in SHOWS_ONLY
        event = shared_event(slug) if shows else Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404("There is no event at this address. Check the link, or look at the list of events.")
    request.event = event
    request.real = timezone.now()
    request.at = event_now(request.event, request.real)


def _enter_with_badge(request: Request, slug: str, key: Key) -> Badge | None:
    """Set the request's event and time; return the newest badge that ``key`` accepts.

    Two queries to show a page, and one more after any action. One for an action, which reads the event with
    its badge.
    """
    if request.method in SHOWS_ONLY:
        _enter(request, slug)
        badges = _badges(request, request.event)
    else:
        here = Badge.objects.worn().filter(event__slug=slug).select_related("event", "team")
        badges = list(here.filter(_worn(request))) if signed_in(request) else []
        _enter(request, slug, badges[0].event if badges else None)
    return _newest(request, [badge for badge in badges if key.opens(badge)])


def _outside(request: Request, badge: Badge, address: Mapping[str, Any]) -> str:
    """The refusal if the badge is limited to tables other than the URL's; else empty. At most one query."""
    found = request.resolver_match
    is_action = request.method not in SHOWS_ONLY
    return why_not_here(badge, found.route if found else "", address, is_action=is_action)


def _tell_home(response: HttpResponseBase, badge: Badge) -> None:
    """Set the cookie with the badge's role at its event.

    Public pages are the same for everybody, so a script shows the link home (static/js/home.js).
    """
    response.set_cookie(
        HOME,
        badge.role,
        max_age=settings.SESSION_COOKIE_AGE,
        path=reverse("hall:event", args=[badge.event.slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _refused(request: Request, key: Key) -> HttpResponseBase:
    """The 403 page. It also deletes the ``HOME`` cookie if its badge is no longer valid."""
    response = permission_denied(request, PermissionDenied(_why_out(request) or key.refused))
    if request.COOKIES.get(HOME) in key.roles:
        _forget_home(response, request.event)
    return response


def _why_out(request: Request) -> str:
    """The sentence for a browser that was signed out because it was idle; empty for others."""
    return str(request.session.get(SIGNED_OUT, ""))


def _forget_home(response: HttpResponseBase, event: Event) -> None:
    response.delete_cookie(HOME, path=reverse("hall:event", args=[event.slug]), samesite="Lax")


def _held(request: Request) -> HttpResponseBase | None:
    """The 409 response if the posted form was filled in under another badge; None if it may be sent.

    The form has that badge's id (``parts/_entered_by.html``). The entry of a revoked badge may be sent by a
    new badge of the same name, a head referee or an organizer. At most one query.
    """
    entered_by = request.POST.get("entered_by", "")
    if entered_by in ("", str(request.by.badge.pk)):
        return None
    number = whole(entered_by)
    other = None if number is None else request.event.badges.filter(pk=number).first()
    if other and other.revoked_at and _takes_over(request.by.badge, other):
        return None
    if other and not _may_know(request, other):
        other = None
    if other and other.revoked_at:
        sentence = (
            f"Entered by {other.name}, whose badge was taken back. It will be sent when {other.name} gets "
            f"the badge back and signs in here, or when a head referee or the organizer signs in here."
        )
    elif other:
        sentence = f"Entered by {other.name}. Sign in as {other.name} to send it, or discard it."
    else:
        # It may be an earlier badge of the same person.
        sentence = "Entered with another badge. Sign in with that badge to send it, or discard it."
    return render(request, "refused.html", {"event": request.event, "sentence": sentence}, status=409)


def _takes_over(badge: Badge, old: Badge) -> bool:
    """Whether ``badge`` may send an entry that was made with ``old``, a revoked badge."""
    if badge.role == Role.ORGANIZER or badge.is_head:
        return True
    return (badge.role, badge.name.casefold()) == (old.role, old.name.casefold())


def _may_know(request: Request, other: Badge) -> bool:
    """Whether this browser may know whose badge it is: crew may, and a browser that wore it before."""
    return request.by.badge.role in CREW or other.pk in request.session.get(BADGES, [])


def _opening(request: Request, key: Key) -> list[Badge]:
    return [badge for badge in _badges(request, request.event) if key.opens(badge)]


def _badges(request: Request, event: Event) -> list[Badge]:
    """All badges of this browser and of its signed-in user at an event. At most one query."""
    if not signed_in(request):
        return []
    mine = _worn(request) if event.room else _put_on_here(request)
    return list(event.badges.worn().filter(mine).select_related("team"))


def _put_on_here(request: Request) -> Q:
    """The badges that this browser put on, and its user's. These are all at an event that shares no room."""
    mine = Q(pk__in=request.session.get(BADGES, []))
    return mine | Q(user=request.user) if request.user.is_authenticated else mine


def _worn(request: Request) -> Q:
    """The badges that this browser put on, their twins at the room's other event, and its user's badges."""
    put_on = Badge.objects.worn().filter(pk__in=request.session.get(BADGES, []))
    # If the twin's link was opened, also the badge that it is a twin of.
    is_twin_of = Q(key__in=put_on.filter(twin_of__isnull=False).values("twin_of"))
    return _put_on_here(request) | Q(twin_of__in=put_on.values("key")) | is_twin_of


def _newest(request: Request, badges: list[Badge]) -> Badge | None:
    """The one of these that was put on last."""
    return max(badges, key=lambda badge: _put_on(request, badge), default=None)


def _put_on(request: Request, badge: Badge) -> int:
    """The order in which badges were put on; -1 for one that comes with signing in."""
    worn = request.session.get(BADGES, [])
    return worn.index(badge.pk) if badge.pk in worn else -1
