"""One hand, later: what a correction would change, the correction, and taking the hand back."""

from typing import Any
from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.referee.forms import HandForm, StrikeForm
from pages.referee.sheets import (
    after,
    correction,
    find_game,
    find_hand,
    game_to_change,
    hand_context,
    offered,
)
from pages.told import do_told
from pages.web import go
from scoring.commands.hands import correct_hand, strike_hand
from scoring.commands.preview import preview as preview_of
from scoring.models import Hand
from scoring.queries.game.meaning import meaning


@needs("referee")
@require_safe
def hand(request: Request, pk: UUID) -> HttpResponse:
    """One hand: correct it, or take it back."""
    old = find_hand(request, pk)
    return render(request, "referee/hand.html", hand_context(request, old, struck=_foreseen(request, old)))


@needs("referee")
@require_POST
def preview(request: Request, pk: UUID) -> HttpResponse:
    """Say what a correction would mean and what it would change. Nothing is written."""
    old = find_hand(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    shown: dict[str, Any] = {"means": None, "foreseen": None}
    if form.is_valid():
        found = find_game(request, old.game_id)
        shown["means"] = meaning(found, form.facts(), request.at, replaces=old)
        shown["foreseen"] = _foreseen(request, old, form)
    if request.htmx:
        shown |= {"form": form, "tiles": form.tiles, "is_preview": True, "is_correction": True}
        return render(request, "referee/entry/_meaning.html", shown)
    shown |= {"form": correction(request), "struck": _foreseen(request, old)}
    return render(request, "referee/hand.html", hand_context(request, old, **shown))


@needs("referee")
@require_POST
def correct(request: Request, pk: UUID) -> HttpResponse:
    """Write a hand down as it really was."""
    old, form = find_hand(request, pk), correction(request)
    if form.is_valid():
        game_to_change(request, old.game_id)
    do_told(
        request,
        "a correction",
        form,
        lambda: correct_hand(
            hand=old,
            hand_id=form.hand_id_sent,
            facts=form.facts(),
            reason=form.cleaned_data["reason"],
            by=request.by,
            at=request.at,
        ),
    )
    if form.errors:
        return render(request, "referee/hand.html", hand_context(request, old, form=form), status=422)
    return go(request, _sheet_of(request, old))


@needs("referee")
@require_POST
def strike(request: Request, pk: UUID) -> HttpResponse:
    """Take a hand back: from its own page, or by the undo of the first minute."""
    old, form = find_hand(request, pk), StrikeForm(request.POST)
    if form.is_valid():
        game_to_change(request, old.game_id)
    do_told(
        request,
        "taking a hand back",
        form,
        lambda: strike_hand(
            hand=old,
            hand_id=form.cleaned_data["key"] or uuid4(),
            reason=form.cleaned_data["reason"],
            by=request.by,
            at=request.at,
        ),
    )
    if request.htmx and request.htmx.target != "change":
        return after(request, find_game(request, old.game_id), form)
    if form.errors:
        return render(request, "referee/hand.html", hand_context(request, old, strike_form=form), status=422)
    return go(request, _sheet_of(request, old))


def _sheet_of(request: Request, hand: Hand) -> str:
    return reverse("referee:game", args=(request.event.slug, hand.game_id))


def _foreseen(request: Request, old: Hand, form: HandForm | None = None) -> Any:
    """What it would change to correct a hand as typed, or to take it back."""
    facts = form.facts() if form else None
    return preview_of(hand=old, facts=facts, by=request.by, at=request.at)
