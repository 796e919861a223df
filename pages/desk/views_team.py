"""One team at the desk: its page, and what the desk does with it there or on its line of the board."""

from typing import Any
from uuid import uuid4

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.desk.forms import DonationForm, RenameForm, RenamePlayerForm
from pages.desk.forms_team import LeaveForm, PlaceForm
from pages.desk.views import board_answer, board_keep, suggested
from pages.links import link_to
from pages.nav import crew_frame
from pages.web import Screen, answer, do, refusal, show
from scoring.commands.late import catch_up_hall
from scoring.commands.leaving import leave_day, leave_game
from scoring.commands.taking_out import take_out_player
from tournament.commands.badges import renew_link
from tournament.commands.donations import take_donation
from tournament.commands.teams import (
    check_in_team,
    place_team,
    rename_player,
    rename_team,
    return_team,
)
from tournament.commands.teams import (
    undo_check_in as undo,
)
from tournament.models import Donation, Team
from tournament.queries.teams import TeamCard, team_card

ON_THE_TEAMS_PAGE = "team"


@needs("desk")
@require_safe
def team(request: Request, pk: int) -> HttpResponse:
    """A team with its players, its private link, its donations."""
    return show(request, _screen(pk))


@needs("desk")
@require_POST
def check_in(request: Request, pk: int) -> HttpResponse:
    """Both players are here."""
    mine, form = _team(request, pk), forms.Form(request.POST)
    do(form, lambda: check_in_team(team=mine, by=request.by, at=request.at))
    return _after(request, pk, form)


@needs("desk")
@require_POST
def undo_check_in(request: Request, pk: int) -> HttpResponse:
    """They are not here after all."""
    mine, form = _team(request, pk), forms.Form(request.POST)
    do(form, lambda: undo(team=mine, by=request.by, at=request.at))
    return _after(request, pk, form)


@needs("desk")
@require_POST
def withdraw(request: Request, pk: int) -> HttpResponse:
    """The team leaves."""
    mine, form = _team(request, pk), forms.Form(request.POST)
    do(form, lambda: leave_day(team=mine, by=request.by, at=request.at))
    return _after(request, pk, form)


@needs("desk")
@require_POST
def leave(request: Request, pk: int) -> HttpResponse:
    """The team leaves its game too, and goes."""
    mine = _team(request, pk)
    form = LeaveForm(request.POST)
    if form.is_valid():
        catch_up_hall(event=request.event, at=request.at)
    do(form, lambda: leave_game(team=mine, **form.cleaned_data, by=request.by, at=request.at))
    return _after_on_its_page(request, pk, form, f"{mine.name} have left.", why_refused=refusal(form))


@needs("desk")
@require_POST
def place(request: Request, pk: int) -> HttpResponse:
    """Where the team is from, and where it can sit."""
    mine = _team(request, pk)
    form = PlaceForm(request.POST, _tables(request))
    do(form, lambda: place_team(team=mine, **form.place(request.event), by=request.by, at=request.at))
    return _after_on_its_page(request, pk, form, "It counts from the next seating on.", place_form=form)


@needs("desk")
@require_POST
def take_back(request: Request, pk: int) -> HttpResponse:
    """A team that left is back."""
    mine, form = _team(request, pk), forms.Form(request.POST)
    do(form, lambda: return_team(team=mine, by=request.by, at=request.at))
    return _after(request, pk, form)


@needs("desk")
@require_POST
def rename(request: Request, pk: int) -> HttpResponse:
    """Give the team another name."""
    mine = _team(request, pk)
    form = RenameForm(request.POST)
    renamed = do(form, lambda: rename_team(team=mine, **form.cleaned_data, by=request.by, at=request.at))
    told = f"They are called {renamed.name} now." if renamed else ""
    return _after_on_its_page(request, pk, form, told, rename_form=form)


@needs("desk")
@require_POST
def respell(request: Request, pk: int) -> HttpResponse:
    """Correct how a player's name is spelled."""
    player = get_object_or_404(request.event.players.filter(team__isnull=False), pk=pk)
    form = RenamePlayerForm(pk, player.name, request.POST)
    done = do(form, lambda: rename_player(player=player, **form.cleaned_data, by=request.by, at=request.at))
    told = f"It is spelled {done.name} now." if done else ""
    refused = {"refused_player": pk, "player_form": form}
    return _after_on_its_page(request, player.team_id or 0, form, told, **refused)


@needs("desk")
@require_POST
def take_out(request: Request, pk: int) -> HttpResponse:
    """A player asked for it: their name goes from every page."""
    player = get_object_or_404(request.event.players.exclude(team=None), pk=pk)
    form = forms.Form(request.POST)
    team = do(form, lambda: take_out_player(player=player, by=request.by, at=request.at))
    told = "The name is gone from the pages." if team else ""
    return _after_on_its_page(request, player.team_id or 0, form, told, why_refused=refusal(form))


@needs("desk")
@require_POST
def new_link(request: Request, pk: int) -> HttpResponse:
    """Give the team another private link."""
    mine, form = _team(request, pk), forms.Form(request.POST)
    done = do(form, lambda: renew_link(badge=mine.badge, by=request.by, at=request.at))
    told = "Here is their new link. The old one is closed." if done else ""
    return _after_on_its_page(request, pk, form, told, why_refused=refusal(form))


@needs("desk")
@require_POST
def donate(request: Request, pk: int) -> HttpResponse:
    """Take a team's donation."""
    giver = _team(request, pk)
    form = DonationForm(request.POST)

    def give() -> Donation:
        number = form.player()
        player = giver.players.filter(pk=number).first() if number else None
        gift = form.gift()
        return take_donation(
            event=request.event, team=giver, player=player, **gift, by=request.by, at=request.at
        )

    do(form, give)
    return _after(request, pk, form, donation_form=form)


def _team(request: Request, pk: int) -> Team:
    return get_object_or_404(request.event.teams, pk=pk)


def _after(request: Request, pk: int, form: forms.Form, **typed: Any) -> HttpResponse:
    """To where it was pressed, the board or the team's page."""
    if request.GET.get("at") != ON_THE_TEAMS_PAGE:
        return board_answer(request, form, place=f"team-{pk}", refused_at=pk, **typed)
    return _after_on_its_page(request, pk, form, why_refused=refusal(form), **typed)


def _after_on_its_page(
    request: Request, pk: int, form: forms.Form, told: str = "", **typed: Any
) -> HttpResponse:
    back = reverse("desk:team", args=(request.event.slug, pk))
    return answer(request, _screen(pk), form, back=back, told=told, **typed)


def _screen(pk: int) -> Screen:
    return Screen(
        needs="desk",
        page="desk/team.html",
        fragment="desk/_team.html",
        shown=lambda request: _context(request, pk),
        frame=crew_frame("desk:desk"),
    )


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
        "player_forms": [
            (player.pk, RenamePlayerForm(player.pk, player.name, initial={"name": player.name}))
            for player in card.players
        ],
        "place_form": PlaceForm(None, _tables(request), initial=_place(card)),
        "leave_form": LeaveForm(),
        "donation_form": DonationForm(),
        "key": uuid4(),
        "keep": board_keep(request),
    }


def _tables(request: Request) -> list[int]:
    return [table.number for table in request.event.tables.all()]


def _place(card: TeamCard) -> dict[str, Any]:
    return {"home": card.home, "needs_accessible": card.needs_accessible, "fixed_table": card.fixed_table}
