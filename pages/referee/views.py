"""The referee's phone: a game's sheet, the entry of its next hand, and the trick calculator."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.actions import Found, Outcome, action, at_table
from pages.nav import crew
from pages.referee.forms import HandForm
from pages.referee.forms_trick import TrickForm
from pages.referee.sheets import (
    after,
    after_hand,
    entry_form,
    find_game,
    game_of,
    game_of_entry,
    head_context,
    in_already,
    offered,
    sheet_context,
)
from pages.referee.trick import answer_trick
from pages.web import Screen, do, effective_at
from rules.replay.card_table import table_for
from scoring.recording.commands_hands import record_hand
from scoring.reports.meaning import meaning
from scoring.sheet.sheet import has_late_team, sheet
from tournament.event.rules_of_event import ruleset_for

NOT_TAPPED = ("hand_id", "sequence", "came_as", "dealer")


def _game(request: Request, pk: int) -> dict[str, Any]:
    return sheet_context(request, find_game(request, pk))


def _hands(request: Request, pk: int) -> dict[str, Any]:
    return {"sheet": sheet(find_game(request, pk), request.at)}


def _trick(request: Request) -> dict[str, Any]:
    ruleset = ruleset_for(request.event)
    if not ruleset.play.has_cards:
        raise Http404
    form = TrickForm(request.GET, table=table_for(ruleset))
    is_played = form.is_valid() and form.cleaned_data["played"]
    answer = do(form, lambda: answer_trick(ruleset, form.asked())) if is_played else None
    return {"form": form, "answer": answer, "is_asked": bool(request.GET)}


GAME = Screen(needs="referee", page="referee/game.html", context=_game)
HANDS = Screen(needs="referee", page="referee/_hands.html", context=_hands)
TRICK = crew("referee", "referee/trick/trick.html", "referee:tables", _trick, "referee/trick/_trick.html")


@needs("referee")
@require_safe
def head(request: Request, pk: int) -> HttpResponse:
    """Refresh the context around the entry form, with a notice if somebody else has entered this hand.

    If nothing is tapped yet, the response is then the whole sheet with the next hand.
    """
    found = find_game(request, pk)
    context = head_context(request, found, asked=whole(request.GET.get("sequence", "")))
    typed = {name: value for name, value in request.GET.items() if name not in NOT_TAPPED}
    is_begun = any(value not in ("", "0") for value in typed.values())
    if context["overtaken"] and not is_begun:
        response = render(request, "referee/_game.html", sheet_context(request, found))
        return reswap(retarget(response, "#game"), "outerHTML")
    return render(request, "referee/_head_alone.html", context)


@needs("referee")
@require_POST
def preview(request: Request, pk: int) -> HttpResponse:
    found = find_game(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    means = None
    if form.is_valid():
        means = meaning(found, form.facts(), request.at, badge=request.by.badge)
    if request.htmx:
        context = {"means": means, "form": form, "tiles": form.tiles, "is_preview": True}
        return render(request, "referee/entry/_meaning.html", context)
    return render(request, "referee/game.html", sheet_context(request, found, form=form, means=means))


def _if_late(request: Request, given: Found) -> None:
    if has_late_team(given["game"], effective_at(request)):
        at_table(request, given)


def _saved(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    form = outcome.form
    if form.errors:
        return after(request, game_of(outcome.given), form, form=form)
    return after_hand(request, outcome.done, form, news)


record = action(
    _saved,
    record_hand,
    message=in_already,
    only="referee",
    finds=game_of_entry,
    form=entry_form(HandForm),
    catches_up=_if_late,
    time_argument="effective_at",
)
