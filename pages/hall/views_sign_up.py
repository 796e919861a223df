"""Public sign-up, from people's own phones."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

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
from tournament.queries.teams import first_names_looking, places, sign_up_end, why_no_public_sign_up
from tournament.queries.teams import signed_up as find_signed_up


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: Request) -> HttpResponse:
    form = SignUpTeamForm(request.POST or None, way=request.event.way)
    return _signed(request, form, sign_up_team) or _invite(request, "hall/sign_up/sign_up.html", form)


@everyone
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up_alone(request: Request) -> HttpResponse:
    form = SingleForm(request.POST or None)
    return _signed(request, form, sign_up_single) or _invite(
        request, "hall/sign_up/sign_up_alone.html", form, looking=first_names_looking(request.event)
    )


def _signed(request: Request, form: SignUpTeamForm | SingleForm, command: Any) -> HttpResponse | None:
    _slow_down(request, form)

    def act() -> Any:
        event = request.event
        return command(event=event, **form.arguments(event), by=public_by(request), at=request.at)

    done = do(form, act)
    return redirect("hall:signed-up", request.event.slug, done.key) if done else None


def _invite(request: Request, page: str, form: forms.Form, **more: Any) -> HttpResponse:
    context = {**public_layout()(request), **_invitation(request), "form": form, **more}
    return render(request, page, context, status=422 if form.errors else 200)


def _slow_down(request: Request, form: forms.Form) -> None:
    """Rate limit: a network with very many sign-ups may send one every few seconds."""
    if not form.is_bound:
        return
    whose = f"{request.event.slug} {network_of(request)}"
    if must_wait(request, SIGN_UP, whose):
        form.add_error(None, SIGN_UP.wait)
    count_try(request, SIGN_UP, whose)


def _invitation(request: Request) -> dict[str, Any]:
    """The facts about the event on each sign-up page. Nine queries at most."""
    event = request.event
    for_team = 0 if event.way.is_one else event.donation_team_cents
    return {
        "why_not": why_no_public_sign_up(event, request.at),
        "end": sign_up_end(event, request.at),
        "places": places(event),
        "starts_at": phase(event, PhaseKind.MEET).starts_at,
        "for_a_player": dollars(event.donation_player_cents) if event.donation_player_cents else "",
        "for_a_team": dollars(for_team) if for_team else "",
    }


def _signed_up(request: Request, key: UUID) -> dict[str, Any]:
    found = find_signed_up(request.event, key)
    if found is None:
        raise Http404("Nobody signed up at this address.")
    link = link_to(request, "site:join", found.secret) if found.is_team else None
    return {**_invitation(request), "signed_up": found, "key": key, "link": link}


def _poster(request: Request) -> dict[str, Any]:
    spans_days = request.event.spans_days
    return {
        **_invitation(request),
        "game": ruleset_for(request.event).name,
        "link": link_to(request, "hall:sign-up", request.event.slug),
        "last_day": day_page(request.event, request.at).last_day if spans_days else None,
    }


def _page(page: str, context: Any) -> Screen:
    return Screen(needs="everyone", page=page, context=context, layout=public_layout())


SIGNED_UP = _page("hall/sign_up/signed_up.html", _signed_up)
POSTER = _page("hall/sign_up/sign_up_poster.html", _poster)
