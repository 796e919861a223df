"""The guide through a ruling, and the rulings of the event."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from accounts.access import Request, View, needs
from pages.actions import do_logged
from pages.nav import crew
from pages.referee.forms_rulings import HeadCallForm
from pages.referee.guide import RulingGuide, page_of
from pages.referee.sheets import find_game, its_table
from rules.competition.penalties import TABLE
from scoring.hands.conflict_of_interest import why_no_ruling, why_no_superseding
from scoring.models import Ruling, RulingKind
from scoring.rulings.commands_rulings import make_ruling, supersede_ruling
from scoring.sheet.ruling_rows import judged_then, ruling_row
from scoring.sheet.ruling_rows import rulings as all_rulings
from scoring.sheet.sheet import sheet
from tournament.event.rules_of_event import ruleset_for


def _rulings(request: Request) -> dict[str, Any]:
    kind = request.GET.get("kind", "")
    kind = kind if kind in RulingKind.values else ""
    return {"rows": all_rulings(request.event, kind=kind), "kind": kind, "kinds": RulingKind.choices}


def _guide(request: Request, pk: int) -> dict[str, Any]:
    found = find_game(request, pk)
    return {
        "sheet": sheet(found, request.at),
        "has_cards": ruleset_for(request.event).play.has_cards,
        "table": TABLE,
        "head_form": HeadCallForm(),
        "plays_in": request.by.badge.plays_in,
        "why_not": why_no_ruling(found, request.by.badge),
        "rows": all_rulings(request.event, game=found),
    }


def _ruling(request: Request, pk: UUID) -> dict[str, Any]:
    row = ruling_row(request.event, _find(request, pk))
    return {"row": row, "why_final": why_no_superseding(request.by.badge)}


def _find(request: Request, pk: UUID) -> Ruling:
    return get_object_or_404(Ruling.objects.select_related("hand"), event=request.event, pk=pk)


RULINGS = crew(
    "referee",
    "referee/rulings/rulings.html",
    "referee:rulings",
    _rulings,
    "referee/rulings/_rulings.html",
)
RULING = crew("referee", "referee/rulings/ruling.html", "referee:rulings", _ruling)
GUIDE = crew("referee", "referee/rulings/ruling_guide.html", "referee:tables", _guide)


def _rule(guide: Callable[..., RulingGuide]) -> View:
    """Make the view of a guide: its questions, a preview of the ruling, and the ruling."""

    def view(request: Request, **address: Any) -> HttpResponse:
        made = guide(request, **address)
        if request.method != "POST":
            return render(request, "referee/rulings/ruling_form.html", made.context(verdict=None))
        if request.htmx or "preview" in request.POST:
            page = "referee/_verdict.html" if request.htmx else "referee/rulings/ruling_form.html"
            return render(request, page, made.context(verdict=made.verdict(), is_preview=True))
        case, words = made.case(), None
        if case and made.is_valid():
            words = do_logged(request, "a ruling", made.form, lambda: _make(request, made, case))
        if words is None:
            context = made.context(verdict=made.verdict())
            return render(request, "referee/rulings/ruling_form.html", context, status=422)
        messages.success(request, f"Ruled: {words}")
        return redirect("referee:game", request.event.slug, made.game.pk)

    return needs("referee")(require_http_methods(["GET", "HEAD", "POST"])(view))


def _make(request: Request, made: RulingGuide, case: Any) -> str:
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


def _first(page: str) -> View:
    return _rule(lambda request, pk: RulingGuide(request, find_game(request, pk), page))


def _about_cards(page: str) -> View:
    """Like ``_first``, but a 404 in a game of which only totals are entered."""

    def guide(request: Request, pk: int) -> RulingGuide:
        if not ruleset_for(request.event).play.has_cards:
            raise Http404
        return RulingGuide(request, find_game(request, pk), page)

    return _rule(guide)


def _superseding(request: Request, pk: UUID) -> RulingGuide:
    found = _find(request, pk)
    return RulingGuide(request, find_game(request, found.game_id), page_of(found), old=found)


renege, misdeal, penalty = _about_cards("renege"), _about_cards("misdeal"), _first("penalty")
supersede = _rule(_superseding)
