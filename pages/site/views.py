"""The front page, and the ways to sign in."""

import secrets

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import access
from accounts.access import (
    Request,
    anybody,
    cached,
    everyone,
    instead_of,
    remember_device,
    signed_in,
    tell_homes,
    wear,
    who_is_here,
    worn_anywhere,
)
from accounts.sign_in import remember_password
from accounts.sign_in_log import log_account, log_badge, log_wrong_code
from pages.header import header
from pages.links import whole_address
from pages.nav import HOMES
from pages.site.calendar import calendar
from pages.site.events import events as dated
from pages.site.forms import AccountForm, CodeForm, KeyForm
from pages.web import do, refusal
from seasons.shelf.shelves import archived, listed, public_events
from tournament.badges.commands_badges import accept_invitation as accept
from tournament.badges.commands_badges import badge_with_code, badge_with_secret, house_account
from tournament.badges.commands_devices import end_device as end
from tournament.badges.crew import devices, has_account, invitation_is_open
from tournament.errors import Refused
from tournament.messages.audience import notice
from tournament.models import Badge, Event, Role
from tournament.sessions import BADGES

A_PAGE = 20
"""The archived events on a page. The browser fetches the podium of each."""
CALENDAR_SECONDS = 15 * 60
"""How long a subscriber may cache a calendar."""
HOME_OF = {role: name for role, (name, *_) in HOMES.items()}


@anybody
@never_cache
@require_safe
def events(request: Request) -> HttpResponse:
    badges = worn_anywhere(request)
    context = {
        "events": dated(listed().filter(is_practice=False), request.at),
        "has_practice": listed().filter(is_practice=True).exists(),
        "has_archive": archived().exists(),
        "form": CodeForm(),
        "may_open_event": request.user.is_staff,
        "is_new": not has_account(),
        "homes": [(badge, reverse(HOME_OF[Role(badge.role)], args=[badge.event.slug])) for badge in badges],
    }
    page = render(request, "site/events.html", context)
    tell_homes(page, badges)
    return page


@anybody
@never_cache
@require_safe
def practice(request: Request) -> HttpResponse:
    """The demo and the practice events."""
    rows = dated(listed().filter(is_practice=True), request.at)
    return render(request, "site/practice.html", {"events": rows})


@anybody
@never_cache
@require_safe
def archive(request: Request) -> HttpResponse:
    """The archived events, latest first. The browser fetches each podium from its event's cached page."""
    found = dated(archived(), request.at)
    rows = [*reversed(found.coming), *found.today, *found.over]
    return render(
        request, "site/archive.html", {"page": Paginator(rows, A_PAGE).get_page(request.GET.get("page"))}
    )


@anybody
@never_cache
@require_safe
def accessibility(request: Request) -> HttpResponse:
    return render(request, "site/accessibility.html")


@anybody
@require_safe
def all_calendar(request: Request) -> HttpResponse:
    return _ics(request, public_events(), "Uptown", "events")


@everyone
@cached()
@require_safe
def event_calendar(request: Request) -> HttpResponse:
    shown = Event.objects.filter(pk=request.event.pk)
    return _ics(request, shown, request.event.name, request.event.slug)


def _ics(request: Request, shown: QuerySet[Event], name: str, file: str) -> HttpResponse:
    page = whole_address(request, reverse("hall:event", args=["SLUG"])).replace("SLUG", "{}")
    response = HttpResponse(
        calendar(shown, name=name, address=page), content_type="text/calendar; charset=utf-8"
    )
    response["Content-Disposition"] = f'inline; filename="{file}.ics"'
    patch_cache_control(response, public=True, max_age=CALENDAR_SECONDS)
    return response


