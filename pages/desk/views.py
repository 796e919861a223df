"""The desk: everybody who comes, in one page."""

from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from pages.access import Request, needs
from pages.desk.forms import PairForm, SearchForm, WalkUpForm, WalkUpSingleForm
from pages.header import header
from pages.nav import crew_nav
from pages.web import refusals_on
from tournament.commands.teams import leave_list, pair_singles, register_walk_up, sign_up_single
from tournament.errors import Refused
from tournament.models import Event, Player
from tournament.queries.game import plays_alone
from tournament.queries.money import dollars
from tournament.queries.teams import desk_board, why_no_sign_up


@needs("desk")
@require_safe
def desk(request: Request) -> HttpResponse:
    """Everybody who comes: the teams, the people looking for a partner, and two forms for walk-ups."""
    return desk_page(request)


@needs("desk")
@require_safe
def board(request: Request) -> HttpResponse:
    """The teams and singles alone, fresh."""
    context = board_context(request)
    answer = render(request, "desk/_desk_board.html", context)
    answer["HX-Replace-Url"] = reverse("desk:desk", args=[request.event.slug]) + context["keep"]
    return answer


@needs("desk")
@require_POST
def register_team(request: Request) -> HttpResponse:
    """Register a team that stands at the desk."""
    is_alone = plays_alone(request.event)
    form = WalkUpForm(request.POST, is_alone=is_alone)
    if form.is_valid():
        with refusals_on(form):
            team = register_walk_up(event=request.event, **form.team(), by=request.by, at=request.at)
            is_here = ", and here" if team.checked_in_at else ""
            told = f"{team.name} is {request.event.entrant} {team.number}{is_here}."
            return _registered(
                request,
                told,
                "desk/_walk_up_team.html",
                {"team_form": WalkUpForm(is_next=True, is_alone=is_alone)},
            )
    return _not_registered(request, "desk/_walk_up_team.html", {"team_form": form})


@needs("desk")
@require_POST
def register_single(request: Request) -> HttpResponse:
    """Put somebody who stands at the desk on the list of people looking for a partner."""
    form = WalkUpSingleForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            player = sign_up_single(event=request.event, **form.single(), by=request.by, at=request.at)
            told = f"{player.name} is on the list of people looking for a partner."
            return _registered(
                request, told, "desk/_walk_up_single.html", {"single_form": WalkUpSingleForm()}
            )
    return _not_registered(request, "desk/_walk_up_single.html", {"single_form": form})


@needs("desk")
@require_POST
def pair(request: Request) -> HttpResponse:
    """Make two singles, who have both agreed, into a team."""
    form = PairForm(request.POST, desk_board(request.event).singles)
    if form.is_valid():
        with refusals_on(form):
            typed = form.cleaned_data
            players = list(request.event.players.filter(pk__in=typed["players"]))
            team = pair_singles(
                event=request.event, key=typed["key"], players=players, name=typed["name"],
                by=request.by, at=request.at,
            )  # fmt: skip
            return board_answer(request, told=f"{team.name} is team {team.number}.", place=f"team-{team.pk}")
    return board_refusal(request, "pair", _first_sentence(form), pair_form=form)


@needs("desk")
@require_POST
def leave(request: Request, pk: int) -> HttpResponse:
    """Take somebody off the list of people looking for a partner."""
    player = get_object_or_404(Player, event=request.event, pk=pk)
    try:
        leave_list(player=player, by=request.by, at=request.at)
    except Refused as refused:
        return board_refusal(request, "pair", str(refused))
    return board_answer(request, told=f"{player.name} is no longer on the list.", place="singles")


# --- what the desk's pages show ------------------------------------------------------------------


def desk_page(request: Request, *, status: int = 200, **changed: Any) -> HttpResponse:
    """The whole page, with what was refused in its place."""
    context = {
        **header(request),
        **crew_nav(request, "desk:desk"),
        "team_form": WalkUpForm(is_alone=plays_alone(request.event)),
        "single_form": WalkUpSingleForm(),
        **board_context(request),
        **changed,
    }
    return render(request, "desk/desk.html", context, status=status)


def board_context(request: Request) -> dict[str, Any]:
    """The teams and singles, as the search narrows them. Four queries."""
    search = SearchForm(request.GET)
    wanted = search.wanted()
    found = desk_board(request.event, **wanted)
    return {
        "event": request.event,
        "plays_alone": plays_alone(request.event),
        "search": search,
        "state": wanted["state"],
        "keep": _query(wanted["words"], wanted["state"]),
        "tabs": [(one, _query(wanted["words"], one.key), one.key == wanted["state"]) for one in found.shown],
        "board": found,
        "rows": [(row, uuid4()) for row in found.teams],
        "suggested": suggested(request.event),
        "pair_form": PairForm(None, found.singles),
        "why_not": why_no_sign_up(request.event),
    }


def suggested(event: Event) -> tuple[tuple[int, str], ...]:
    """The amounts that take one tap, in cents and as they are said."""
    for_team = 0 if plays_alone(event) else event.donation_team_cents
    amounts = dict.fromkeys((event.donation_player_cents, for_team))
    return tuple((cents, dollars(cents)) for cents in amounts if cents)


def board_answer(request: Request, *, place: str, told: str = "") -> HttpResponse:
    """After a deed on the board: the board, or back to its place on the page."""
    if request.htmx:
        return render(request, "desk/_desk_board.html", {**board_context(request), "told": told})
    if told:
        messages.success(request, told)
    keep = board_keep(request)
    return redirect(f"{reverse('desk:desk', args=[request.event.slug])}{keep}#{place}")


def board_refusal(request: Request, place: int | str, sentence: str, **typed: Any) -> HttpResponse:
    """A deed on the board was refused: say so at its place, a team's id or ``pair``, with what was typed."""
    refusal = {"refused_at": place, "why_refused": sentence, **typed}
    if request.htmx:
        return render(request, "desk/_desk_board.html", {**board_context(request), **refusal}, status=422)
    return desk_page(request, status=422, **refusal)


def board_keep(request: Request) -> str:
    """The search that was on, as the end of an address."""
    wanted = SearchForm(request.GET).wanted()
    return _query(wanted["words"], wanted["state"])


def _query(words: str, state: str) -> str:
    kept = {key: value for key, value in (("q", words), ("state", state)) if value}
    return f"?{urlencode(kept)}" if kept else ""


def _desk_words(request: Request) -> dict[str, Any]:
    """What every fragment of the walk-ups shows. One query."""
    event = request.event
    return {"event": event, "plays_alone": plays_alone(event), "why_not": why_no_sign_up(event)}


def _first_sentence(form: PairForm) -> str:
    return next(str(sentence) for sentences in form.errors.values() for sentence in sentences)


def _registered(request: Request, told: str, fragment: str, context: dict[str, Any]) -> HttpResponse:
    if request.htmx:
        shown = {**_desk_words(request), "told": told, **context}
        return trigger_client_event(render(request, fragment, shown), "uptown:changed")
    messages.success(request, told)
    return redirect("desk:desk", request.event.slug)


def _not_registered(request: Request, fragment: str, context: dict[str, Any]) -> HttpResponse:
    if request.htmx:
        shown = {**_desk_words(request), **context}
        return render(request, fragment, shown, status=422)
    return desk_page(request, status=422, **context)
