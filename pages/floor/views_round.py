"""The time of the round that is on: what ending it, lengthening it or calling the next one early would do."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.floor.forms_schedule import RoundForm, UndoForm
from pages.floor.round_time import OFFERED, round_time
from pages.floor.views_seating import lot_words
from pages.nav import crew_frame
from pages.web import Screen, answer, do, refusal, show
from scoring.commands.late import catch_up_hall
from scoring.commands.rounds import call_round
from tournament.commands.round_time import end_round, lengthen_round
from tournament.commands.schedule_changes import add_minutes, undo_schedule_change
from tournament.models import Role


def _round(request: Request) -> dict[str, Any]:
    return {"event": request.event, "page": round_time(request.event, request.at)}


def _frame(request: Request) -> dict[str, Any]:
    is_organizer = request.by.badge.role == Role.ORGANIZER
    return crew_frame("floor:day" if is_organizer else "referee:tables")(request)


ROUND = Screen(
    page="floor/round/time.html",
    fragment="floor/round/_time.html",
    home="floor:round-time",
    shown=_round,
    frame=_frame,
)


@needs("referee")
@require_safe
def shown(request: Request) -> HttpResponse:
    """What can be done to the round's time, and what each choice moves."""
    return show(request, ROUND)


@needs("referee")
@require_POST
def change(request: Request) -> HttpResponse:
    """End the round, make it longer, or call the next one early."""
    catch_up_hall(event=request.event, at=request.at)
    form = RoundForm(request.POST)
    do(form, lambda: _change(request, form))
    return answer(request, ROUND, form, sentence=refusal(form))


@needs("referee")
@require_POST
def undo(request: Request) -> HttpResponse:
    """Take back what was done last to the round's time."""
    form = UndoForm(request.POST)
    do(form, lambda: undo_schedule_change(**form.cleaned_data, **_signed(request)))
    return answer(request, ROUND, form, sentence=refusal(form))


def _change(request: Request, form: RoundForm) -> None:
    signed = _signed(request)
    whistle = form.cleaned_data["whistle"]
    match form.cleaned_data["choice"]:
        case "end":
            end_round(whistle=whistle, **signed)
        case "longer":
            lengthen_round(whistle=whistle, minutes=OFFERED, **signed)
        case "later":
            add_minutes(minutes=OFFERED, **signed)
        case "early":
            call_round(is_early=True, words=lot_words(request), **signed)


def _signed(request: Request) -> dict[str, Any]:
    return {"event": request.event, "by": request.by, "at": request.at}
