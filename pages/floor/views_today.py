"""An organizer's home, and the page of what is printed and of what few events need."""

from typing import Any

from django.utils import timezone

from accounts.access import Request
from pages.floor.today import today_page
from pages.header import header_clock
from pages.nav import crew
from scoring.game.held import held_entries
from scoring.standings.settled import cut_of
from tournament.schedule.live import failures, stopped_since


def alerts(request: Request) -> dict[str, Any]:
    """What an organizer must know of at once, on each page that shows the next step."""
    return {
        "stopped_since": stopped_since(timezone.now()),
        "failures": failures(request.event),
        "held": held_entries(request.event),
    }


def _today(request: Request) -> dict[str, Any]:
    page = today_page(request.event, request.at)
    clock = header_clock(request.event, request.at, page.awaits)
    return {"page": page, "clock": clock, "on": "today", **alerts(request)}


TODAY = crew("organizer", "floor/today/today.html", "floor:today", _today, "floor/today/_today.html")


PAPER = crew(
    "organizer",
    "floor/today/paper.html",
    "floor:paper",
    lambda request: {"is_cut": cut_of(request.event) is not None},
)
