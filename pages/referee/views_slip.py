"""Entry of a whole paper slip at once, such as after a network failure."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.nav import crew_layout
from pages.referee.forms_slip import SlipForm
from pages.referee.sheets import find_game, its_table, offered
from pages.web import do
from scoring.game.table_state import GameStage
from scoring.recording.commands_slips import SlipRefused, record_slip
from scoring.sheet.sheet import Sheet, most_hands, sheet
from scoring.sheet.slip import SlipReading, slip_reading
from tournament.event.rules_of_event import entry_for, game_ruleset
from tournament.models import Game

LINES = 6


@needs("referee")
@require_safe
def slip(request: Request, pk: int) -> HttpResponse:
    return _page(request, find_game(request, pk))


@needs("referee")
@require_POST
def check(request: Request, pk: int) -> HttpResponse:
    found = find_game(request, pk)
    form = _form(request, found, sheet(found, request.at))
    reading = slip_reading(found, form.slip(), request.at) if form.is_valid() else None
    return _page(request, found, form, reading)


@needs("referee")
@require_POST
def save(request: Request, pk: int) -> HttpResponse:
    found = find_game(request, pk)
    its_table(request, {"game": found})
    form = _form(request, found, sheet(found, request.at))
    do(form, lambda: _record(request, found, form))
    if form.errors:
        return _page(request, found, form)
    return redirect("referee:game", request.event.slug, pk)


def _record(request: Request, found: Game, form: SlipForm) -> None:
    played = form.cleaned_data["played"]
    try:
        record_slip(game=found, lines=form.slip(), by=request.by, at=request.at, played=played)
    except SlipRefused as refused:
        form.mark(refused.lines)
        raise


def _form(request: Request, found: Game, now: Sheet) -> SlipForm:
    most, tiles = most_hands(game_ruleset(found)), offered(request)
    beside = now.beside.hands if now.beside and now.takes_hands else None
    if beside is not None:
        tiles = entry_for(request.event, is_total=False)
    left = most - len(now.hands if beside is None else beside) if most else LINES
    is_one = tiles.is_total or now.is_playoff or now.stage == GameStage.DECIDER
    return SlipForm(
        request.POST if request.method == "POST" else None,
        tiles=tiles,
        names={side.side: side.name for side in now.sides},
        first=now.next_number if beside is None else len(beside) + 1,
        count=1 if is_one else max(1, left),
    )


def _page(
    request: Request, found: Game, form: SlipForm | None = None, reading: SlipReading | None = None
) -> HttpResponse:
    now = sheet(found, request.at)
    form = form or _form(request, found, now)
    if reading:
        form.show(reading)
    is_refused = bool(form.is_bound and (form.errors or (reading and not reading.is_clean)))
    context: dict[str, Any] = {
        **crew_layout("referee:tables")(request),
        "sheet": now,
        "form": form,
        "reading": reading,
    }
    return render(request, "referee/entry/slip.html", context, status=422 if is_refused else 200)
