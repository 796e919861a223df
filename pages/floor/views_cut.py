"""The cut: who goes through, how a tie is settled, and the certificate."""

import secrets
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.floor.forms import TieForm
from pages.header import header
from pages.nav import crew_nav
from scoring.commands.cut import call_playoff, draw_lot, reopen_cut, settle_cut
from scoring.commands.late import catch_up_hall
from scoring.queries.game.agreement import unagreed
from scoring.queries.phase_two.cut import cut_page
from tournament.errors import Refused

LOT_WORDS = [
    "ace",
    "book",
    "Boston",
    "bye",
    "club",
    "cut",
    "deal",
    "diamond",
    "downtown",
    "felt",
    "gold",
    "guarantee",
    "heart",
    "high",
    "joker",
    "kitty",
    "lake",
    "little",
    "low",
    "north",
    "partner",
    "quilt",
    "south",
    "spade",
    "trophy",
    "trump",
    "uptown",
    "whist",
]


@needs("organizer")
@require_safe
def cut(request: Request) -> HttpResponse:
    """The standings with every tie-break's cell, the ties, and the button that settles it."""
    return _page(request)


@needs("organizer")
@require_safe
def state(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return render(request, "floor/_cut.html", _cut(request))


@needs("organizer")
@require_POST
def settle(request: Request) -> HttpResponse:
    """Settle who goes through."""
    catch_up_hall(event=request.event, at=request.at)
    try:
        settle_cut(event=request.event, by=request.by, at=request.at)
    except Refused as refused:
        return _page(request, str(refused))
    return _answer(request)


@needs("organizer")
@require_POST
def reopen(request: Request) -> HttpResponse:
    """Open the cut again."""
    try:
        reopen_cut(event=request.event, by=request.by, at=request.at)
    except Refused as refused:
        return _page(request, str(refused))
    return _answer(request)


@needs("organizer")
@require_POST
def lot(request: Request) -> HttpResponse:
    """Draw lots among the teams of a tie."""
    teams = TieForm(request.POST).teams(request.event)
    words = f"{' '.join(secrets.choice(LOT_WORDS) for _ in range(4))} {secrets.randbelow(9000) + 1000}"
    try:
        draw_lot(event=request.event, teams=teams, words=words, by=request.by, at=request.at)
    except Refused as refused:
        return _page(request, str(refused))
    return _answer(request)


@needs("organizer")
@require_POST
def playoff(request: Request) -> HttpResponse:
    """Make the play-off hands of a tie."""
    teams = TieForm(request.POST).teams(request.event)
    try:
        call_playoff(event=request.event, teams=teams, by=request.by, at=request.at)
    except Refused as refused:
        return _page(request, str(refused))
    return _answer(request)


def _cut(request: Request, sentence: str = "") -> dict[str, Any]:
    page = cut_page(request.event, request.at)
    waiting = () if page.settled_at else unagreed(request.event, request.at, kind="one")
    return {"event": request.event, "page": page, "unagreed": waiting, "sentence": sentence}


def _page(request: Request, sentence: str = "") -> HttpResponse:
    """The whole page, or the fragment for htmx; with the sentence of what was refused."""
    context = _cut(request, sentence)
    status = 422 if sentence else 200
    if request.htmx:
        return render(request, "floor/_cut.html", context, status=status)
    frame = {**header(request), **crew_nav(request, "floor:floor")}
    return render(request, "floor/cut.html", {**frame, **context}, status=status)


def _answer(request: Request) -> HttpResponse:
    return _page(request) if request.htmx else redirect("floor:cut", request.event.slug)
