"""Simulating the day: starting, watching, stopping."""

from typing import Any

from accounts.access import Request
from pages.actions import action
from pages.nav import crew_layout
from pages.setup.fit import misfits
from pages.setup.forms_simulation import SimulationForm
from pages.web import Screen
from scoring.simulation.commands_simulation import ask_simulation, stop_simulation
from scoring.simulation.simulation_page import simulation_page
from seasons.models import Shelf
from seasons.shelf.shelves import shelves_of

USUAL_DAYS = 1000


def _simulation(request: Request) -> dict[str, Any]:
    page = simulation_page(request.event, request.at)
    usual = {"teams": page.teams, "tables": page.tables, "days": USUAL_DAYS}
    form = SimulationForm(initial=usual, way=request.event.way)
    asked = page.run or page
    return {
        "page": page,
        "form": form,
        "days": f"{USUAL_DAYS:,}",
        "misfits": misfits(request.event, request.at, asked.teams, asked.tables),
        "event_is_draft": Shelf.DRAFT in shelves_of(request.event),
    }


SIMULATION = Screen(
    needs="organizer",
    page="setup/simulation.html",
    fragment="setup/_simulation.html",
    home="setup:simulation",
    context=_simulation,
    layout=crew_layout("setup:event"),
)


def _form(request: Request) -> SimulationForm:
    return SimulationForm(request.POST, way=request.event.way)


ask = action(SIMULATION, ask_simulation, form=_form, form_name="form")
stop = action(SIMULATION, stop_simulation)
