"""What the teams reported, settled by a referee; and a finished game, witnessed."""

from typing import Any
from uuid import UUID

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.nav import crew_frame
from pages.referee.forms import ThirdForm, new_third
from pages.referee.sheets import after, find_game, game_to_change, offered
from pages.web import do
from scoring.commands.agreement import witness_result
from scoring.commands.conflicts import settle_otherwise, settle_reports
from scoring.models import Report
from scoring.queries.game.reports import waiting_reports
from scoring.queries.game.sheet import sheet


@needs("referee")
@require_safe
def reports(request: Request, pk: int) -> HttpResponse:
    """What both teams say of the next hand, beside each other."""
    return render(request, "referee/reports.html", _context(request, pk))


@needs("referee")
@require_POST
def settle(request: Request, pk: UUID) -> HttpResponse:
    """Choose one of the reports: it is the hand."""
    report = get_object_or_404(Report.objects.select_related("game"), game__event=request.event, pk=pk)
    game_to_change(request, report.game_id)
    form = forms.Form(request.POST)
    do(form, lambda: settle_reports(report=report, by=request.by, at=request.at))
    return after(request, find_game(request, report.game_id), form)


@needs("referee")
@require_POST
def otherwise(request: Request, pk: int) -> HttpResponse:
    """Enter the hand as neither team reported it, and why."""
    found, form = game_to_change(request, pk), ThirdForm(request.POST, tiles=offered(request))
    do(
        form,
        lambda: settle_otherwise(
            hand_id=form.hand_id_sent,
            game=found,
            facts=form.facts(),
            sequence=form.sequence_sent or 0,
            reason=form.cleaned_data["reason"],
            by=request.by,
            at=request.at,
        ),
    )
    if form.errors:
        return render(request, "referee/reports.html", _context(request, pk, form=form), status=422)
    return redirect("referee:game", request.event.slug, pk)


@needs("referee")
@require_POST
def witness(request: Request, pk: int) -> HttpResponse:
    """Stand by a finished game as it is written down."""
    found, form = find_game(request, pk), forms.Form(request.POST)
    do(form, lambda: witness_result(game=found, by=request.by, at=request.at))
    return after(request, found, form)


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
