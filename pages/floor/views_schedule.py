"""The running day: starting early, pausing, adding minutes, calling off a break; and hands of late teams."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.actions import Found, press
from pages.floor.forms_schedule import BreakForm, MinutesForm, PartForm, UndoForm
from pages.nav import crew_layout
from pages.referee.forms import WaiverForm
from pages.web import Screen
from scoring.commands.late import forfeit_proposed_hand, waive_late_hand
from scoring.queries.rounds.late import late_hands
from tournament.commands.deadlines import trust_clock
from tournament.commands.schedule_changes import (
    add_minutes,
    call_off_break,
    pause_day,
    resume_day,
    start_part,
    undo_schedule_change,
)
from tournament.models import Deadline
from tournament.queries.schedule import day_page
from tournament.queries.schedule_changes import day_controls


def _controls(request: Request) -> dict[str, Any]:
    is_alone = request.method != "POST" or "day-alone" in request.POST
    return {"controls": day_controls(request.event, request.at), "is_alone": is_alone}


def _late(request: Request) -> dict[str, Any]:
    return {"late": late_hands(request.event), "is_alone": True}


def _parts(request: Request) -> dict[str, Any]:
    return {"day": day_page(request.event, request.at)}


def _frame(request: Request) -> dict[str, Any]:
    return {
        **crew_layout("floor:day")(request),
        **_parts(request),
        **_controls(request),
        **_late(request),
    }


def _screen(fragment: str, shown: Callable[[Request], dict[str, Any]]) -> Screen:
    return Screen(
        needs="organizer",
        page="floor/schedule.html",
        fragment=fragment,
        home="floor:floor",
        context=shown,
        layout=_frame,
    )


CONTROLS = _screen("floor/_day_controls.html", _controls)
LATE = _screen("floor/_late.html", _late)
PARTS = _screen("floor/_day_now.html", _parts)


def _deadline(request: Request, pk: int) -> Found:
    return {"deadline": get_object_or_404(Deadline, event=request.event, pk=pk)}


@needs("organizer")
@require_POST
def trust(request: Request) -> HttpResponse:
    """The computer's clock is right, after it jumped."""
    trust_clock(event=request.event, by=request.by, at=request.at)
    return redirect("floor:floor", request.event.slug)


start = press(CONTROLS, start_part, form=PartForm, form_name="day_form")
pause = press(CONTROLS, pause_day, form_name="day_form")
resume = press(CONTROLS, resume_day, form_name="day_form")
minutes = press(CONTROLS, add_minutes, form=MinutesForm, form_name="day_form")
call_off = press(CONTROLS, call_off_break, form=BreakForm, form_name="day_form")
undo = press(CONTROLS, undo_schedule_change, form=UndoForm, form_name="day_form")
forfeit_late = press(LATE, forfeit_proposed_hand, finds=_deadline, form_name="late_form")
waive_late = press(LATE, waive_late_hand, finds=_deadline, form=WaiverForm, form_name="late_form")
