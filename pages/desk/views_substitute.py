"""Somebody sits in for a player: the desk, a referee or an organizer says so (Rulebook E-20)."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from pages.access import Request, needs
from pages.desk.forms_team import SubstituteForm
from pages.header import header
from pages.nav import crew_nav
from pages.web import refusals_on
from tournament.commands.substitutes import return_player, seat_substitute
from tournament.errors import Refused
from tournament.models import Player
from tournament.queries.teams import TeamCard, team_card


@needs("crew")
@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: Request, pk: int) -> HttpResponse:
    """Who plays for a team, and who sits in for whom."""
    card = _card(request, pk)
    form = SubstituteForm(request.POST or None, card.players)
    if form.is_valid():
        typed = dict(form.cleaned_data)
        player = Player.objects.get(pk=typed.pop("player"), event=request.event)
        with refusals_on(form):
            sits_in = seat_substitute(player=player, **typed, by=request.by, at=request.at)
            messages.success(
                request,
                f"{sits_in} sits in for {player}. The {request.event.entrant} keeps what is won so far.",
            )
            return redirect("desk:substitute", request.event.slug, pk)
    return _page(request, card, form)


@needs("crew")
@require_POST
def back(request: Request, pk: int) -> HttpResponse:
    """A player for whom somebody sat in is back."""
    player = get_object_or_404(Player, event=request.event, pk=pk, team__isnull=False)
    try:
        return_player(player=player, by=request.by, at=request.at)
    except Refused as refused:
        card = _card(request, player.team_id or 0)
        return _page(request, card, SubstituteForm(None, card.players), sentence=str(refused))
    messages.success(request, f"{player} is back.")
    return redirect("desk:substitute", request.event.slug, player.team_id)


def _card(request: Request, pk: int) -> TeamCard:
    card = team_card(request.event, pk)
    if card is None:
        raise Http404("There is no such team at this event.")
    return card


def _page(request: Request, card: TeamCard, form: SubstituteForm, *, sentence: str = "") -> HttpResponse:
    context: dict[str, Any] = {
        **header(request),
        **crew_nav(request, "desk:desk"),
        "team": card,
        "form": form,
        "sentence": sentence,
    }
    return render(request, "desk/substitute.html", context, status=422 if sentence or form.errors else 200)
