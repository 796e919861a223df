"""The fairness page: what each team got of waits, byes, rematches and strong opponents."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.access import Request, everyone
from pages.hall.fairness import fairness as ledger_now
from pages.header import header
from pages.nav import hall_nav


@everyone
@require_safe
def fairness(request: Request) -> HttpResponse:
    """What each team got, and what the figures mean."""
    frame = {**header(request), **hall_nav(request, "hall:standings")}
    page = ledger_now(request.event, request.at)
    return render(request, "hall/fairness.html", {**frame, "page": page})


@everyone
@require_safe
def ledger(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    page = ledger_now(request.event, request.at)
    return render(request, "hall/_fairness.html", {"event": request.event, "page": page})