@anybody
@never_cache
@require_safe
def home(request: Request) -> HttpResponse:
    badges = worn_anywhere(request)
    return (
        redirect(HOME_OF[Role(badges[0].role)], badges[0].event.slug) if badges else redirect("site:events")
    )


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: Request, secret: str) -> HttpResponse:
    """Put on the badge of a private link, and go to its page.

    Ask first if the browser already wears another badge of that kind, which this one would replace.
    """
    form = forms.Form({})
    badge = do(form, lambda: badge_with_secret(secret, request.at, lasts=settings.LINKS_LAST))
    if badge is None:
        return render(request, "site/closed_link.html", {"sentence": refusal(form)}, status=404)
    other = instead_of(request, badge) if request.method != "POST" else None
    if other:
        return render(request, "site/another_badge.html", {"badge": badge, "other": other, "secret": secret})
    return _go_home_with(request, badge, "the private link")


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: Request) -> HttpResponse:
    if request.method == "POST":
        front_door = redirect("site:events")
        access.sign_out(request, front_door)
        return front_door
    return _sign_out_page(request, forms.Form({}))


@anybody
@never_cache
@require_POST
def end_device(request: Request) -> HttpResponse:
    form, mark = forms.Form(request.POST), request.POST.get("device", "")
    name = do(form, lambda: end(mark=mark, at=request.at, **who_is_here(request)))
    if name is None:
        return _sign_out_page(request, form, status=422)
    messages.success(request, f"{name} is signed out.")
    return redirect("account_logout")


def _sign_out_page(request: Request, form: forms.Form, status: int = 200) -> HttpResponse:
    mine = (
        devices(here=request.session.session_key, at=request.at, **who_is_here(request))
        if signed_in(request)
        else []
    )
    others = [device for device in mine if not device.is_this_one]
    context = {"form": form, "is_signed_in": signed_in(request), "others": others}
    return render(request, "site/sign_out.html", context, status=status)


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: Request) -> HttpResponse:
    form = CodeForm(request.POST or None)
    if form.is_valid():
        badge = do(form, lambda: badge_with_code(form.cleaned_data["code"], request.at))
        if badge:
            return _go_home_with(request, badge, "a code")
        log_wrong_code(request, request.at)
    return render(request, "site/enter_code.html", {"form": form}, status=422 if form.errors else 200)


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept_invitation(request: Request, token: str) -> HttpResponse:
    form = AccountForm(request.POST or None)
    user = do(form, lambda: accept(token=token, **form.cleaned_data, at=request.at))
    if user:
        login(request, user)
        remember_password(request)
        remember_device(request)
        event = user.invitation.event
        return redirect(HOME_OF[Role.ORGANIZER], event.slug) if event else redirect("setup:open-event")
    if not invitation_is_open(token, request.at):
        return render(request, "site/closed_link.html", {"sentence": Refused("invitation.used")}, status=404)
    return render(request, "site/accept_invitation.html", {"form": form}, status=422 if form.errors else 200)


@anybody
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_key(request: Request) -> HttpResponse:
    form = KeyForm(request.POST or None)
    if form.is_valid():
        if _is_the_key(form.cleaned_data["key"]):
            login(request, house_account())
            remember_device(request)
            log_account(request, request.user.get_username(), "the server’s key", request.at)
            return redirect("setup:open-event")
        form.add_error("key", "That is not this computer’s key.")
    return render(request, "site/turn_key.html", {"form": form}, status=422 if form.errors else 200)


def _go_home_with(request: Request, badge: Badge, how: str) -> HttpResponse:
    is_worn = badge.pk in request.session.get(BADGES, [])
    wear(request, badge)
    if not is_worn:
        log_badge(request, badge, how, request.at)
    return redirect(HOME_OF[Role(badge.role)], badge.event.slug)


def _is_the_key(key: str) -> bool:
    return secrets.compare_digest(settings.ORGANIZER_KEY.encode(), key.strip().encode())


@everyone
@cached()
@require_safe
def clock(request: Request) -> HttpResponse:
    return render(request, "parts/_clock.html", header(request))


@everyone
@cached()
@require_safe
def to_everybody(request: Request) -> HttpResponse:
    context = {"event": request.event, "notice": notice(request.event)}
    return render(request, "messages/_notice.html", context)


@everyone
@cached()
@require_safe
def demo(request: Request) -> HttpResponse:
    return render(request, "site/_demo.html", {"event": request.event})
