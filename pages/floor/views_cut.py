"""The cut: who goes through, how a tie is settled, and the certificate."""

import secrets
from typing import Any

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.floor.forms import BackForm, OrderForm, TieForm
from pages.hall.window import window
from pages.nav import crew_frame
from pages.told import do_told
from pages.web import Screen, answer, do, fresh, refusal, show
from scoring.commands.cut import call_playoff, draw_lot, mark_back, reopen_cut, settle_cut, skip_phase_one
from scoring.commands.late import catch_up_hall
from scoring.queries.game.agreement import unagreed
from scoring.queries.phase_two.cut import cut_page, who_is_back
from scoring.queries.rounds.steps import why_no_skip

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


def _cut(request: Request) -> dict[str, Any]:
    page = cut_page(request.event, request.at)
    waiting = () if page.settled_at else unagreed(request.event, request.at, kind="one")
    can_skip = not page.settled_at and not why_no_skip(request.event)
    # Unasked it is the window of the last who goes through.
    shown = window(page.rows, request.GET, lambda row: [row.team], at=max(0, page.line_after - 1))
    first = shown.page.start_index() if shown.page else 1
    return {
        "event": request.event,
        "page": page,
        "window": shown,
        "line_in_window": 0 if shown.find else page.line_after - first + 1,
        "unagreed": waiting,
        "can_skip": can_skip,
        "back": who_is_back(request.event) if page.settled_at else None,
    }


CUT = Screen(
    page="floor/cut/cut.html",
    fragment="floor/cut/_cut.html",
    home="floor:cut",
    shown=_cut,
    frame=crew_frame("floor:floor"),
)


@needs("organizer")
@require_safe
def cut(request: Request) -> HttpResponse:
    """The standings with every tie-break's cell, the ties, and the button that settles it."""
    return show(request, CUT)


@needs("organizer")
@require_safe
def state(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return fresh(request, CUT)


@needs("organizer")
@require_POST
def settle(request: Request) -> HttpResponse:
    """Settle who goes through."""
    catch_up_hall(event=request.event, at=request.at)
    form = forms.Form(request.POST)
    do_told(
        request,
        "settling the cut",
        form,
        lambda: settle_cut(event=request.event, by=request.by, at=request.at),
    )
    return answer(request, CUT, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def skip(request: Request) -> HttpResponse:
    """Leave Phase I out: everybody who is here goes into the bracket."""
    form = OrderForm(request.POST)
    do_told(
        request,
        "leaving Phase I out",
        form,
        lambda: skip_phase_one(
            event=request.event,
            words=_lot_words() if form.cleaned_data["order"] == "lot" else "",
            by=request.by,
            at=request.at,
        ),
    )
    return answer(request, CUT, form, sentence=refusal(form))


def _lot_words() -> str:
    """What a lot is drawn from: made here, so that nobody can choose it."""
    return f"{' '.join(secrets.choice(LOT_WORDS) for _ in range(4))} {secrets.randbelow(9000) + 1000}"


@needs("organizer")
@require_POST
def reopen(request: Request) -> HttpResponse:
    """Open the cut again."""
    form = forms.Form(request.POST)
    do_told(
        request,
        "opening the cut again",
        form,
        lambda: reopen_cut(event=request.event, by=request.by, at=request.at),
    )
    return answer(request, CUT, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def mark(request: Request) -> HttpResponse:
    """A team that goes through is here for Phase II, or isn't yet."""
    form = BackForm(request.POST, event=request.event)
    do(form, lambda: mark_back(**form.cleaned_data, by=request.by, at=request.at))
    return answer(request, CUT, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def lot(request: Request) -> HttpResponse:
    """Draw lots among the teams of a tie."""
    teams, form = TieForm(request.POST).teams(request.event), forms.Form(request.POST)
    words = _lot_words()
    do_told(
        request,
        "a lot",
        form,
        lambda: draw_lot(event=request.event, teams=teams, words=words, by=request.by, at=request.at),
    )
    return answer(request, CUT, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def playoff(request: Request) -> HttpResponse:
    """Make the play-off hands of a tie."""
    teams, form = TieForm(request.POST).teams(request.event), forms.Form(request.POST)
    do_told(
        request,
        "a play-off",
        form,
        lambda: call_playoff(event=request.event, teams=teams, by=request.by, at=request.at),
    )
    return answer(request, CUT, form, sentence=refusal(form))
