"""A recorded hand: preview a correction, correct it, or strike it."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.actions import Answer, Outcome, action
from pages.referee.forms import CorrectionForm, HandForm, StrikeForm
from pages.referee.sheets import (
    entry_form,
    find_game,
    find_hand,
    hand_context,
    its_table,
    offered,
    the_hand,
)
from pages.web import Screen, go
from scoring.models import Hand
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.recording.commands_preview import preview as preview_of
from scoring.reports.meaning import meaning


def _hand(request: Request, pk: UUID) -> dict[str, Any]:
    old = find_hand(request, pk)
    return hand_context(request, old, struck=_foreseen(request, old))


HAND = Screen(needs="referee", page="referee/hand.html", context=_hand)


@needs("referee")
@require_POST
def preview(request: Request, pk: UUID) -> HttpResponse:
    old = find_hand(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    context: dict[str, Any] = {"means": None, "foreseen": None}
    if form.is_valid():
        found = find_game(request, old.game_id)
        context["means"] = meaning(found, form.facts(), request.at, replaces=old)
        context["foreseen"] = _foreseen(request, old, form)
    if request.htmx:
        context |= {"form": form, "tiles": form.tiles, "is_preview": True, "is_correction": True}
        return render(request, "referee/entry/_meaning.html", context)
    correction = CorrectionForm(request.POST, tiles=form.tiles)
    context |= {"form": correction, "struck": _foreseen(request, old)}
    return render(request, "referee/hand.html", hand_context(request, old, **context))


def _foreseen(request: Request, old: Hand, form: HandForm | None = None) -> Any:
    facts = form.facts() if form else None
    return preview_of(hand=old, facts=facts, by=request.by, at=request.at)


def _after(form_name: str) -> Answer:
    def answered(request: Request, outcome: Outcome, news: str) -> HttpResponse:
        old, form = outcome.given["hand"], outcome.form
        if form.errors:
            context = hand_context(request, old, **{form_name: form})
            return render(request, "referee/hand.html", context, status=422)
        return go(request, reverse("referee:game", args=(request.event.slug, old.game_id)))

    return answered


_change = partial(action, only="referee", finds=the_hand, catches_up=its_table)

correct = _change(_after("form"), correct_hand, form=entry_form(CorrectionForm), logs="a correction")
strike = _change(_after("strike_form"), strike_hand, form=StrikeForm, logs="taking a hand back")
