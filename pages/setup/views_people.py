"""The people who run the day: badges, codes, invitations."""

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.access import Request, asks_again, needs
from accounts.numbers import whole
from pages.hall.window import is_long
from pages.links import link_to
from pages.nav import crew_frame
from pages.setup.forms_people import BadgeForm, RefereeForm
from pages.web import Screen, answer, do, fresh, refusal, show
from tournament.commands.badges import (
    change_referee,
    give_badge,
    give_badge_back,
    invite_organizer,
    renew_code,
    renew_codes,
    renew_link,
    revoke_badge,
    withdraw_invitation,
)
from tournament.models import Badge, Role
from tournament.models.codes import in_groups
from tournament.queries.people import people as all_people


def _crew(request: Request) -> dict[str, Any]:
    """The list of people with their links, for a template. Four queries."""
    found = all_people(request.event, request.at)
    teams = list(request.event.teams.values_list("number", "name"))
    return {
        "event": request.event,
        "here": [
            (row, None if row.signs_in else link_to(request, "site:join", row.secret)) for row in found.here
        ],
        "gone": found.gone,
        "invitations": [
            (one, link_to(request, "site:accept-invitation", one.token)) for one in found.invitations
        ],
        "me": request.by.badge.pk,
        "teams": teams,
        "are_many": is_long(teams),
    }


PEOPLE = Screen(
    needs="organizer",
    page="setup/people.html",
    fragment="setup/_crew.html",
    home="setup:people",
    shown=_crew,
    frame=lambda request: {**crew_frame("setup:people")(request), "form": BadgeForm()},
)


@needs("organizer")
@require_safe
def people(request: Request) -> HttpResponse:
    """Everybody with a badge, and a form for the next."""
    return show(request, PEOPLE)


@needs("organizer")
@require_safe
def crew(request: Request) -> HttpResponse:
    """The list of people alone, fresh."""
    return fresh(request, PEOPLE)


@needs("organizer")
@require_http_methods(["GET", "HEAD", "POST"])
def badges(request: Request) -> HttpResponse:
    """The link of each volunteer on cards to cut out; a post makes new codes, which are on the cards once."""
    codes = {}
    if request.method == "POST":
        chosen = request.POST.get("badge", "")
        only = None if chosen == "all" else whole(chosen) or 0
        codes = renew_codes(event=request.event, only=only, by=request.by, at=request.at)
    here = [
        (person, link, in_groups(codes.get(person.pk, "")))
        for person, link in _crew(request)["here"]
        if link and person.role != Role.ORGANIZER
    ]
    frame = crew_frame("setup:people")(request)
    context = {**frame, "event": request.event, "badges": here, "has_codes": bool(codes)}
    return render(request, "setup/badges.html", context)


@needs("organizer")
@require_POST
@asks_again
def give(request: Request) -> HttpResponse:
    """Give a volunteer a badge, and show its link and code."""
    form = BadgeForm(request.POST)
    badge = do(
        form, lambda: give_badge(event=request.event, **form.cleaned_data, by=request.by, at=request.at)
    )
    return _show_code(request, badge, form, form=form)


@needs("organizer")
@require_POST
def renew(request: Request, pk: int) -> HttpResponse:
    """Give a badge a new code."""
    badge, form = _badge(request, pk), forms.Form(request.POST)
    renewed = do(form, lambda: renew_code(badge=badge, by=request.by, at=request.at))
    return _show_code(request, renewed, form, why_refused=refusal(form))


@needs("organizer")
@require_POST
@asks_again
def revoke(request: Request, pk: int) -> HttpResponse:
    """Take a badge back."""
    badge, form = _badge(request, pk), forms.Form(request.POST)
    do(form, lambda: revoke_badge(badge=badge, by=request.by, at=request.at))
    return _after(request, badge, form)


@needs("organizer")
@require_POST
@asks_again
def give_back(request: Request, pk: int) -> HttpResponse:
    """Give a badge back that was taken."""
    badge, form = _badge(request, pk), forms.Form(request.POST)
    returned = do(form, lambda: give_badge_back(badge=badge, by=request.by, at=request.at))
    return _show_code(request, returned, form, why_refused=refusal(form))


@needs("organizer")
@require_POST
@asks_again
def new_link(request: Request, pk: int) -> HttpResponse:
    """Give a badge a new private link."""
    badge, form = _badge(request, pk), forms.Form(request.POST)
    do(form, lambda: renew_link(badge=badge, by=request.by, at=request.at))
    return _after(request, badge, form)


@needs("organizer")
@require_POST
def withdraw(request: Request, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    form = forms.Form(request.POST)
    do(form, lambda: withdraw_invitation(event=request.event, pk=pk, by=request.by, at=request.at))
    return answer(request, PEOPLE, form, why_refused=refusal(form))


@needs("organizer")
@require_POST
def referee(request: Request, pk: int) -> HttpResponse:
    """Say whether somebody is a head referee, and in which team they play."""
    badge, form = _badge(request, pk), RefereeForm(request.POST, request.event)
    do(form, lambda: _change(request, badge, form))
    return _after(request, badge, form)


@needs("organizer")
@require_POST
@asks_again
def invite(request: Request) -> HttpResponse:
    """Make a one-time link for another organizer."""
    invite_organizer(event=request.event, by=request.by, at=request.at)
    messages.success(request, "Here is the link for another organizer. It works once, for three days.")
    return redirect(_place(request, "invitations"))


def _badge(request: Request, pk: int) -> Badge:
    return get_object_or_404(request.event.badges.filter(team=None), pk=pk)


def _change(request: Request, badge: Badge, form: RefereeForm) -> None:
    change_referee(badge=badge, **form.cleaned_data, by=request.by, at=request.at)


def _show_code(request: Request, badge: Badge | None, form: forms.Form, /, **refused: Any) -> HttpResponse:
    """Lead back to the page, which shows the badge's new code once, above the list."""
    if badge:
        context = {"badge": badge, "code": in_groups(badge.code), "event": request.event}
        messages.success(request, render_to_string("setup/_new_code.html", context))
    return answer(request, replace(PEOPLE, fragment=""), form, **refused)


def _after(request: Request, badge: Badge, form: forms.Form) -> HttpResponse:
    back = _place(request, f"badge-{badge.pk}")
    return answer(request, PEOPLE, form, back=back, why_refused=refusal(form))


def _place(request: Request, place: str) -> str:
    return f"{reverse('setup:people', args=[request.event.slug])}#{place}"
