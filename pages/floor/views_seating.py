"""The seating of a round: drafted, looked at, changed by hand, published, recalled."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.floor.forms_seating import ApartForm, MoveForm, SeatForm, SwapForm, UnseatForm
from pages.hall.window import Named, again, is_long, window
from pages.nav import crew_frame
from pages.web import Screen, answer, do, refusal, show
from scoring.commands.late import catch_up_hall
from scoring.commands.moving import move_game
from scoring.commands.rounds import discard_draft, draft_round, publish_round, recall_round
from scoring.commands.seating_by_hand import seat_teams, swap_teams, unseat_team
from scoring.queries.rounds.seating import SeatingPage, seating_page
from scoring.queries.rounds.seating_lines import SeatedGame, SeatedTeam
from tournament.commands.kept_apart import keep_apart, let_meet
from tournament.models import KeptApart, Round
from tournament.queries.kept_apart import apart_rows
from tournament.queries.names import in_words


def _seating(request: Request) -> dict[str, Any]:
    """The seating, and the forms that change it by hand."""
    page = seating_page(request.event, request.at)
    return {
        **_taken(request, page),
        "swap_form": SwapForm(None, page),
        "seat_form": SeatForm(None, page) if _can_seat(page) else None,
        "unseat_form": UnseatForm(None, page),
        "move_form": MoveForm(),
        "is_long": is_long(page.games),
        "apart_form": ApartForm(None, request.event),
        "apart": apart_rows(request.event),
    }


def _taken(request: Request, page: SeatingPage) -> dict[str, Any]:
    """The seating, and the team that was tapped to swap with the next one."""
    number = whole(request.GET.get("take", ""))
    can_tap = bool(page.stage) and not request.event.way.by_chair
    taken = next((one for one in page.teams if one.number == number), None) if can_tap else None
    lines: list[SeatedGame | _Resting] = [
        *(_Resting(one, has_bye=True) for one in page.byes),
        *page.games,
        *(_Resting(one, has_bye=False) for one in page.out),
    ]
    kept = {"take": str(taken.number)} if taken else {}
    shown = window(lines, request.GET, _who, table=lambda line: line.table, kept=kept)
    return {
        "page": page,
        "can_tap": can_tap,
        "taken": taken,
        "window": shown,
        "games": [line for line in shown.rows if isinstance(line, SeatedGame)],
        "resting": [line for line in shown.rows if isinstance(line, _Resting)],
    }


@dataclass(frozen=True)
class _Resting:
    """Somebody who is not at a table."""

    one: SeatedTeam
    has_bye: bool
    table: None = None


def _who(line: SeatedGame | _Resting) -> list[Named]:
    """Whom a line of the seating is about."""
    return [line.one.team] if isinstance(line, _Resting) else [side.team for side in line.sides]


def _can_seat(page: SeatingPage) -> bool:
    """Whether those who rest make a game: one team with another, or enough people for a table."""
    return len(page.resting) >= page.seats and bool(page.out or page.takes_part.by_chair)


SEATING = Screen(
    page="floor/seating.html", home="floor:seating", shown=_seating, frame=crew_frame("floor:seating")
)


@needs("organizer")
@require_safe
def seating(request: Request) -> HttpResponse:
    """Who sits where in the next round or the one that is on, and what is special about it."""
    return show(request, SEATING)


@needs("organizer")
@require_safe
def now(request: Request) -> HttpResponse:
    """The seating alone, fresh."""
    page = seating_page(request.event, request.at)
    return render(request, "floor/_seating.html", {"event": request.event, **_taken(request, page)})


@needs("organizer")
@require_POST
def draft(request: Request) -> HttpResponse:
    """Draw up the next round, or draw it up again."""
    catch_up_hall(event=request.event, at=request.at)
    there = request.POST.get("round", "")
    row = _round(request, there) if there else None
    form, words = forms.Form(request.POST), lot_words(request)
    do(form, lambda: draft_round(event=request.event, instead_of=row, words=words, **_signed(request)))
    return answer(request, SEATING, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def publish(request: Request) -> HttpResponse:
    """Call the draft to its tables."""
    row, form = _round(request, request.POST.get("round", "")), forms.Form(request.POST)
    catch_up_hall(event=request.event, at=request.at)
    mark = whole(request.POST.get("seen", "")) or 0
    do(form, lambda: publish_round(row=row, seen=mark, **_signed(request)))
    floor = reverse("floor:floor", args=(request.event.slug,))
    return answer(request, SEATING, form, back=floor, sentence=refusal(form))


@needs("organizer")
@require_POST
def discard(request: Request) -> HttpResponse:
    """Discard the draft."""
    row, form = _round(request, request.POST.get("round", "")), forms.Form(request.POST)
    do(form, lambda: discard_draft(row=row, **_signed(request)))
    return answer(request, SEATING, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def recall(request: Request) -> HttpResponse:
    """Take back a round that was called a moment ago."""
    row, form = _round(request, request.POST.get("round", "")), forms.Form(request.POST)
    do(form, lambda: recall_round(row=row, **_signed(request)))
    return answer(request, SEATING, form, sentence=refusal(form))


@needs("organizer")
@require_POST
def swap(request: Request) -> HttpResponse:
    """Two take each other's place."""
    catch_up_hall(event=request.event, at=request.at)
    form = SwapForm(request.POST, seating_page(request.event, request.at))
    told = do(form, lambda: _swap(request, form))
    return _after_by_hand(request, form, told, swap_form=form)


