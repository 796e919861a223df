"""The running day: starting early, pausing, adding minutes, calling off a break; and hands of late teams."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.floor.forms_schedule import BreakForm, MinutesForm, PartForm
from pages.header import header
from pages.nav import crew_nav
from pages.referee.forms_late import WaiverForm
from pages.web import answer, do, refusal
from scoring.commands.late import forfeit_proposed_hand, waive_late_hand
from scoring.queries.rounds.late import late_hands
from tournament.commands.schedule_changes import (
    add_minutes,
    call_off_break,
    pause_day,
    resume_day,
    start_part,
)
from tournament.models import Deadline
from tournament.queries.schedule import day_page
from tournament.queries.schedule_changes import day_controls


@needs("organizer")
@require_safe
def day(request: Request) -> HttpResponse:
    """What can be done to the day, what was done, and where its parts are by now."""
    return render(request, "floor/schedule.html", _page(request))


@needs("organizer")
@require_safe
def controls(request: Request) -> HttpResponse:
    """What can be done to the day, fresh."""
    return render(request, "floor/_day_controls.html", {**_controls(request), "is_alone": True})


@needs("organizer")
@require_POST
def start(request: Request) -> HttpResponse:
    """Start a part of the day now."""
    return _do(request, PartForm(request.POST), start_part)


@needs("organizer")
@require_POST
def pause(request: Request) -> HttpResponse:
    """Let everything stand still."""
    return _do(request, forms.Form(request.POST), pause_day)


@needs("organizer")
@require_POST
def resume(request: Request) -> HttpResponse:
    """Play goes on."""
    return _do(request, forms.Form(request.POST), resume_day)


@needs("organizer")
@require_POST
def minutes(request: Request) -> HttpResponse:
    """Give what is running more time."""
    return _do(request, MinutesForm(request.POST), add_minutes)


@needs("organizer")
@require_POST
def call_off(request: Request) -> HttpResponse:
    """Call off a break, or end the one that is on."""
    return _do(request, BreakForm(request.POST), call_off_break)


@needs("organizer")
@require_safe
def late(request: Request) -> HttpResponse:
    """The hands of late teams that somebody has to decide, fresh."""
    return render(request, "floor/_late.html", {"event": request.event, "late": late_hands(request.event)})


@needs("organizer")
@require_POST
def forfeit_late(request: Request, pk: int) -> HttpResponse:
    """A late team forfeits the hand, as the clock proposed."""
    row, form = _deadline(request, pk), forms.Form(request.POST)
    do(request, form, forfeit_proposed_hand, deadline=row)
    return _decided(request, form)


@needs("organizer")
@require_POST
def waive_late(request: Request, pk: int) -> HttpResponse:
    """A late team is let off, with a reason."""
    row, form = _deadline(request, pk), WaiverForm(request.POST)
    do(request, form, waive_late_hand, deadline=row)
    return _decided(request, form)


def _do(request: Request, form: forms.Form, deed: Callable[..., object]) -> HttpResponse:
    """Do it, and show what can be done then; or the sentence that says why not."""
    do(request, form, deed, event=request.event)
    sentence = refusal(form)
    return answer(
        request,
        page="floor/schedule.html",
        fragment="floor/_day_controls.html",
        context={
            **_page(request),
            "sentence": sentence,
            "day_refused": sentence,
            "is_alone": "day-alone" in request.POST,
        },
        back=reverse("floor:floor", args=(request.event.slug,)),
        is_refused=bool(form.errors),
    )


def _decided(request: Request, form: forms.Form) -> HttpResponse:
    sentence = refusal(form)
    return answer(
        request,
        page="floor/schedule.html",
        fragment="floor/_late.html",
        context={**_page(request), "sentence": sentence, "late_refused": sentence},
        back=reverse("floor:floor", args=(request.event.slug,)),
        is_refused=bool(form.errors),
    )


def _page(request: Request) -> dict[str, Any]:
    return {
        **header(request),
        **crew_nav(request, "floor:floor"),
        **_controls(request),
        "late": late_hands(request.event),
        "day": day_page(request.event, request.at),
        "is_alone": True,
    }


def _controls(request: Request) -> dict[str, Any]:
    return {"event": request.event, "controls": day_controls(request.event, request.at)}


def _deadline(request: Request, pk: int) -> Deadline:
    return get_object_or_404(Deadline, event=request.event, pk=pk)
