"""Who may do what. Every view wears exactly one of these decorators; a test walks the addresses.

Each finds the event of the address and hangs three things on the request: ``event``, ``at`` (what
the event's clock shows) and ``by`` (whose action it is; not on a page that everybody may look at). Times
on its pages are those on the hall's wall.
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

from accounts.numbers import whole
from tournament.models import Actor, Badge, Event, Role
from tournament.queries.clock import event_now
from tournament.queries.day_rows import with_its_day
from tournament.sessions import BADGES, DEVICE, DEVICE_NAME, SIGNED_OUT, SINCE

View = Callable[..., HttpResponseBase]


class Request(HttpRequest):
    """A request as it comes to a view: with what its decorator and the middleware hung on it."""

    event: Event
    at: datetime
    by: Actor
    htmx: HtmxDetails


HOME = "home"
MOST_BADGES = 20
SHOWS_ONLY = ("GET", "HEAD")

MAY: dict[str, frozenset[str]] = {
    "organizer": frozenset({Role.ORGANIZER}),
    "desk": frozenset({Role.ORGANIZER, Role.DESK}),
    "referee": frozenset({Role.ORGANIZER, Role.REFEREE}),
    "team": frozenset({Role.TEAM}),
    "crew": frozenset({Role.ORGANIZER, Role.DESK, Role.REFEREE}),
}
ONLY_FOR = {
    "organizer": "This page is for the organizers of the event. Sign in, or open the link you were given.",
    "desk": "This page is for the desk. Ask the organizer for a link or a code.",
    "referee": "This page is for referees. Ask the organizer for a link or a code.",
    "team": "This page belongs to a team. Open the team's own link; the desk can show it again.",
    "crew": "This page is for the people who run the event. Ask the organizer for a link or a code.",
}


def marked(view: View, what: str) -> View:
    """Write on a view who it lets in, so that a test can walk the addresses and find one without."""
    view.__dict__["access"] = what
    return view


def needs(what: str) -> Callable[[View], View]:
    """Let a view be used only with a badge that allows ``what``, at the event of the address."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: Request, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            badge = _enter_with_badge(request, slug, MAY[what])
            if badge is None:
                return _refused(request, what)
            request.by = Actor(badge, device_of(request))
            with timezone.override(request.event.zone):
                response = _held(request) or view(request, *args, **kwargs)
            add_never_cache_headers(response)
            if request.COOKIES.get(HOME) != badge.role:
                _tell_home(response, badge)
            return response

        return marked(guarded, what)

    return decorate


