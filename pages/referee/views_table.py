"""Actions at a table beside its hands: the whistle, forfeits, sitting down, calls."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.referee.forms import ReasonForm, SeatedTeamForm, SideForm
from pages.referee.sheets import after, find_game, game_to_change
from pages.web import do, effective_at
from scoring.commands.ending import end_at_whistle, forfeit_game, void_game
from tournament.commands.floor import answer_call, mark_seated


@needs("referee")
@require_POST
def whistle(request: Request, pk: int) -> HttpResponse:
    """End a game at the whistle: no deal was complete."""
    found, form = game_to_change(request, pk), forms.Form(request.POST)
    do(form, lambda: end_at_whistle(game=found, by=request.by, at=request.at))
    return after(request, found, form)


@needs("referee")
@require_POST
def forfeit(request: Request, pk: int) -> HttpResponse:
    """Give the rest of a game to the other side."""
    found, form = game_to_change(request, pk), SideForm(request.POST)
    do(
        form,
        lambda: forfeit_game(
            game=found,
            side=form.cleaned_data["side"],
            hand_ids=form.hand_ids(),
            by=request.by,
            at=request.at,
            effective_at=effective_at(request),
        ),
    )
    return after(request, found, form, forfeit_form=form)


@needs("referee")
@require_POST
def void(request: Request, pk: int) -> HttpResponse:
    """End a game with no result."""
    found, form = game_to_change(request, pk), ReasonForm(request.POST)
    do(
        form,
        lambda: void_game(game=found, reason=form.cleaned_data["reason"], by=request.by, at=request.at),
    )
    return after(request, found, form, void_form=form)


@needs("referee")
@require_POST
def seated(request: Request, pk: int) -> HttpResponse:
    """A team sits at the table."""
    found, form = find_game(request, pk), SeatedTeamForm(request.POST)
    do(
        form,
        lambda: mark_seated(
            game=found,
            team=get_object_or_404(request.event.teams, pk=form.cleaned_data["team"]),
            by=request.by,
            at=request.at,
            said_at=effective_at(request),
        ),
    )
    return after(request, found, form)


@needs("referee")
@require_POST
def answered(request: Request, pk: int) -> HttpResponse:
    """The referee who was called has been at the table."""
    found, form = find_game(request, pk), forms.Form(request.POST)
    do(form, lambda: answer_call(game=found, by=request.by, at=request.at))
    return after(request, found, form)
