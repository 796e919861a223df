"""The people who run the event: badges, codes, invitations."""

from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.actions import Found, Outcome, action
from pages.hall.pagination import is_long
from pages.links import good_until, link_to
from pages.nav import crew_layout
from pages.setup.forms_people import BadgeForm, RefereeForm
from pages.web import Screen
from tournament.badges.commands_badges import (
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
from tournament.badges.crew import people as all_people
from tournament.models import Role
from tournament.models.codes import in_groups


def _crew(request: Request) -> dict[str, Any]:
    """The people with their links. Four queries."""
    found = all_people(request.event, request.at)
    teams = list(request.event.teams.values_list("number", "name"))
    return {
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
    context=_crew,
    layout=lambda request: {**crew_layout("setup:people")(request), "form": BadgeForm()},
)


@needs("organizer")
@require_http_methods(["GET", "HEAD", "POST"])
def badges(request: Request) -> HttpResponse:
    """Badges with links on cards to cut out. A POST makes new codes, which are shown once."""
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
    frame = crew_layout("setup:people")(request)
    context = {**frame, "event": request.event, "badges": here, "has_codes": bool(codes)}
    context["link_until"] = good_until(request.event)
    return render(request, "setup/badges.html", context)


def _badge(request: Request, pk: int) -> Found:
    return {"badge": get_object_or_404(request.event.badges.filter(team=None), pk=pk)}


def _invitation(request: Request, pk: int) -> Found:
    return {"event": request.event, "pk": pk}


def _referee_form(request: Request, pk: int) -> RefereeForm:
    return RefereeForm(request.POST, request.event)


def _code(outcome: Outcome) -> str:
    badge = outcome.done
    return render_to_string(
        "setup/_new_code.html", {"badge": badge, "code": in_groups(badge.code), "event": badge.event}
    )


def _to_badge(request: Request, outcome: Outcome) -> str:
    return _at_anchor(request, f"badge-{outcome.given['badge'].pk}")


def _to_invitations(request: Request, outcome: Outcome) -> str:
    return _at_anchor(request, "invitations")


def _at_anchor(request: Request, anchor: str) -> str:
    return f"{reverse('setup:people', args=[request.event.slug])}#{anchor}"


_guarded = partial(action, PEOPLE, asks_for_password=True)

give = _guarded(give_badge, form=BadgeForm, form_name="form", message=_code)
give_back = _guarded(give_badge_back, finds=_badge, message=_code)
revoke = _guarded(revoke_badge, finds=_badge, back=_to_badge)
new_link = _guarded(renew_link, finds=_badge, back=_to_badge)
invite = _guarded(
    invite_organizer,
    message="Here is the link for another organizer. It works once, for three days.",
    back=_to_invitations,
)
renew = action(PEOPLE, renew_code, finds=_badge, message=_code)
referee = action(PEOPLE, change_referee, finds=_badge, form=_referee_form, back=_to_badge)
withdraw = action(PEOPLE, withdraw_invitation, finds=_invitation)
