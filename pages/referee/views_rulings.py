"""The guide through a ruling, and the rulings of the day."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import Request, needs
from pages.actions import do_logged
from pages.nav import crew_frame
from pages.referee.forms_rulings import HeadCallForm
from pages.referee.guide import Guide, guide_for, page_of
from pages.referee.sheets import find_game, its_table
from rules.competition.penalties import TABLE
from scoring.commands.rulings import make_ruling, supersede_ruling
from scoring.models import Ruling, RulingKind
from scoring.queries.game.sheet import sheet
from scoring.queries.hands.conflict_of_interest import why_no_ruling, why_no_superseding
from scoring.queries.hands.rulings import judged_then, ruling_row
from scoring.queries.hands.rulings import rulings as all_rulings

asked = require_http_methods(["GET", "HEAD", "POST"])


@needs("referee")
@require_safe
def rulings(request: Request) -> HttpResponse:
    """The rulings of the day, newest first; those of one kind, if asked."""
    kind = request.GET.get("kind", "")
    kind = kind if kind in RulingKind.values else ""
    rows = all_rulings(request.event, kind=kind)
    page = "referee/rulings/_rulings.html" if request.htmx else "referee/rulings/rulings.html"
    context = {"rows": rows, "kind": kind, "kinds": RulingKind.choices}
    return render(request, page, {**crew_frame("referee:rulings")(request), **context})


@needs("referee")
@require_safe
def guide(request: Request, pk: int) -> HttpResponse:
    return render(request, "referee/rulings/ruling_guide.html", _first_question(request, pk))


@needs("referee")
@asked
def renege(request: Request, pk: int) -> HttpResponse:
    """Rule on a renege: who, in which book, and what it does to the hand."""
    return _rule(request, guide_for(request, pk, "renege"))


@needs("referee")
@asked
def misdeal(request: Request, pk: int) -> HttpResponse:
    return _rule(request, guide_for(request, pk, "misdeal"))


@needs("referee")
@asked
def penalty(request: Request, pk: int) -> HttpResponse:
    return _rule(request, guide_for(request, pk, "penalty"))


@needs("referee")
@require_safe
def ruling(request: Request, pk: UUID) -> HttpResponse:
    found = _find(request, pk)
    return render(
        request,
        "referee/rulings/ruling.html",
        {
            **crew_frame("referee:rulings")(request),
            "row": ruling_row(request.event, found),
            "why_final": why_no_superseding(request.by.badge),
        },
    )


@needs("referee")
@asked
def supersede(request: Request, pk: UUID) -> HttpResponse:
    found = _find(request, pk)
    game = find_game(request, found.game_id)
    return _rule(request, Guide(request, game, page_of(found), old=found))


def _rule(request: Request, made: Guide) -> HttpResponse:
    if request.method != "POST":
        return render(request, "referee/rulings/ruling_form.html", made.context(verdict=None))
    if request.htmx or "preview" in request.POST:
        page = "referee/_verdict.html" if request.htmx else "referee/rulings/ruling_form.html"
        verdict = made.verdict()
        return render(request, page, made.context(verdict=verdict, is_preview=True))
    case = made.case()
    words = (
        do_logged(request, "a ruling", made.form, lambda: _make(request, made, case))
        if case and made.is_valid()
        else None
    )
    if words is None:
        context = made.context(verdict=made.verdict())
        return render(request, "referee/rulings/ruling_form.html", context, status=422)
    messages.success(request, f"Ruled: {words}")
    return redirect("referee:game", request.event.slug, made.game.pk)


def _make(request: Request, made: Guide, case: Any) -> str:
    action: dict[str, Any] = {
        "ruling_id": made.form.sent_id,
        "case": case,
        "reason": made.form.cleaned_data["reason"],
        "by": request.by,
        "at": request.at,
    }
    its_table(request, {"game": made.game})
    ruled = supersede_ruling(ruling=made.old, **action) if made.old else make_ruling(game=made.game, **action)
    return judged_then(ruled).headline


def _first_question(request: Request, pk: int) -> dict[str, Any]:
    found = find_game(request, pk)
    return {
        **crew_frame("referee:tables")(request),
        "sheet": sheet(found, request.at),
        "table": TABLE,
        "head_form": HeadCallForm(),
        "plays_in": request.by.badge.plays_in,
        "why_not": why_no_ruling(found, request.by.badge),
        "rows": all_rulings(request.event, game=found),
    }


def _find(request: Request, pk: UUID) -> Ruling:
    return get_object_or_404(Ruling.objects.select_related("hand"), event=request.event, pk=pk)
