"""Signing up, by anybody, from their own phone."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import Request, everyone, public_by
from accounts.attempts import SIGN_UP, count_try, must_wait, network_of
from pages.hall.forms_sign_up import SignUpTeamForm, SingleForm
from pages.links import link_to
from pages.nav import public_layout
from pages.web import Screen, do
from tournament.commands.teams import sign_up_single, sign_up_team
from tournament.models.schedule import PhaseKind
from tournament.queries.clock import phase
from tournament.queries.game import ruleset_for
from tournament.queries.money import dollars
from tournament.queries.schedule import day_page
from tournament.queries.teams import first_names_looking, sign_up_end, why_no_public_sign_up
from tournament.queries.teams import signed_up as find_signed_up


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: Request) -> HttpResponse:
    form = SignUpTeamForm(request.POST or None, way=request.event.way)
    _slow_down(request, form)
    team = do(
        form,
        lambda: sign_up_team(
            event=request.event,
            **form.arguments(request.event),
            by=public_by(request),
            at=request.at,
        ),
    )
    if team:
        return redirect("hall:signed-up", request.event.slug, team.key)
    context = {**public_layout()(request), **_invitation(request), "form": form}
    return render(request, "hall/sign_up/sign_up.html", context, status=422 if form.errors else 200)


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_alone(request: Request) -> HttpResponse:
    form = SingleForm(request.POST or None)
    _slow_down(request, form)
    player = do(
        form,
        lambda: sign_up_single(
            event=request.event,
            **form.arguments(request.event),
            by=public_by(request),
            at=request.at,
        ),
    )
    if player:
        return redirect("hall:signed-up", request.event.slug, player.key)
    looking = first_names_looking(request.event)
    context = {
        **public_layout()(request),
        **_invitation(request),
        "form": form,
        "looking": looking,
    }
    return render(request, "hall/sign_up/sign_up_alone.html", context, status=422 if form.errors else 200)


def _slow_down(request: Request, form: forms.Form) -> None:
    """Count a sign-up; from a network with very many of them one is taken every few seconds."""
    if not form.is_bound:
        return
    whose = f"{request.event.slug} {network_of(request)}"
    if must_wait(request, SIGN_UP, whose):
        form.add_error(None, SIGN_UP.wait)
    count_try(request, SIGN_UP, whose)


@everyone
@never_cache
@require_safe
def signed_up(request: Request, key: UUID) -> HttpResponse:
    found = find_signed_up(request.event, key)
    if found is None:
        raise Http404("Nobody signed up at this address.")
    context = {
        **public_layout()(request),
        **_invitation(request),
        "signed_up": found,
        "key": key,
        "link": link_to(request, "site:join", found.secret) if found.is_team else None,
    }
    return render(request, "hall/sign_up/signed_up.html", context)


def _invitation(request: Request) -> dict[str, Any]:
    """What the sign-up pages say of the event. Six queries at most."""
    event = request.event
    for_team = 0 if event.way.is_one else event.donation_team_cents
    return {
        "why_not": why_no_public_sign_up(event, request.at),
        "end": sign_up_end(event, request.at),
        "starts_at": phase(event, PhaseKind.MEET).starts_at,
        "for_a_player": dollars(event.donation_player_cents) if event.donation_player_cents else "",
        "for_a_team": dollars(for_team) if for_team else "",
    }


def _poster(request: Request) -> dict[str, Any]:
    """A sheet of paper for the door: where to sign up."""
    is_long = request.event.spans_days
    return {
        **_invitation(request),
        "game": ruleset_for(request.event).name,
        "link": link_to(request, "hall:sign-up", request.event.slug),
        "last_day": day_page(request.event, request.at).last_day if is_long else None,
    }


POSTER = Screen(
    needs="everyone", page="hall/sign_up/sign_up_poster.html", context=_poster, layout=public_layout()
)
