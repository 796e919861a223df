"""Late teams: the referee decides about a hand that the clock proposes, or begins the five minutes anew."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.referee.forms import SeatedTeamForm, WaiverForm
from pages.referee.sheets import after, find_game
from pages.web import do
from scoring.commands.late import forfeit_proposed_hand, start_five_minutes, waive_late_hand
from tournament.models import Deadline


@needs("referee")
@require_POST
def forfeit(request: Request, pk: int) -> HttpResponse:
    """A late team forfeits the hand, as the clock proposed."""
    row, form = _deadline(request, pk), forms.Form(request.POST)
    do(form, lambda: forfeit_proposed_hand(deadline=row, by=request.by, at=request.at))
    return after(request, find_game(request, row.game_id), form)


@needs("referee")
@require_POST
def waive(request: Request, pk: int) -> HttpResponse:
    """A late team is let off, with a reason."""
    row, form = _deadline(request, pk), WaiverForm(request.POST)
    do(form, lambda: waive_late_hand(deadline=row, **form.cleaned_data, by=request.by, at=request.at))
    return after(request, find_game(request, row.game_id), form, waiver_form=form)


@needs("referee")
@require_POST
def start(request: Request, pk: int) -> HttpResponse:
    """A team has left its table: its five minutes begin anew."""
    found, form = find_game(request, pk), SeatedTeamForm(request.POST)
    do(
        form,
        lambda: start_five_minutes(
            game=found,
            team=get_object_or_404(request.event.teams, pk=form.cleaned_data["team"]),
            by=request.by,
            at=request.at,
        ),
    )
    return after(request, found, form)


def _deadline(request: Request, pk: int) -> Deadline:
    return get_object_or_404(Deadline, event=request.event, pk=pk)
