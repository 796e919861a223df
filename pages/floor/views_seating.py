"""The seating of a round: drafted, looked at, changed by hand, published, recalled."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.floor.forms_seating import MoveForm, SeatForm, SwapForm, UnseatForm
from pages.header import header
from pages.nav import crew_nav
from pages.web import refusals_on
from scoring.commands.late import catch_up_hall
from scoring.commands.moving import move_game
from scoring.commands.rounds import discard_draft, draft_round, publish_round, recall_round
from scoring.commands.seating_by_hand import seat_teams, swap_teams, unseat_team
from scoring.queries.rounds.seating import SeatingPage, seating_page
from tournament.errors import Refused
from tournament.models import Round
from tournament.queries.names import in_words


@needs("organizer")
@require_safe
def seating(request: Request) -> HttpResponse:
    """Who sits where in the next round or the one that is on, and what is special about it."""
    return _page(request)


@needs("organizer")
@require_safe
def now(request: Request) -> HttpResponse:
    """The seating alone, fresh."""
    page = seating_page(request.event, request.at)
    return render(request, "floor/_seating.html", {"event": request.event, "page": page})


@needs("organizer")
@require_POST
def draft(request: Request) -> HttpResponse:
    """Draw up the next round, or draw it up again."""
    catch_up_hall(event=request.event, at=request.at)
    there = request.POST.get("round", "")
    row = _round(request, there) if there.isdigit() else None
    words = lot_words(request)
    return _do(
        request, lambda: draft_round(event=request.event, instead_of=row, words=words, **_signed(request))
    )


@needs("organizer")
@require_POST
def publish(request: Request) -> HttpResponse:
    """Call the draft to its tables."""
    row, seen = _round(request, request.POST.get("round", "")), request.POST.get("seen", "")
    catch_up_hall(event=request.event, at=request.at)
    mark = int(seen) if seen.isdigit() else 0
    return _do(request, lambda: publish_round(row=row, seen=mark, **_signed(request)), back="floor:floor")


@needs("organizer")
@require_POST
def discard(request: Request) -> HttpResponse:
    """Throw the draft away."""
    row = _round(request, request.POST.get("round", ""))
    return _do(request, lambda: discard_draft(row=row, **_signed(request)))


@needs("organizer")
@require_POST
def recall(request: Request) -> HttpResponse:
    """Take back a round that was called a moment ago."""
    row = _round(request, request.POST.get("round", ""))
    return _do(request, lambda: recall_round(row=row, **_signed(request)))


@needs("organizer")
@require_POST
def swap(request: Request) -> HttpResponse:
    """Two take each other's place."""
    catch_up_hall(event=request.event, at=request.at)
    form = SwapForm(request.POST, seating_page(request.event, request.at))
    if form.is_valid():
        one, other = form.team(request.event, "one"), form.team(request.event, "other")
        with refusals_on(form):
            swap_teams(event=request.event, one=one, other=other, reason=_why(form), **_signed(request))
            return _done(request, f"{one} and {other} have swapped.")
    return _page(request, swap_form=form)


@needs("organizer")
@require_POST
def seat(request: Request) -> HttpResponse:
    """Seat those who sit out or have the bye."""
    catch_up_hall(event=request.event, at=request.at)
    form = SeatForm(request.POST, seating_page(request.event, request.at))
    if form.is_valid():
        teams = form.teams(request.event)
        with refusals_on(form):
            seat_teams(event=request.event, teams=teams, reason=_why(form), **_signed(request))
            return _done(request, f"{in_words(teams)} play each other.")
    return _page(request, seat_form=form)


@needs("organizer")
@require_POST
def unseat(request: Request) -> HttpResponse:
    """Take somebody out of the round."""
    catch_up_hall(event=request.event, at=request.at)
    form = UnseatForm(request.POST, seating_page(request.event, request.at))
    if form.is_valid():
        team = form.team(request.event, "one")
        with refusals_on(form):
            unseat_team(event=request.event, team=team, reason=_why(form), **_signed(request))
            return _done(request, f"{team} sits out.")
    return _page(request, unseat_form=form)


@needs("organizer")
@require_POST
def move(request: Request) -> HttpResponse:
    """Move a game to another table."""
    catch_up_hall(event=request.event, at=request.at)
    form = MoveForm(request.POST)
    if form.is_valid():
        deed = form.deed(request.event)
        with refusals_on(form):
            if form.is_valid():
                moved = move_game(**deed, **_signed(request))
                return _done(request, f"{moved} is at {moved.table} now.")
    return _page(request, move_form=form)


def lot_words(request: Request) -> str:
    """What a lot is drawn from: the address and the hour, so that a day played again is drawn the same."""
    return f"{request.event.slug} {request.at.astimezone(request.event.zone):%-I:%M %p}"


def _round(request: Request, pk: str) -> Round:
    return get_object_or_404(Round, phase__event=request.event, pk=pk if pk.isdigit() else 0)


def _signed(request: Request) -> dict[str, Any]:
    return {"by": request.by, "at": request.at}


def _why(form: Any) -> str:
    return str(form.cleaned_data["reason"])


def _do(request: Request, deed: Any, *, back: str = "floor:seating") -> HttpResponse:
    try:
        deed()
    except Refused as refused:
        return _page(request, sentence=str(refused))
    return redirect(back, request.event.slug)


def _done(request: Request, told: str) -> HttpResponse:
    messages.success(request, told)
    is_from_tables = request.GET.get("at") == "tables"
    return redirect("setup:tables" if is_from_tables else "floor:seating", request.event.slug)


def _page(request: Request, *, sentence: str = "", **refused: Any) -> HttpResponse:
    """The whole page; with the sentence, or the form, that was refused."""
    page = seating_page(request.event, request.at)
    context = {
        **header(request),
        **crew_nav(request, "floor:seating"),
        "page": page,
        "sentence": sentence,
        **_forms(page),
        **refused,
    }
    return render(request, "floor/seating.html", context, status=422 if sentence or refused else 200)


def _forms(page: SeatingPage) -> dict[str, Any]:
    return {
        "swap_form": SwapForm(None, page),
        "seat_form": SeatForm(None, page) if _can_seat(page) else None,
        "unseat_form": UnseatForm(None, page),
        "move_form": MoveForm(),
    }


def _can_seat(page: SeatingPage) -> bool:
    """Whether those who rest make a game: one team with another, or enough people for a table."""
    return len(page.resting) >= page.seats and bool(page.out or page.entrant != "team")
