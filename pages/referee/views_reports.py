"""What the teams reported, settled by a referee; and a finished game, witnessed."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.access import Request, needs
from pages.actions import Pressed, press
from pages.nav import crew_frame
from pages.referee.forms import ThirdForm, new_third
from pages.referee.sheets import find_game, game_of, its_table, offered, the_game
from scoring.commands.conflicts import overrule_reports
from scoring.queries.game.reports import waiting_reports
from scoring.queries.game.sheet import sheet


@needs("referee")
@require_safe
def reports(request: Request, pk: int) -> HttpResponse:
    return render(request, "referee/reports.html", _context(request, pk))


def _after_third(request: Request, pressed: Pressed, news: str) -> HttpResponse:
    form, pk = pressed.form, game_of(pressed.given)
    if form.errors:
        return render(request, "referee/reports.html", _context(request, pk, form=form), status=422)
    return redirect("referee:game", request.event.slug, pk)


def _third(request: Request, pk: int) -> ThirdForm:
    return ThirdForm(request.POST, tiles=offered(request))


otherwise = press(
    _after_third, overrule_reports, only="referee", finds=the_game, form=_third, catches_up=its_table
)


def _context(request: Request, pk: int, **kept: Any) -> dict[str, Any]:
    found = find_game(request, pk)
    now, tiles = sheet(found, request.at), offered(request)
    return {
        **crew_frame("referee:tables")(request),
        "sheet": now,
        "tiles": tiles,
        "waiting": waiting_reports(found),
        "form": new_third(tiles, sequence=now.next_number),
        "means": None,
        **kept,
    }
