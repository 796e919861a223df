"""The referee's phone: the tables, a game's sheet, and every deed at a table."""

from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.header import header
from pages.referee.forms import (
    CorrectionForm,
    HandForm,
    ReasonForm,
    SideForm,
    TeamForm,
    correction_of,
    new_hand,
)
from pages.web import answer, refusals_on
from scoring.commands.hands import (
    correct_hand,
    end_at_whistle,
    forfeit_game,
    record_hand,
    strike_hand,
    void_game,
)
from scoring.models import Hand
from scoring.queries.entry import EntryTiles, entry_tiles
from scoring.queries.meaning import Meaning, meaning
from scoring.queries.referee_tables import referee_tables
from scoring.queries.sheet import hand_on_sheet, last_game_at, sheet, sheet_games
from scoring.queries.tally import ruleset_for
from tournament.commands.floor import answer_call, mark_seated
from tournament.models import Game, Table


@needs("referee")
@require_safe
def tables(request: Request) -> HttpResponse:
    """Every table, those that need somebody first."""
    rows = referee_tables(request.event, request.at)
    page = "referee/_tables.html" if request.htmx else "referee/tables.html"
    free = [row for row in rows if row.state == "free"]
    return render(request, page, {**header(request), "rows": rows, "free": free})


@needs("referee")
@require_safe
def table(request: Request, number: int) -> HttpResponse:
    """Where the placard's QR code leads: the game now open at the table, or the last one."""
    there = get_object_or_404(Table, event=request.event, number=number)
    game = last_game_at(there)
    if game is None:
        return render(request, "referee/free.html", {**header(request), "table": there})
    return redirect("referee:game", request.event.slug, game.pk)


@needs("referee")
@require_safe
def game(request: Request, pk: int) -> HttpResponse:
    """A game's sheet, with the entry of its next hand."""
    return render(request, "referee/game.html", _sheet(request, _game(request, pk)))


@needs("referee")
@require_safe
def head(request: Request, pk: int) -> HttpResponse:
    """What stands above the entry, fresh; it says so when the entry has been overtaken."""
    context = _sheet(request, _game(request, pk))
    asked = request.GET.get("place", "")
    context["overtaken"] = asked.isdecimal() and int(asked) != context["sheet"].next_number
    return render(request, "referee/_head_alone.html", context)


@needs("referee")
@require_safe
def hands(request: Request, pk: int) -> HttpResponse:
    """The hands so far, fresh."""
    return render(request, "referee/_hands.html", _sheet(request, _game(request, pk)))


@needs("referee")
@require_POST
def preview(request: Request, pk: int) -> HttpResponse:
    """Say what a hand would mean. Nothing is written."""
    found = _game(request, pk)
    form = HandForm(request.POST, tiles=_tiles(request))
    replaced = _uuid(request.POST.get("replaces"))
    old = Hand.objects.filter(game=found, pk=replaced).first() if replaced else None
    means = meaning(found, form.facts(), request.at, replaces=old) if form.is_valid() else None
    if request.htmx:
        return render(request, "referee/_meaning.html", {"means": means, "form": form, "is_preview": True})
    if old:
        return render(
            request, "referee/hand.html", _hand(request, old, form=_correction(request), means=means)
        )
    return render(request, "referee/game.html", _sheet(request, found, form=form, means=means))


@needs("referee")
@require_POST
def record(request: Request, pk: int) -> HttpResponse:
    """Save the hand that was tapped, and offer the next."""
    found = _game(request, pk)
    form = HandForm(request.POST, tiles=_tiles(request))
    if form.is_valid():
        with refusals_on(form):
            record_hand(
                hand_id=form.hand_id_sent,
                game=found,
                facts=form.facts(),
                place=form.place_sent,
                by=request.by,
                at=request.at,
            )
    return _after(request, found, form, form=form if form.errors else None)


@needs("referee")
@require_POST
def whistle(request: Request, pk: int) -> HttpResponse:
    """End a game at the whistle: no deal was complete."""
    found, form = _game(request, pk), forms.Form(request.POST)
    if form.is_valid():
        with refusals_on(form):
            end_at_whistle(game=found, by=request.by, at=request.at)
    return _after(request, found, form)


@needs("referee")
@require_POST
def forfeit(request: Request, pk: int) -> HttpResponse:
    """Give the rest of a game to the other side."""
    found, form = _game(request, pk), SideForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            side = form.cleaned_data["side"]
            forfeit_game(game=found, side=side, hand_ids=form.hand_ids(), by=request.by, at=request.at)
    return _after(request, found, form, forfeit_form=form)


@needs("referee")
@require_POST
def void(request: Request, pk: int) -> HttpResponse:
    """End a game with no result."""
    found, form = _game(request, pk), ReasonForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            void_game(game=found, reason=form.cleaned_data["reason"], by=request.by, at=request.at)
    return _after(request, found, form, void_form=form)


