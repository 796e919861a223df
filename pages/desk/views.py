"""The desk: everybody who comes, in one page."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from accounts.access import Request, needs
from pages.desk.forms import PairForm, SearchForm, WalkUpForm, WalkUpSingleForm
from pages.hall.window import window
from pages.nav import crew_frame
from pages.web import Screen, answer, do, fresh, refusal, show
from tournament.commands.teams import leave_list, pair_singles, register_walk_up, sign_up_single
from tournament.models import Event, Player, Role, Team
from tournament.queries.money import dollars
from tournament.queries.teams import desk_board, why_no_sign_up


def _board(request: Request) -> dict[str, Any]:
    """The teams and singles, as the search narrows them. Four queries."""
    search = SearchForm(request.GET)
    wanted = search.wanted()
    found = desk_board(request.event, **wanted)
    narrowed = _narrowed(wanted["words"], wanted["state"])
    shown = window(found.teams, request.GET, lambda row: [row], kept=narrowed)
    return {
        "event": request.event,
        "search": search,
        "state": wanted["state"],
        "is_narrowed": bool(narrowed),
        "keep": board_keep(request),
        "tabs": [
            (one, _query(_narrowed(wanted["words"], one.key)), one.key == wanted["state"])
            for one in found.shown
        ],
        "board": found,
        "window": shown,
        "rows": [(row, uuid4()) for row in shown.rows],
        "suggested": suggested(request.event),
        "pair_form": PairForm(None, found.singles),
        "why_not": why_no_sign_up(request.event),
    }


def suggested(event: Event) -> dict[str, tuple[tuple[int, str], ...]]:
    """The amounts that take one tap, a player's and a team's, in cents and as they are said; none if none."""
    for_team = 0 if event.way.is_one else event.donation_team_cents
    amounts = {"player": event.donation_player_cents, "team": for_team}
    return {whose: ((cents, dollars(cents)),) if cents else () for whose, cents in amounts.items()}


def _frame(request: Request) -> dict[str, Any]:
    """The forms for walk-ups, around the board."""
    walk_up = {
        "team_form": WalkUpForm(way=request.event.way),
        "single_form": WalkUpSingleForm(),
        "is_organizer": request.by.badge.role == Role.ORGANIZER,
    }
    return {**crew_frame("desk:desk")(request), **walk_up}


DESK = Screen(page="desk/desk.html", fragment="desk/_desk_board.html", shown=_board, frame=_frame)


@needs("desk")
@require_safe
def desk(request: Request) -> HttpResponse:
    """Everybody who comes: the teams, the people looking for a partner, and two forms for walk-ups."""
    return show(request, DESK)


@needs("desk")
@require_safe
def board(request: Request) -> HttpResponse:
    """The teams and singles alone, fresh."""
    response = fresh(request, DESK)
    response["HX-Replace-Url"] = reverse("desk:desk", args=[request.event.slug]) + board_keep(request)
    return response


@needs("desk")
@require_POST
def register_team(request: Request) -> HttpResponse:
    """Register a team that stands at the desk."""
    form = WalkUpForm(request.POST, way=request.event.way)
    team = do(
        form, lambda: register_walk_up(event=request.event, **form.team(), by=request.by, at=request.at)
    )
    if team is None:
        return _not_registered(request, "desk/_walk_up_team.html", team_form=form)
    is_here = ", and here" if team.checked_in_at else ""
    told = f"{team.name} is {request.event.entrant} {team.number}{is_here}."
    again = WalkUpForm(is_next=True, way=request.event.way)
    return _registered(request, told, "desk/_walk_up_team.html", registered=team, team_form=again)


@needs("desk")
@require_POST
def register_single(request: Request) -> HttpResponse:
    """Put somebody who stands at the desk on the list of people looking for a partner."""
    form = WalkUpSingleForm(request.POST)
    player = do(
        form, lambda: sign_up_single(event=request.event, **form.single(), by=request.by, at=request.at)
    )
    if player is None:
        return _not_registered(request, "desk/_walk_up_single.html", single_form=form)
    told = f"{player.name} is on the list of people looking for a partner."
    return _registered(request, told, "desk/_walk_up_single.html", single_form=WalkUpSingleForm())


@needs("desk")
@require_POST
def pair(request: Request) -> HttpResponse:
    """Make two singles, who have both agreed, into a team."""
    form = PairForm(request.POST, desk_board(request.event).singles)
    team = do(form, lambda: _pair(request, form))
    told, place = (f"{team.name} is team {team.number}.", f"team-{team.pk}") if team else ("", "")
    return board_answer(request, form, place=place, told=told, refused_at="pair", pair_form=form)


@needs("desk")
@require_POST
def leave(request: Request, pk: int) -> HttpResponse:
    """Take somebody off the list of people looking for a partner."""
    player, form = get_object_or_404(Player, event=request.event, pk=pk), forms.Form(request.POST)
    do(form, lambda: leave_list(player=player, by=request.by, at=request.at))
    told = f"{player.name} is no longer on the list."
    return board_answer(request, form, place="singles", told=told, refused_at="pair")


def _pair(request: Request, form: PairForm) -> Team:
    typed = form.cleaned_data
    players = list(request.event.players.filter(pk__in=typed["players"]))
    pair: dict[str, Any] = {"key": typed["key"], "players": players, "name": typed["name"]}
    return pair_singles(event=request.event, **pair, by=request.by, at=request.at)


def board_answer(
    request: Request, form: forms.Form, *, place: str, told: str = "", refused_at: int | str, **typed: Any
) -> HttpResponse:
    """The board after what was pressed on it, or back to its ``place`` on the page.

    What was refused is said at its place, a team's id or ``pair``, with what was typed.
    """
    back = f"{reverse('desk:desk', args=[request.event.slug])}{board_keep(request)}#{place}"
    refused = {"refused_at": refused_at, "why_refused": refusal(form), **typed}
    return answer(request, DESK, form, back=back, told=told, **refused)


def board_keep(request: Request) -> str:
    """The search that was on, and which window of what it found, as the end of an address."""
    search = SearchForm(request.GET)
    wanted, page = search.wanted(), search.page_number()
    return _query(_narrowed(wanted["words"], wanted["state"]) | ({"page": page} if page else {}))


def _narrowed(words: str, state: str) -> dict[str, Any]:
    return {key: value for key, value in (("q", words), ("state", state)) if value}


def _query(kept: Mapping[str, Any]) -> str:
    return f"?{urlencode(kept)}" if kept else ""


def _desk_words(request: Request) -> dict[str, Any]:
    """What every fragment of the walk-ups shows. One query."""
    event = request.event
    return {"event": event, "why_not": why_no_sign_up(event)}


def _registered(request: Request, told: str, fragment: str, **again: Any) -> HttpResponse:
    if request.htmx:
        shown = {**_desk_words(request), "told": told, **again}
        return trigger_client_event(render(request, fragment, shown), "uptown:changed")
    messages.success(request, told)
    return redirect("desk:desk", request.event.slug)


def _not_registered(request: Request, fragment: str, **typed: Any) -> HttpResponse:
    if request.htmx:
        return render(request, fragment, {**_desk_words(request), **typed}, status=422)
    return show(request, DESK, status=422, **typed)
