"""The running day: starting early, pausing, adding minutes, calling off a break; and hands of late teams."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.floor.forms_schedule import BreakForm, MinutesForm, PartForm, UndoForm
from pages.nav import crew_frame
from pages.referee.forms import WaiverForm
from pages.web import Screen, answer, do, fresh, refusal, show
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
    """What can be done, on a page of its own or on the floor."""
    is_alone = request.method != "POST" or "day-alone" in request.POST
    controls = day_controls(request.event, request.at)
    return {"event": request.event, "controls": controls, "is_alone": is_alone}


def _late(request: Request) -> dict[str, Any]:
    return {"event": request.event, "late": late_hands(request.event), "is_alone": True}


def _day(request: Request) -> dict[str, Any]:
    return {**crew_frame("floor:day")(request), "day": day_page(request.event, request.at)}


DAY = Screen(
    page="floor/schedule.html",
    fragment="floor/_day_controls.html",
    home="floor:floor",
    shown=_controls,
    frame=lambda request: {**_day(request), **_late(request)},
)
LATE = Screen(
    page="floor/schedule.html",
    fragment="floor/_late.html",
    home="floor:floor",
    shown=_late,
    frame=lambda request: {**_day(request), **_controls(request)},
)


@needs("organizer")
@require_POST
def trust(request: Request) -> HttpResponse:
    """The computer's clock is right, after it jumped."""
    trust_clock(event=request.event, by=request.by, at=request.at)
    return redirect("floor:floor", request.event.slug)


@needs("organizer")
@require_safe
def day(request: Request) -> HttpResponse:
    """What can be done to the day, what was done, and where its parts are by now."""
    return show(request, DAY)


@needs("organizer")
@require_safe
def controls(request: Request) -> HttpResponse:
    """What can be done to the day, fresh."""
    return fresh(request, DAY)


@needs("organizer")
@require_safe
def day_now(request: Request) -> HttpResponse:
    """Where the parts of the day are by now, fresh."""
    context = {"event": request.event, "day": day_page(request.event, request.at)}
    return render(request, "floor/_day_now.html", context)


@needs("organizer")
@require_POST
def start(request: Request) -> HttpResponse:
    """Start a part of the day now."""
    form = PartForm(request.POST)
    do(form, lambda: start_part(event=request.event, **form.cleaned_data, by=request.by, at=request.at))
    return _changed(request, form)


@needs("organizer")
@require_POST
def pause(request: Request) -> HttpResponse:
    """Let everything stand still."""
    form = forms.Form(request.POST)
    do(form, lambda: pause_day(event=request.event, by=request.by, at=request.at))
    return _changed(request, form)


@needs("organizer")
@require_POST
def resume(request: Request) -> HttpResponse:
    """Play goes on."""
    form = forms.Form(request.POST)
    do(form, lambda: resume_day(event=request.event, by=request.by, at=request.at))
    return _changed(request, form)


@needs("organizer")
@require_POST
def minutes(request: Request) -> HttpResponse:
    """Give what is running more time."""
    form = MinutesForm(request.POST)
    do(form, lambda: add_minutes(event=request.event, **form.cleaned_data, by=request.by, at=request.at))
    return _changed(request, form)


@needs("organizer")
@require_POST
def call_off(request: Request) -> HttpResponse:
    """Call off a break, or end the one that is on."""
    form = BreakForm(request.POST)
    do(form, lambda: call_off_break(event=request.event, **form.cleaned_data, by=request.by, at=request.at))
    return _changed(request, form)


@needs("organizer")
@require_POST
def undo(request: Request) -> HttpResponse:
    """Take back what was done last."""
    form = UndoForm(request.POST)
    do(
        form,
        lambda: undo_schedule_change(event=request.event, **form.cleaned_data, by=request.by, at=request.at),
    )
    return _changed(request, form)


@needs("organizer")
@require_safe
def late(request: Request) -> HttpResponse:
    """The hands of late teams that somebody has to decide, fresh."""
    return fresh(request, LATE)


@needs("organizer")
@require_POST
def forfeit_late(request: Request, pk: int) -> HttpResponse:
    """A late team forfeits the hand, as the clock proposed."""
    row, form = _deadline(request, pk), forms.Form(request.POST)
    do(form, lambda: forfeit_proposed_hand(deadline=row, by=request.by, at=request.at))
    return _decided(request, form)


@needs("organizer")
@require_POST
def waive_late(request: Request, pk: int) -> HttpResponse:
    """A late team is let off, with a reason."""
    row, form = _deadline(request, pk), WaiverForm(request.POST)
    do(form, lambda: waive_late_hand(deadline=row, **form.cleaned_data, by=request.by, at=request.at))
    return _decided(request, form)


def _changed(request: Request, form: forms.Form) -> HttpResponse:
    """What can be done to the day now; or the sentence that says why not."""
    return answer(request, DAY, form, sentence=refusal(form), day_refused=refusal(form))


def _decided(request: Request, form: forms.Form) -> HttpResponse:
    return answer(request, LATE, form, sentence=refusal(form), late_refused=refusal(form))


def _deadline(request: Request, pk: int) -> Deadline:
    return get_object_or_404(Deadline, event=request.event, pk=pk)