@needs("referee")
@require_POST
def seated(request: Request, pk: int) -> HttpResponse:
    """A team sits at the table."""
    found, form = _game(request, pk), TeamForm(request.POST)
    if form.is_valid():
        team = get_object_or_404(request.event.teams, pk=form.cleaned_data["team"])
        with refusals_on(form):
            mark_seated(game=found, team=team, by=request.by, at=request.at)
    return _after(request, found, form)


@needs("referee")
@require_POST
def answered(request: Request, pk: int) -> HttpResponse:
    """The referee who was called has been at the table."""
    found, form = _game(request, pk), forms.Form(request.POST)
    if form.is_valid():
        with refusals_on(form):
            answer_call(game=found, by=request.by, at=request.at)
    return _after(request, found, form)


@needs("referee")
@require_safe
def hand(request: Request, pk: UUID) -> HttpResponse:
    """One hand: correct it, or take it back."""
    return render(request, "referee/hand.html", _hand(request, _old_hand(request, pk)))


@needs("referee")
@require_POST
def correct(request: Request, pk: UUID) -> HttpResponse:
    """Write a hand down as it really was."""
    old, form = _old_hand(request, pk), _correction(request)
    if form.is_valid():
        with refusals_on(form):
            reason = form.cleaned_data["reason"]
            correct_hand(
                hand=old,
                hand_id=form.hand_id_sent,
                facts=form.facts(),
                reason=reason,
                by=request.by,
                at=request.at,
            )
    if form.errors:
        return render(request, "referee/hand.html", _hand(request, old, form=form), status=422)
    return redirect("referee:game", request.event.slug, old.game_id)


@needs("referee")
@require_POST
def strike(request: Request, pk: UUID) -> HttpResponse:
    """Take a hand back: from its own page, or by the undo of the first minute."""
    old, form = _old_hand(request, pk), ReasonForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            strike_hand(
                hand=old,
                hand_id=form.cleaned_data["key"] or uuid4(),
                reason=form.cleaned_data["reason"],
                by=request.by,
                at=request.at,
            )
    if form.errors and not request.htmx:
        return render(request, "referee/hand.html", _hand(request, old, strike_form=form), status=422)
    return _after(request, _game(request, old.game_id), form)


def _after(request: Request, found: Game, deed: forms.Form, **kept: Any) -> HttpResponse:
    """The sheet as it is after a deed, in the fragment that was asked for; what was refused stays typed."""
    is_head = request.htmx and request.htmx.target == "head"
    return answer(
        request,
        page="referee/game.html",
        fragment="referee/_head_alone.html" if is_head else "referee/_game.html",
        context=_sheet(request, _game(request, found.pk), refused=deed, **(kept if deed.errors else {})),
        back=reverse("referee:game", args=(request.event.slug, found.pk)),
        is_refused=bool(deed.errors),
    )


def _sheet(
    request: Request,
    found: Game,
    *,
    form: HandForm | None = None,
    means: Meaning | None = None,
    **kept: Any,
) -> dict[str, Any]:
    """Everything a sheet's page or fragments show."""
    now = sheet(found, request.at)
    tiles = _tiles(request)
    dealer = now.dealer.seat if now.dealer else ""
    return {
        **header(request),
        "sheet": now,
        "tiles": tiles,
        "form": form or new_hand(tiles, place=now.next_number, dealer=dealer),
        "means": means,
        "overtaken": form is not None and form["place"].value() != str(now.next_number),
        "forfeit_form": SideForm(initial={"key": uuid4()}),
        "void_form": ReasonForm(),
        "undo_key": uuid4(),
        **kept,
    }


def _hand(request: Request, old: Hand, **kept: Any) -> dict[str, Any]:
    """Everything the page of one hand shows."""
    found = _game(request, old.game_id)
    now = sheet(found, request.at)
    tiles = _tiles(request)
    return {
        **header(request),
        "sheet": now,
        "row": hand_on_sheet(now, old),
        "tiles": tiles,
        "means": meaning(found, old.facts, request.at, replaces=old),
        "form": correction_of(tiles, old),
        "strike_form": ReasonForm(initial={"key": uuid4()}),
        **kept,
    }


def _game(request: Request, pk: int) -> Game:
    return get_object_or_404(sheet_games(request.event), pk=pk)


def _old_hand(request: Request, pk: UUID) -> Hand:
    return get_object_or_404(Hand.objects.select_related("game"), game__event=request.event, pk=pk)


def _correction(request: Request) -> CorrectionForm:
    return CorrectionForm(request.POST, tiles=_tiles(request))


def _tiles(request: Request) -> EntryTiles:
    return entry_tiles(ruleset_for(request.event))


def _uuid(text: str | None) -> UUID | None:
    """The id in ``text``; None where there is none."""
    try:
        return UUID(text or "")
    except ValueError:
        return None
