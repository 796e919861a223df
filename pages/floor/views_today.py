"""An organizer's home, and the page of what is printed and of what few events need."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from accounts.access import Request
from pages.floor.today import today_page
from pages.header import header_clock
from pages.nav import crew
from scoring.game.held import held_entries
from scoring.standings.settled import cut_of
from tournament.event.day_rows import day_rows
from tournament.event.names import TeamName
from tournament.event.sitting import never_seated
from tournament.models import Event
from tournament.schedule.live import failures, stopped_since


def alerts(request: Request) -> dict[str, Any]:
    """What an organizer must know of at once, on each page that shows the next step."""
    return {
        "stopped_since": stopped_since(timezone.now()),
        "failures": failures(request.event),
        "held": held_entries(request.event),
    }


def who_never_sat(event: Event, *, is_cut: bool) -> Sequence[tuple[TeamName, int | None]]:
    """Those who were called and never sat down, until the cut. One query each version."""
    return () if is_cut else day_rows(event).once_a_version(never_seated)


def _today(request: Request) -> dict[str, Any]:
    page = today_page(request.event, request.at)
    clock = header_clock(request.event, request.at, page.awaits)
    absent = who_never_sat(request.event, is_cut=page.day.is_cut)
    return {"page": page, "clock": clock, "on": "today", "never_seated": absent, **alerts(request)}


TODAY = crew("organizer", "floor/today/today.html", "floor:today", _today, "floor/today/_today.html")


PAPER = crew(
    "organizer",
    "floor/today/paper.html",
    "floor:paper",
    lambda request: {"is_cut": cut_of(request.event) is not None},
)
