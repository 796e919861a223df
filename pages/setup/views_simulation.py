"""Simulate the day: asked for, watched, stopped."""

from typing import Any

from django import forms
from django.http import HttpResponse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from pages.nav import crew_frame
from pages.setup.forms_simulation import SimulationForm
from pages.web import Screen, answer, do, fresh, show
from scoring.commands.simulation import ask_simulation, stop_simulation
from scoring.queries.simulation import simulation_page

USUAL_DAYS = 1000


def _simulation(request: Request) -> dict[str, Any]:
    page = simulation_page(request.event, request.at)
    usual = {"teams": page.teams, "tables": page.tables, "days": USUAL_DAYS}
    form = SimulationForm(initial=usual, way=request.event.way)
    return {"event": request.event, "page": page, "form": form, "days": f"{USUAL_DAYS:,}"}


SIMULATION = Screen(
    page="setup/simulation.html",
    fragment="setup/_simulation.html",
    home="setup:simulation",
    shown=_simulation,
    frame=crew_frame("setup:event"),
)


@needs("organizer")
@require_safe
def simulation(request: Request) -> HttpResponse:
    """What each format would bring, and the form to ask for it."""
    return show(request, SIMULATION)


@needs("organizer")
@require_safe
def state(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return fresh(request, SIMULATION)


@needs("organizer")
@require_POST
def ask(request: Request) -> HttpResponse:
    """Begin a simulation."""
    form = SimulationForm(request.POST, way=request.event.way)
    do(form, lambda: ask_simulation(event=request.event, **form.cleaned_data, by=request.by, at=request.at))
    return answer(request, SIMULATION, form, refused=form, form=form)


@needs("organizer")
@require_POST
def stop(request: Request) -> HttpResponse:
    """Stop the simulation that runs."""
    form = forms.Form(request.POST)
    do(form, lambda: stop_simulation(event=request.event, by=request.by, at=request.at))
    return answer(request, SIMULATION, form, refused=form)
