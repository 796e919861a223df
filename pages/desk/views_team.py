"""One team at the desk: its page, and what the desk does with it there or on its line of the board."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.desk.forms import DonationForm, RenameForm
from pages.desk.forms_team import LeaveForm, PlaceForm
from pages.desk.views import board_answer, board_refusal, suggested
from pages.header import header
from pages.links import link_to
from pages.nav import crew_nav
from pages.web import refusal, refusals_on
from scoring.commands.late import catch_up_hall
from scoring.commands.leaving import leave_game
from tournament.commands.donations import take_donation
from tournament.commands.teams import (
    check_in_team,
    place_team,
    rename_team,
    return_team,
    withdraw_team,
)
from tournament.commands.teams import (
    undo_check_in as undo,
)
from tournament.errors import Refused
from tournament.models import Team
from tournament.queries.teams import TeamCard, team_card

ON_THE_TEAMS_PAGE = "team"


@needs("desk")
@require_safe
def team(request: Request, pk: int) -> HttpResponse:
    """A team with its players, its private link, its donations."""
    if request.htmx:
        return render(request, "desk/_team.html", _context(request, pk))
    return _page(request, pk)


@needs("desk")
@require_POST
def check_in(request: Request, pk: int) -> HttpResponse:
    """Both players are here."""
    return _do(request, pk, check_in_team)


@needs("desk")
@require_POST
def undo_check_in(request: Request, pk: int) -> HttpResponse:
    """They are not here after all."""
    return _do(request, pk, undo)


@needs("desk")
@require_POST
def withdraw(request: Request, pk: int) -> HttpResponse:
    """The team leaves."""
    return _do(request, pk, withdraw_team)


@needs("desk")
@require_POST
def leave(request: Request, pk: int) -> HttpResponse:
    """The team leaves its game too, and goes."""
    mine = _team(request, pk)
    form = LeaveForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            catch_up_hall(event=request.event, at=request.at)
            leave_game(team=mine, key=form.cleaned_data["key"], by=request.by, at=request.at)
            return _answer_on_its_page(request, pk, f"{mine.name} have left.")
    return _refuse_on_its_page(request, pk, why_refused=refusal(form))


@needs("desk")
@require_POST
def place(request: Request, pk: int) -> HttpResponse:
    """Where the team is from, and where it can sit."""
    mine = _team(request, pk)
    form = PlaceForm(request.POST, _tables(request))
    if form.is_valid():
        with refusals_on(form):
            place_team(team=mine, **form.deed(request.event), by=request.by, at=request.at)
            return _answer_on_its_page(request, pk, "It counts from the next seating on.")
    return _refuse_on_its_page(request, pk, place_form=form)


@needs("desk")
@require_POST
def take_back(request: Request, pk: int) -> HttpResponse:
    """A team that left is back."""
    return _do(request, pk, return_team)


@needs("desk")
@require_POST
def rename(request: Request, pk: int) -> HttpResponse:
    """Give the team another name."""
    mine = _team(request, pk)
    form = RenameForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            renamed = rename_team(team=mine, **form.cleaned_data, by=request.by, at=request.at)
            return _answer_on_its_page(request, pk, f"They are called {renamed.name} now.")
    return _refuse_on_its_page(request, pk, rename_form=form)


@needs("desk")
@require_POST
def donate(request: Request, pk: int) -> HttpResponse:
    """Take a team's donation."""
    giver = _team(request, pk)
    form = DonationForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            take_donation(event=request.event, team=giver, **form.gift(), by=request.by, at=request.at)
            return _answer(request, pk)
    return _refuse(request, pk, refusal(form), donation_form=form)


def _team(request: Request, pk: int) -> Team:
    return get_object_or_404(request.event.teams, pk=pk)


def _do(request: Request, pk: int, deed: Callable[..., Team]) -> HttpResponse:
    try:
        deed(team=_team(request, pk), by=request.by, at=request.at)
    except Refused as refused:
        return _refuse(request, pk, str(refused))
    return _answer(request, pk)


def _answer(request: Request, pk: int) -> HttpResponse:
    """After a deed: to where it was pressed, the board or the team's page."""
    if _was_on_the_board(request):
        return board_answer(request, place=f"team-{pk}")
    return _answer_on_its_page(request, pk)


def _refuse(request: Request, pk: int, sentence: str, **forms: Any) -> HttpResponse:
    if _was_on_the_board(request):
        return board_refusal(request, pk, sentence, **forms)
    return _refuse_on_its_page(request, pk, why_refused=sentence, **forms)


def _was_on_the_board(request: Request) -> bool:
    return request.GET.get("at") != ON_THE_TEAMS_PAGE


def _answer_on_its_page(request: Request, pk: int, told: str = "") -> HttpResponse:
    if request.htmx:
        return render(request, "desk/_team.html", {**_context(request, pk), "told": told})
    if told:
        messages.success(request, told)
    return redirect("desk:team", request.event.slug, pk)


def _refuse_on_its_page(request: Request, pk: int, **shown: Any) -> HttpResponse:
    if request.htmx:
        return render(request, "desk/_team.html", {**_context(request, pk), **shown}, status=422)
    return _page(request, pk, status=422, **shown)


def _page(request: Request, pk: int, *, status: int = 200, **changed: Any) -> HttpResponse:
    context = {**header(request), **crew_nav(request, "desk:desk"), **_context(request, pk), **changed}
    return render(request, "desk/team.html", context, status=status)


def _context(request: Request, pk: int) -> dict[str, Any]:
    """The team's card, its link and its forms. Five queries."""
    card = team_card(request.event, pk)
    if card is None:
        raise Http404("There is no such team at this event.")
    return {
        "event": request.event,
        "team": card,
        "link": link_to(request, "site:join", card.secret),
        "suggested": suggested(request.event),
        "rename_form": RenameForm(initial={"name": card.name}),
        "place_form": PlaceForm(None, _tables(request), initial=_place(card)),
        "leave_form": LeaveForm(),
        "donation_form": DonationForm(),
        "key": uuid4(),
    }


def _tables(request: Request) -> list[int]:
    return [table.number for table in request.event.tables.all()]


def _place(card: TeamCard) -> dict[str, Any]:
    return {"home": card.home, "needs_accessible": card.needs_accessible, "fixed_table": card.fixed_table}
