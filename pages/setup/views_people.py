"""The people who run the day: badges, codes, invitations."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.header import header
from pages.links import link_to
from pages.nav import crew_nav
from pages.setup.forms_people import BadgeForm, RefereeForm
from pages.web import refusals_on
from tournament.commands.badges import (
    change_referee,
    give_badge,
    invite_organizer,
    renew_code,
    revoke_badge,
)
from tournament.errors import Refused
from tournament.models import Badge
from tournament.queries.people import people as all_people


@needs("organizer")
@require_safe
def people(request: Request) -> HttpResponse:
    """Everybody with a badge, and a form for the next."""
    return _page(request, BadgeForm())


@needs("organizer")
@require_safe
def crew(request: Request) -> HttpResponse:
    """The list of people alone, fresh."""
    return render(request, "setup/_crew.html", _crew(request))


@needs("organizer")
@require_POST
def give(request: Request) -> HttpResponse:
    """Give a volunteer a badge, and show its link and code."""
    form = BadgeForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            badge = give_badge(event=request.event, **form.cleaned_data, by=request.by, at=request.at)
            return _back(request, f"badge-{badge.pk}")
    return _page(request, form, status=422)


@needs("organizer")
@require_POST
def renew(request: Request, pk: int) -> HttpResponse:
    """Give a badge a fresh code."""
    badge = _badge(request, pk)
    try:
        renew_code(badge=badge, by=request.by, at=request.at)
    except Refused as refused:
        return _refuse(request, refused)
    return _answer(request, badge)


@needs("organizer")
@require_POST
def revoke(request: Request, pk: int) -> HttpResponse:
    """Take a badge back."""
    badge = _badge(request, pk)
    try:
        revoke_badge(badge=badge, by=request.by, at=request.at)
    except Refused as refused:
        return _refuse(request, refused)
    return _answer(request, badge)


@needs("organizer")
@require_POST
def referee(request: Request, pk: int) -> HttpResponse:
    """Say whether somebody is a head referee, and in which team they play."""
    badge, form = _badge(request, pk), RefereeForm(request.POST)
    if not form.is_valid():
        return _refuse(request, Refused("Choose a team of this event, or none."))
    number = form.cleaned_data["plays_in"]
    team = get_object_or_404(request.event.teams, pk=number) if number else None
    try:
        is_head = form.cleaned_data["is_head"]
        change_referee(badge=badge, is_head=is_head, plays_in=team, by=request.by, at=request.at)
    except Refused as refused:
        return _refuse(request, refused)
    return _answer(request, badge)


@needs("organizer")
@require_POST
def invite(request: Request) -> HttpResponse:
    """Make a one-time link for another organizer."""
    invite_organizer(event=request.event, by=request.by, at=request.at)
    if request.htmx:
        return render(request, "setup/_crew.html", _crew(request))
    messages.success(request, "Here is the link for another organizer. It works once.")
    return _back(request, "invitations")


def _badge(request: Request, pk: int) -> Badge:
    return get_object_or_404(request.event.badges.filter(team=None), pk=pk)


def _crew(request: Request, sentence: str = "") -> dict[str, Any]:
    """The list of people with their links, for a template. Four queries."""
    found = all_people(request.event, request.at)
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
        "teams": list(request.event.teams.values_list("pk", "name")),
        "why_refused": sentence,
    }


def _page(request: Request, form: BadgeForm, *, sentence: str = "", status: int = 200) -> HttpResponse:
    context = {
        **header(request),
        **crew_nav(request, "setup:people"),
        **_crew(request, sentence),
        "form": form,
    }
    return render(request, "setup/people.html", context, status=status)


def _refuse(request: Request, refused: Refused) -> HttpResponse:
    if request.htmx:
        return render(request, "setup/_crew.html", _crew(request, str(refused)), status=422)
    return _page(request, BadgeForm(), sentence=str(refused), status=422)


def _answer(request: Request, badge: Badge) -> HttpResponse:
    if request.htmx:
        return render(request, "setup/_crew.html", _crew(request))
    return _back(request, f"badge-{badge.pk}")


def _back(request: Request, place: str) -> HttpResponse:
    return redirect(f"{reverse('setup:people', args=[request.event.slug])}#{place}")