@needs("organizer")
@require_POST
def apart(request: Request) -> HttpResponse:
    """Two shouldn't meet in Phase I."""
    form = ApartForm(request.POST, request.event)
    row = do(form, lambda: _keep_apart(request, form))
    told = f"{row.one} and {row.other} are kept apart from the next draft on." if row else ""
    return answer(request, SEATING, form, told=told, apart_form=form)


@needs("organizer")
@require_POST
def may_meet(request: Request, pk: int) -> HttpResponse:
    """Two may meet again."""
    row, form = get_object_or_404(KeptApart, event=request.event, pk=pk), forms.Form(request.POST)
    do(form, lambda: let_meet(row=row, **_signed(request)))
    return answer(request, SEATING, form, told=f"{row.one} and {row.other} may meet.")


@needs("organizer")
@require_POST
def seat(request: Request) -> HttpResponse:
    """Seat those who sit out or have the bye."""
    catch_up_hall(event=request.event, at=request.at)
    form = SeatForm(request.POST, seating_page(request.event, request.at))
    told = do(form, lambda: _seat(request, form))
    return _after_by_hand(request, form, told, seat_form=form)


@needs("organizer")
@require_POST
def unseat(request: Request) -> HttpResponse:
    """Take somebody out of the round."""
    catch_up_hall(event=request.event, at=request.at)
    form = UnseatForm(request.POST, seating_page(request.event, request.at))
    told = do(form, lambda: _unseat(request, form))
    return _after_by_hand(request, form, told, unseat_form=form)


@needs("organizer")
@require_POST
def move(request: Request) -> HttpResponse:
    """Move a game to another table."""
    catch_up_hall(event=request.event, at=request.at)
    form = MoveForm(request.POST)
    asked = form.asked(request.event)
    moved = do(form, lambda: move_game(**asked, **_signed(request)))
    told = f"{moved} is at {moved.table} now." if moved else None
    return _after_by_hand(request, form, told, move_form=form)


def lot_words(request: Request) -> str:
    """What a lot is drawn from: the address and the hour, so that a day played again is drawn the same."""
    return f"{request.event.slug} {request.at.astimezone(request.event.zone):%-I:%M %p}"


def _round(request: Request, pk: str) -> Round:
    return get_object_or_404(Round, phase__event=request.event, pk=whole(pk))


def _signed(request: Request) -> dict[str, Any]:
    return {"by": request.by, "at": request.at}


def _why(form: Any) -> str:
    return str(form.cleaned_data["reason"])


def _keep_apart(request: Request, form: ApartForm) -> KeptApart:
    one, other = form.team(request.event, "one"), form.team(request.event, "other")
    return keep_apart(event=request.event, one=one, other=other, **_signed(request))


def _swap(request: Request, form: SwapForm) -> str:
    one, other = form.team(request.event, "one"), form.team(request.event, "other")
    swap_teams(event=request.event, one=one, other=other, reason=_why(form), **_signed(request))
    return f"{one} and {other} have swapped."


def _seat(request: Request, form: SeatForm) -> str:
    teams = form.teams(request.event)
    seat_teams(event=request.event, teams=teams, reason=_why(form), **_signed(request))
    return f"{in_words(teams)} play each other."


def _unseat(request: Request, form: UnseatForm) -> str:
    team = form.team(request.event, "one")
    unseat_team(event=request.event, team=team, reason=_why(form), **_signed(request))
    return f"{team} sits out."


def _after_by_hand(request: Request, form: forms.Form, told: str | None, **typed: Any) -> HttpResponse:
    """Back to where the seating was changed by hand, with what was done; what was refused stays typed."""
    is_from_tables = request.GET.get("at") == "tables"
    there = reverse("setup:tables" if is_from_tables else "floor:seating", args=(request.event.slug,))
    back = there + again(request.GET)
    return answer(request, SEATING, form, back=back, told=told or "", **typed)
