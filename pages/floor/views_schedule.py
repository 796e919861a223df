"""The running day: its schedule, the time of its round, and hands of late teams."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse

from accounts.access import Request
from pages.actions import Found, Outcome, action, whole_event
from pages.floor.forms import BreakForm, MinutesForm, PartForm, RoundForm, UndoChangeForm
from pages.floor.lots import with_lot_words
from pages.floor.round_time import OFFERED, round_time
from pages.nav import crew_layout
from pages.referee.forms import WaiverForm
from pages.web import Screen
from scoring.recording.commands_late import forfeit_proposed_hand, waive_late_hand
from scoring.recording.late_hands import late_hands
from scoring.rounds.commands_rounds import call_round
from tournament.models import Deadline, Role
from tournament.schedule.changes_of_schedule import day_controls
from tournament.schedule.commands_deadlines import trust_clock
from tournament.schedule.commands_round_time import end_round, lengthen_round
from tournament.schedule.commands_schedule_changes import (
    add_minutes,
    call_off_break,
    pause_day,
    resume_day,
    start_part,
    undo_schedule_change,
)
from tournament.schedule.day_page import day_page


def _controls(request: Request) -> dict[str, Any]:
    is_alone = request.method != "POST" or bool(request.POST.get("is_alone"))
    return {
        "controls": day_controls(request.event, request.at),
        "is_alone": is_alone,
        "resumes_here": True,
    }


def _late(request: Request) -> dict[str, Any]:
    return {"late": late_hands(request.event), "is_alone": True}


def _parts(request: Request) -> dict[str, Any]:
    return {"day": day_page(request.event, request.at)}


def _layout(request: Request) -> dict[str, Any]:
    return crew_layout("floor:day")(request) | _parts(request) | _controls(request) | _late(request)


def _screen(fragment: str, context: Callable[[Request], dict[str, Any]]) -> Screen:
    return Screen(
        needs="organizer",
        page="floor/schedule.html",
        fragment=fragment,
        home="floor:floor",
        context=context,
        layout=_layout,
    )


CONTROLS = _screen("floor/_day_controls.html", _controls)
LATE = _screen("floor/_late.html", _late)
PARTS = _screen("floor/_day_now.html", _parts)


def its_deadline(request: Request, pk: int) -> Found:
    return {"deadline": get_object_or_404(Deadline, event=request.event, pk=pk)}


def _to_where_pressed(request: Request, outcome: Outcome) -> str:
    return reverse(
        "floor:today" if request.POST.get("on") == "today" else "floor:floor", args=(request.event.slug,)
    )


trust = action(CONTROLS, trust_clock, back=_to_where_pressed)
start = action(CONTROLS, start_part, form=PartForm, form_name="day_form")
pause = action(CONTROLS, pause_day, form_name="day_form")
resume = action(CONTROLS, resume_day, form_name="day_form", back=_to_where_pressed)
minutes = action(CONTROLS, add_minutes, form=MinutesForm, form_name="day_form")
call_off = action(CONTROLS, call_off_break, form=BreakForm, form_name="day_form")
undo = action(CONTROLS, undo_schedule_change, form=UndoChangeForm, form_name="day_form")
forfeit_late = action(LATE, forfeit_proposed_hand, finds=its_deadline, form_name="late_form")
waive_late = action(LATE, waive_late_hand, finds=its_deadline, form=WaiverForm, form_name="late_form")


def _is_organizer(request: Request) -> bool:
    return request.by.badge.role == Role.ORGANIZER


def _round(request: Request) -> dict[str, Any]:
    return {"page": round_time(request.event, request.at), "is_organizer": _is_organizer(request)}


def _round_layout(request: Request) -> dict[str, Any]:
    return crew_layout("floor:day" if _is_organizer(request) else "referee:tables")(request)


ROUND = Screen(
    needs="round",
    page="floor/round/time.html",
    fragment="floor/round/_time.html",
    home="floor:round-time",
    context=_round,
    layout=_round_layout,
)


def _change_round(*, choice: str, whistle: datetime, words: str, **signed: Any) -> None:
    """End the round, or give it five minutes more; call the next one five minutes later, or early."""
    match choice:
        case "end":
            end_round(whistle=whistle, **signed)
        case "longer":
            lengthen_round(whistle=whistle, minutes=OFFERED, **signed)
        case "later":
            add_minutes(minutes=OFFERED, **signed)
        case "early":
            call_round(is_early=True, words=words, **signed)


change_round = action(ROUND, _change_round, finds=with_lot_words, form=RoundForm, catches_up=whole_event)
undo_round = action(ROUND, undo_schedule_change, form=UndoChangeForm)
