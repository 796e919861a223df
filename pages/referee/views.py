"""The referee's phone: the tables, a game's sheet, and its hands."""

from uuid import UUID, uuid4

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.header import header
from pages.referee.forms import HandForm, ReasonForm
from pages.referee.sheets import after, correction, find_game, find_hand, hand_context, offered, sheet_context
from pages.web import refusals_on
from scoring.commands.hands import correct_hand, record_hand, strike_hand
from scoring.models import Hand
from scoring.queries.meaning import meaning
from scoring.queries.referee_tables import referee_tables
from scoring.queries.sheet import last_game_at
from tournament.models import Table


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
    return render(request, "referee/game.html", sheet_context(request, find_game(request, pk)))


@needs("referee")
@require_safe
def head(request: Request, pk: int) -> HttpResponse:
    """What stands above the entry, fresh; it says so when the entry has been overtaken."""
    context = sheet_context(request, find_game(request, pk))
    asked = request.GET.get("place", "")
    context["overtaken"] = asked.isdecimal() and int(asked) != context["sheet"].next_number
    return render(request, "referee/_head_alone.html", context)


@needs("referee")
@require_safe
def hands(request: Request, pk: int) -> HttpResponse:
    """The hands so far, fresh."""
    return render(request, "referee/_hands.html", sheet_context(request, find_game(request, pk)))


@needs("referee")
@require_POST
def preview(request: Request, pk: int) -> HttpResponse:
    """Say what a hand would mean. Nothing is written."""
    found = find_game(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    replaced = _uuid(request.POST.get("replaces"))
    old = Hand.objects.filter(game=found, pk=replaced).first() if replaced else None
    means = None
    if form.is_valid():
        told = {**form.facts(), **form.notes()}
        means = meaning(found, told, request.at, replaces=old, badge=request.by.badge)
    if request.htmx:
        return render(
            request,
            "referee/_meaning.html",
            {"means": means, "form": form, "tiles": form.tiles, "is_preview": True},
        )
    if old:
        return render(
            request, "referee/hand.html", hand_context(request, old, form=correction(request), means=means)
        )
    return render(request, "referee/game.html", sheet_context(request, found, form=form, means=means))


@needs("referee")
@require_POST
def record(request: Request, pk: int) -> HttpResponse:
    """Save the hand that was tapped, and offer the next."""
    found = find_game(request, pk)
    form = HandForm(request.POST, tiles=offered(request))
    if form.is_valid():
        with refusals_on(form):
            record_hand(
                hand_id=form.hand_id_sent,
                game=found,
                facts=form.facts(),
                notes=form.notes(),
                place=form.place_sent,
                by=request.by,
                at=request.at,
            )
    return after(request, found, form, form=form if form.errors else None)


@needs("referee")
@require_safe
def hand(request: Request, pk: UUID) -> HttpResponse:
    """One hand: correct it, or take it back."""
    return render(request, "referee/hand.html", hand_context(request, find_hand(request, pk)))


@needs("referee")
@require_POST
def correct(request: Request, pk: UUID) -> HttpResponse:
    """Write a hand down as it really was."""
    old, form = find_hand(request, pk), correction(request)
    if form.is_valid():
        with refusals_on(form):
            reason = form.cleaned_data["reason"]
            correct_hand(
                hand=old,
                hand_id=form.hand_id_sent,
                facts=form.facts(),
                notes=form.notes(),
                reason=reason,
                by=request.by,
                at=request.at,
            )
    if form.errors:
        return render(request, "referee/hand.html", hand_context(request, old, form=form), status=422)
    return redirect("referee:game", request.event.slug, old.game_id)


@needs("referee")
@require_POST
def strike(request: Request, pk: UUID) -> HttpResponse:
    """Take a hand back: from its own page, or by the undo of the first minute."""
    old, form = find_hand(request, pk), ReasonForm(request.POST)
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
        return render(request, "referee/hand.html", hand_context(request, old, strike_form=form), status=422)
    return after(request, find_game(request, old.game_id), form)


def _uuid(text: str | None) -> UUID | None:
    """The id in ``text``; None where there is none."""
    try:
        return UUID(text or "")
    except ValueError:
        return None
