"""A whole game: correct all of its hands together, or swap its sides. Each is previewed."""

from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.actions import Answer, Outcome, action
from pages.nav import crew_layout
from pages.referee.forms_game import SwapSidesForm, WholeGameForm
from pages.referee.sheets import find_game, its_table, the_game
from pages.web import Screen, go
from rules.ruleset.totals import is_total
from scoring.hands.hand_rows import counting_hands
from scoring.recording.commands_preview import PREVIEWED, CorrectionPreview, preview_of
from scoring.recording.commands_whole_game import correct_game, swap_sides
from scoring.sheet.sheet import most_hands, sheet, written_hands_of
from tournament.event.rules_of_event import entry_for, game_ruleset
from tournament.models import Game


def _page(request: Request, pk: int) -> dict[str, Any]:
    return _context(request, find_game(request, pk))


CHANGE = Screen(needs="referee", page="referee/entry/game.html", context=_page)


def _context(request: Request, found: Game, **more: Any) -> dict[str, Any]:
    now = sheet(found, request.at)
    swap: dict[str, Any] = {"game": found, "key": uuid4(), "reason": PREVIEWED, "at": request.at}
    has_two_sides = bool(now.hands) and len(now.sides) == 2
    return {
        **crew_layout("referee:tables")(request),
        "sheet": now,
        "form": _page_form(request, found),
        "swap_form": SwapSidesForm(initial={"key": uuid4()}),
        "swapped": _foreseen(request, found, swap_sides, swap) if has_two_sides else None,
        "foreseen": None,
        **more,
    }


def _page_form(request: Request, found: Game) -> WholeGameForm | None:
    """The lines of the game's hands; None if it has a total, which is corrected by itself."""
    hands = counting_hands(written_hands_of(found))
    if any(is_total(hand.parsed) for hand in hands) or not game_ruleset(found).play.has_cards:
        return None
    return _form(request, found)


def _form(request: Request, found: Game, data: Any = None) -> WholeGameForm:
    hands = counting_hands(written_hands_of(found))
    most = most_hands(game_ruleset(found)) or len(hands) + 1
    return WholeGameForm(
        data,
        tiles=entry_for(request.event, is_total=False),
        names={side.side: side.name for side in sheet(found, request.at).sides},
        hands=hands,
        spare=most - len(hands),
    )


def _sent(request: Request, pk: int) -> WholeGameForm:
    found = find_game(request, pk)
    if not game_ruleset(found).play.has_cards:
        raise Http404
    return _form(request, found, request.POST)


def _foreseen(request: Request, found: Game, command: Any, given: dict[str, Any]) -> CorrectionPreview:
    return preview_of(game=found, change=lambda by: command(**given, by=by), by=request.by)


@needs("referee")
@require_POST
def preview(request: Request, pk: int) -> HttpResponse:
    found, form = find_game(request, pk), _sent(request, pk)
    foreseen = None
    # A preview needs no reason yet.
    if not set(form.errors) - {"reason"}:
        given = {
            "game": found,
            "key": uuid4(),
            "lines": form.changed(),
            "reason": PREVIEWED,
            "at": request.at,
        }
        foreseen = _foreseen(request, found, correct_game, given)
        form.errors.pop("reason", None)
    context = _context(request, found, form=form, foreseen=foreseen)
    return render(request, "referee/entry/game.html", context, status=422 if form.errors else 200)


def _after(form_name: str) -> Answer:
    def answered(request: Request, outcome: Outcome, news: str) -> HttpResponse:
        found, form = outcome.given["game"], outcome.form
        if not form.errors:
            return go(request, reverse("referee:game", args=(request.event.slug, found.pk)))
        context = _context(request, find_game(request, found.pk), **{form_name: form})
        return render(request, "referee/entry/game.html", context, status=422)

    return answered


correct = action(
    _after("form"),
    correct_game,
    only="referee",
    finds=the_game,
    form=_sent,
    catches_up=its_table,
    logs="a correction of a game",
)
swap = action(
    _after("swap_form"),
    swap_sides,
    only="referee",
    finds=the_game,
    form=SwapSidesForm,
    catches_up=its_table,
    logs="a swap of sides",
)
