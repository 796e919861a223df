"""One hand, later: what a correction would change, the correction, and taking the hand back."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.actions import Answer, Pressed, press
from pages.referee.forms import HandForm, StrikeForm
from pages.referee.sheets import (
    after,
    correction,
    find_game,
    find_hand,
    hand_context,
    its_table,
    offered,
    the_hand,
)
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
    shown |= {"form": correction(request, pk), "struck": _foreseen(request, old)}
    return render(request, "referee/hand.html", hand_context(request, old, **shown))


def _foreseen(request: Request, old: Hand, form: HandForm | None = None) -> Any:
    facts = form.facts() if form else None
    return preview_of(hand=old, facts=facts, by=request.by, at=request.at)


def _after(typed: str) -> Answer:
    """To the game's sheet; what was refused stays typed on the hand's page."""

    def answered(request: Request, pressed: Pressed, news: str) -> HttpResponse:
        old, form = pressed.given["hand"], pressed.form
        if request.htmx and typed == "strike_form" and request.htmx.target != "change":
            return after(request, old.game_id, form)  # The undo of the first minute is on the sheet.
        if form.errors:
            context = hand_context(request, old, **{typed: form})
            return render(request, "referee/hand.html", context, status=422)
        return go(request, reverse("referee:game", args=(request.event.slug, old.game_id)))

    return answered


_change = partial(press, only="referee", finds=the_hand, catches_up=its_table)

correct = _change(_after("form"), correct_hand, form=correction, logs="a correction")
strike = _change(_after("strike_form"), strike_hand, form=StrikeForm, logs="taking a hand back")