def everyone(view: View) -> View:
    @wraps(view)
    def guarded(request: Request, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
        _enter(request, slug)
        with timezone.override(request.event.zone):
            response = view(request, *args, **kwargs)
        if "cached" not in view.__dict__:
            add_never_cache_headers(response)
        return response

    return marked(guarded, "everyone")


@dataclass(frozen=True)
class Cached:
    """How ``server.live.page_cache`` caches a view: which parameters it ``reads``, as this form.

    ``typed`` are those of them in which anything may be written. A page that shows one part after the other
    ``rotates_every`` so many seconds, by the wall's clock. One that takes long to render ``is_large``.
    """

    reads: type[forms.Form]
    rotates_every: int
    is_large: bool

    @property
    def typed(self) -> set[str]:
        """The fields without a limited choice."""
        fields = self.reads.base_fields
        return {name for name, field in fields.items() if type(field) is forms.CharField}

    def words(self, asked: Mapping[str, str]) -> dict[str, Any]:
        form = self.reads(asked)
        form.full_clean()
        return {name: value for name, value in form.cleaned_data.items() if value}


def cached(
    reads: type[forms.Form] = forms.Form, *, rotates_every: int = 0, is_large: bool = False
) -> Callable[[View], View]:
    """Let the page cache have a view of everybody's. Nothing on its page may depend on who asks.

    What else an address asks for makes no other page, and doesn't reach the view.
    """

    def decorate(view: View) -> View:
        view.__dict__["cached"] = Cached(reads, rotates_every, is_large)
        return view

    return decorate


def house(view: View) -> View:
    """A page outside any event, for anybody: the front door, sign-in, a link that opens a badge."""

    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        request.at = timezone.now()
        return view(request, *args, **kwargs)

    return marked(guarded, "house")


def organizers(view: View) -> View:
    @wraps(view)
    def guarded(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not (request.user.is_authenticated and request.user.is_staff):
            raise PermissionDenied(_why_out(request) or "This page is for organizers. Sign in first.")
        request.at = timezone.now()
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    return marked(guarded, "organizers")


def asks_again(view: View) -> View:
    """Ask whoever signed in with a password for it again, if that was a while ago; then do what was asked.

    A badge that came by a link has no password to ask for.
    """
    asking: View = reauthentication_required(enabled=_has_password)(view)
    return asking


def _has_password(request: Request) -> bool:
    return request.by.badge.user_id is not None


def wear(request: Request, badge: Badge) -> None:
    """Put a badge on: from now on this browser may do what it allows."""
    worn = [pk for pk in request.session.get(BADGES, []) if pk != badge.pk]
    request.session.cycle_key()  # Whoever knew the old cookie doesn't wear it.
    request.session[BADGES] = [*worn, badge.pk][-MOST_BADGES:]
    remember_device(request)


def is_known(request: Request) -> bool:
    """Whether somebody of the crew got in on this browser before; it may be out now. One query, if any."""
    return signed_in(request) and Badge.objects.filter(_worn(request), role__in=MAY["crew"]).exists()


def instead_of(request: Request, badge: Badge) -> Badge | None:
    """The badge that now signs here what this one would sign once it is put on. One query, if any."""
    roles = MAY["crew"] if badge.role in MAY["crew"] else frozenset({badge.role})
    now = _newest(request, _badges(request, badge.event.slug), roles)
    return None if now is None or now.pk == badge.pk else now


def remember_device(request: Any) -> None:
    """Write down what this browser is, and since when: it stands on the list of who signed in on it."""
    request.session[DEVICE_NAME] = device_of(request)
    request.session[SINCE] = timezone.now().isoformat()
    request.session.pop(SIGNED_OUT, None)


def who_is_here(request: Request) -> dict[str, Any]:
    user = request.user.pk if request.user.is_authenticated else None
    return {"user_id": user, "badges": request.session.get(BADGES, [])}


def sign_out(request: Request, response: HttpResponseBase) -> None:
    """Take every badge off and end the session; the public pages forget whose page was at home here."""
    for badge in Badge.objects.filter(_worn(request)).select_related("event"):
        _forget_home(response, badge.event)
    logout(request)


def public_by(request: Request) -> Actor:
    return Actor(request.event.badges.get(role=Role.PUBLIC), device_of(request))


def may(request: Request, what: str) -> bool:
    """Whether this browser may do ``what`` at the request's event."""
    return _badge(request, MAY[what]) is not None


def worn_here(request: Request) -> Badge | None:
    """The badge this browser wears at the request's event, if any; the newest. At most one query."""
    if not signed_in(request):
        return None
    return _badge(request, frozenset({Role.ORGANIZER, Role.DESK, Role.REFEREE, Role.TEAM}))


def signed_in(request: Request) -> bool:
    """Whether somebody is signed in on this browser, or it wears a badge. No query beyond the session's."""
    return bool(request.session.get(BADGES)) or request.user.is_authenticated


def worn_anywhere(request: Request) -> list[Badge]:
    """This browser's badges at all events, the one put on last first. One query, if there is any."""
    if not signed_in(request):
        return []
    roles = [Role.ORGANIZER, Role.DESK, Role.REFEREE, Role.TEAM]
    mine = Badge.objects.worn().filter(_worn(request), role__in=roles).select_related("event").order_by("-pk")
    return sorted(mine, key=lambda badge: _put_on(request, badge), reverse=True)[:MOST_BADGES]


def tell_homes(response: HttpResponseBase, badges: list[Badge]) -> None:
    for badge in reversed(badges):
        _tell_home(response, badge)


def device_of(request: Request) -> str:
    """A short name for this browser, the same all day: what it says it is, and a mark of its own."""
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
    """Hang the event of the address on the request, and the moment there. One query, unless it is known."""
    event = event or Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404("There is no event at this address. Check the link, or look at the list of events.")
    request.event = with_its_day(event) if request.method in SHOWS_ONLY else event
    request.at = event_now(request.event, timezone.now())


def _enter_with_badge(request: Request, slug: str, roles: frozenset[str]) -> Badge | None:
    """The same, with the badge of one of ``roles`` that is worn there. One query, where some badge is."""
    badges = _badges(request, slug)
    _enter(request, slug, badges[0].event if badges else None)
    return _newest(request, badges, roles)


def _tell_home(response: HttpResponseBase, badge: Badge) -> None:
    """Let the browser know what kind of badge it wears at an event.

    The public pages are the same for everybody: a script shows the way back (static/js/home.js).
    """
    response.set_cookie(
        HOME,
        badge.role,
        max_age=settings.SESSION_COOKIE_AGE,
        path=reverse("hall:event", args=[badge.event.slug]),
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _refused(request: Request, what: str) -> HttpResponseBase:
    """The answer to who wears no badge for it; where they wore one, the browser forgets its kind."""
    response = permission_denied(request, PermissionDenied(_why_out(request) or ONLY_FOR[what]))
    if request.COOKIES.get(HOME) in MAY[what]:
        _forget_home(response, request.event)
    return response


def _why_out(request: Request) -> str:
    """Why the server signed this browser out by itself, if it did."""
    return str(request.session.get(SIGNED_OUT, ""))


def _forget_home(response: HttpResponseBase, event: Event) -> None:
    response.delete_cookie(HOME, path=reverse("hall:event", args=[event.slug]), samesite="Lax")


def _held(request: Request) -> HttpResponseBase | None:
    """The answer to what another badge entered on this phone: it would be signed by the wrong person.

    The form says whose it was (``parts/_entered_by.html``). A badge that was taken back can send nothing any
    more: its entries go out once it is given back, with a new one of the same name, or are taken over by a
    head referee or an organizer. One query, where it was another's.
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
            f"Entered by {other.name}, whose badge was taken back. It goes out when {other.name} has it back "
            f"and signs in here, or when a head referee or the organizer does."
        )
    else:
        name = other.name if other else "somebody else"
        sentence = f"Entered by {name}. Sign in as {name} to send it, or discard it."
    return render(request, "refused.html", {"event": request.event, "sentence": sentence}, status=409)


def _takes_over(badge: Badge, old: Badge) -> bool:
    """Whether who wears ``badge`` signs for what was entered with ``old``, which was taken back."""
    if badge.role == Role.ORGANIZER or badge.is_head:
        return True
    return (badge.role, badge.name.casefold()) == (old.role, old.name.casefold())


def _may_know(request: Request, other: Badge) -> bool:
    """Whether who asks may know whose badge it is: of the crew, or who wore it here before."""
    return request.by.badge.role in MAY["crew"] or other.pk in request.session.get(BADGES, [])


def _badge(request: Request, roles: frozenset[str]) -> Badge | None:
    """The badge worn at the request's event that is of one of ``roles``. One query."""
    return _newest(request, _badges(request, request.event.slug), roles)


def _badges(request: Request, slug: str) -> list[Badge]:
    """All that this browser wears at an event, and what whoever is signed in has there. One query, if any."""
    if not signed_in(request):
        return []
    return list(Badge.objects.worn().filter(_worn(request), event__slug=slug).select_related("event", "team"))


def _worn(request: Request) -> Q:
    """The badges that this browser has put on, and those of whoever is signed in. No query."""
    mine = Q(pk__in=request.session.get(BADGES, []))
    return mine | Q(user=request.user) if request.user.is_authenticated else mine


def _newest(request: Request, badges: list[Badge], roles: frozenset[str]) -> Badge | None:
    """The one of ``roles`` that was put on last. No query."""
    mine = [badge for badge in badges if badge.role in roles]
    return max(mine, key=lambda badge: _put_on(request, badge), default=None)


def _put_on(request: Request, badge: Badge) -> int:
    """When it was put on, in its order; before all others what is not worn but signed in with."""
    worn = request.session.get(BADGES, [])
    return worn.index(badge.pk) if badge.pk in worn else -1
