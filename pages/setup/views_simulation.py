"""Rehearse the day with dice: asked for, watched, stopped."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.header import header
from pages.nav import crew_nav
from pages.setup.forms_simulation import SimulationForm
from pages.web import answer, do
from scoring.commands.simulation import ask_simulation, stop_simulation
from scoring.queries.simulation import simulation_page

PAGE, FRAGMENT = "setup/simulation.html", "setup/_simulation.html"
USUAL_DAYS = 1000


@needs("organizer")
@require_safe
def rehearsal(request: Request) -> HttpResponse:
    """What each format would bring, and the form to ask for it."""
    return render(request, PAGE, {**_frame(request), **_page(request)})


@needs("organizer")
@require_safe
def state(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return render(request, FRAGMENT, _page(request))


@needs("organizer")
@require_POST
def ask(request: Request) -> HttpResponse:
    """Begin a rehearsal."""
    form = SimulationForm(request.POST, is_alone=request.event.is_individual)
    do(request, form, ask_simulation, event=request.event)
    return _after(request, form)


@needs("organizer")
@require_POST
def stop(request: Request) -> HttpResponse:
    """Stop the rehearsal that runs."""
    form = forms.Form(request.POST)
    do(request, form, stop_simulation, event=request.event)
    return _after(request, form)


def _after(request: Request, form: forms.Form) -> HttpResponse:
    return answer(
        request,
        page=PAGE,
        fragment=FRAGMENT,
        context={**_frame(request), **_page(request, form)},
        back=reverse("setup:rehearsal", args=(request.event.slug,)),
        is_refused=bool(form.errors),
    )


def _frame(request: Request) -> dict[str, Any]:
    return {**header(request), **crew_nav(request, "setup:event")}


def _page(request: Request, deed: forms.Form | None = None) -> dict[str, Any]:
    page = simulation_page(request.event, request.at)
    usual = {"teams": page.teams, "tables": page.tables, "days": USUAL_DAYS}
    fresh = SimulationForm(initial=usual, is_alone=page.is_alone)
    typed = deed if isinstance(deed, SimulationForm) and deed.errors else fresh
    return {"event": request.event, "page": page, "form": typed, "refused": deed}
