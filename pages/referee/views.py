"""The referee's phone: a game's sheet, and the entry of its next hand."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap, retarget

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.actions import Found, Pressed, at_table, press
from pages.referee.forms import HandForm
from pages.referee.sheets import (
    after,
    after_hand,
    find_game,
    game_of,
    game_of_entry,
    head_context,
    offered,
    sheet_context,
)
from pages.web import effective_at
from scoring.commands.hands import record_hand
from scoring.queries.game.meaning import meaning
from scoring.queries.game.sheet import has_late_team, sheet

NOT_TAPPED = ("sequence", "came_as", "dealer")


@needs("referee")
@require_safe
def game(request: Request, pk: int) -> HttpResponse:
    return render(request, "referee/game.html", sheet_context(request, find_game(request, pk)))


@needs("referee")
@require_safe
def head(request: Request, pk: int) -> HttpResponse:
    """What stands around the entry, fresh; it says so when the entry has been overtaken.

    Where nothing is tapped yet, nothing is lost: then the whole sheet comes, with the hand that is next now.
    """
    found = find_game(request, pk)
    context = head_context(request, found, asked=whole(request.GET.get("sequence", "")))
    typed = {name: value for name, value in request.GET.items() if name not in NOT_TAPPED}
    is_begun = any(value not in ("", "0") for value in typed.values())
    if context["overtaken"] and not is_begun:
        answer = render(request, "referee/_game.html", sheet_context(request, found))
        return reswap(retarget(answer, "#game"), "outerHTML")
    return render(request, "referee/_head_alone.html", context)


@needs("referee")
@require_safe
def hands(request: Request, pk: int) -> HttpResponse:
    now = sheet(find_game(request, pk), request.at)
    return render(request, "referee/_hands.html", {"event": request.event, "sheet": now})


@needs("referee")
@require_POST
def preview(request: Request, pk: int) -> HttpResponse:
    found = find_game(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    means = None
    if form.is_valid():
        means = meaning(found, form.facts(), request.at, badge=request.by.badge)
    if request.htmx:
        shown = {"means": means, "form": form, "tiles": form.tiles, "is_preview": True}
        return render(request, "referee/entry/_meaning.html", shown)
    return render(request, "referee/game.html", sheet_context(request, found, form=form, means=means))


def _entry(request: Request, pk: int) -> HandForm:
    return HandForm(request.POST, tiles=offered(request))


def _if_late(request: Request, given: Found) -> None:
    """What had come due at the table, where it has a late team."""
    if has_late_team(given["game"], effective_at(request)):
        at_table(request, given)


def _saved(request: Request, pressed: Pressed, news: str) -> HttpResponse:
    form = pressed.form
    short = None if form.errors else after_hand(request, pressed.done)
    return short or after(request, game_of(pressed.given), form, form=form)


record = press(
    _saved,
    record_hand,
    only="referee",
    finds=game_of_entry,
    form=_entry,
    catches_up=_if_late,
    pressed_at="effective_at",
)
