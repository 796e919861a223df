"""Substitute for a player: the desk, a referee or an organizer says so (Rulebook E-20)."""

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import Request, needs
from pages.desk.forms_team import SubstituteForm
from pages.nav import crew_frame
from pages.web import Screen, answer, do, refusal, show
from tournament.commands.substitutes import return_player, seat_substitute
from tournament.models import Player
from tournament.queries.teams import TeamCard, team_card


@needs("crew")
@require_http_methods(["GET", "HEAD", "POST"])
def substitute(request: Request, pk: int) -> HttpResponse:
    """Who plays for a team, and who sits in for whom."""
    card = _card(request, pk)
    form = SubstituteForm(request.POST or None, card.players)
    if request.method != "POST":
        return show(request, _screen(card, form))
    told = do(form, lambda: _seat(request, form))
    return answer(request, _screen(card, form), form, back=_page_of(request, pk), told=told or "")


@needs("crew")
@require_POST
def back(request: Request, pk: int) -> HttpResponse:
    """A player for whom somebody sat in is back."""
    player = get_object_or_404(Player, event=request.event, pk=pk, team__isnull=False)
    form, team = forms.Form(request.POST), player.team_id or 0
    do(form, lambda: return_player(player=player, by=request.by, at=request.at))
    card = _card(request, team)
    screen = _screen(card, SubstituteForm(None, card.players))
    told = f"{player} is back."
    return answer(request, screen, form, back=_page_of(request, team), told=told, sentence=refusal(form))


def _seat(request: Request, form: SubstituteForm) -> str:
    typed = dict(form.cleaned_data)
    player = Player.objects.get(pk=typed.pop("player"), event=request.event)
    sits_in = seat_substitute(player=player, **typed, by=request.by, at=request.at)
    return f"{sits_in} sits in for {player}. The {request.event.entrant} keeps what is won so far."


def _card(request: Request, pk: int) -> TeamCard:
    card = team_card(request.event, pk)
    if card is None:
        raise Http404("There is no such team at this event.")
    return card


def _screen(card: TeamCard, form: SubstituteForm) -> Screen:
    return Screen(
        needs="crew",
        page="desk/substitute.html",
        shown=lambda request: {"team": card, "form": form},
        frame=crew_frame("desk:desk"),
    )


def _page_of(request: Request, pk: int) -> str:
    return reverse("desk:substitute", args=(request.event.slug, pk))
