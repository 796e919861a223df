"""The pages that everybody may see: the event, its standings, seats, bracket, rules and awards."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.hall.bracket_picture import picture
from pages.hall.event_page import event_page
from pages.hall.fairness import fairness as ledger_now
from pages.hall.finder import finder as found_now
from pages.hall.forms import FindForm, TableForm
from pages.hall.rules_sheet import wall_sheet
from pages.hall.seats_page import seats_page
from pages.hall.window import window
from pages.header import header_clock
from pages.links import link_to
from pages.public import public
from rules.games import find_ruleset
from scoring.queries.board import board, rows_near_cutoff
from scoring.queries.phase_two.bracket import bracket_page
from scoring.queries.phase_two.cut import certificate_page
from scoring.queries.rounds.waiting_list import waiting_list
from tournament.queries.contacts import erased_at
from tournament.queries.game import announced

MOST_OTHERS = 250
"""The rows ready on every team's page, for its own to be found; in a larger field there is a link to it."""


def _event(request: Request) -> dict[str, Any]:
    number = FindForm(request.GET).words().get("team")
    return {
        "page": event_page(request.event, request.at, number),
        "clock": header_clock(request.event, request.at),
        "asked": number,
    }


def _event_page(request: Request) -> dict[str, Any]:
    here, shown = request.event, _event(request)
    shown |= _finder(request) if shown["page"].is_large else {}
    return {
        "sign_up": link_to(request, "hall:sign-up", here.slug),
        "game": find_ruleset(here.game, here.house_rules).name,
        **shown,
    }


def _finder(request: Request) -> dict[str, Any]:
    words = FindForm(request.GET).words()
    find = words.get("find") or f"{words.get('team', '')}"
    return {"finder": found_now(request.event, request.at, find)}


def _standings(request: Request) -> dict[str, Any]:
    table = board(request.event, request.at)
    shown = window(table.rows, request.GET, lambda line: [line.row])
    return {"board": table, "window": shown, "announced": announced(request.event)}


def _fairness(request: Request) -> dict[str, Any]:
    page = ledger_now(request.event, request.at)
    return {"page": page, "window": window(page.rows, request.GET, lambda row: [row.team])}


def _seats(request: Request) -> dict[str, Any]:
    seating, shown = seats_page(request.event, request.GET)
    return {"seats": seating, "window": shown, "line": waiting_list(request.event, request.at)}


def _near(request: Request) -> dict[str, Any]:
    """The standings for the teams' own pages."""
    table = board(request.event, request.at)
    near, others = rows_near_cutoff(table)
    return {
        "board": table,
        "near": near,
        "others": others[:MOST_OTHERS],
        "announced": announced(request.event),
    }


def _bracket(request: Request) -> dict[str, Any]:
    return {"page": bracket_page(request.event, request.at)}


def _rules(request: Request) -> dict[str, Any]:
    here = request.event
    return {"sheet": wall_sheet(here), "game": find_ruleset(here.game, here.house_rules).name}


def _certificate(request: Request) -> dict[str, Any]:
    return {"page": certificate_page(request.event)}


def _privacy(request: Request) -> dict[str, Any]:
    return {
        "erased_at": erased_at(request.event),
        "backup_days": settings.BACKUP_DAYS,
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
    }


@everyone
@cached()
@require_safe
def bracket_svg(request: Request) -> HttpResponse:
    """The bracket as a picture that is sharp at any size."""
    context = {"event": request.event, "picture": picture(bracket_page(request.event, request.at))}
    return render(request, "hall/bracket/bracket.svg", context, content_type="image/svg+xml")


EVENT = public("hall/event.html", "hall:event", _event_page, reads=FindForm)
NOW = public("hall/event.html", "hall:event", _event, "hall/_now.html", reads=FindForm)
FINDER = public("hall/event.html", "hall:event", _finder, "hall/finder/_finder.html", reads=FindForm)
STANDINGS = public(
    "hall/standings.html", "hall:standings", _standings, "hall/_standings_table.html", reads=TableForm
)
NEAR = public("hall/standings.html", "hall:standings", _near, "hall/_standings_near.html")
FAIRNESS = public("hall/fairness.html", "hall:standings", _fairness, "hall/_fairness.html", reads=TableForm)
SEATS = public("hall/seats.html", "hall:seats", _seats, "hall/_seats_list.html", reads=TableForm)
BRACKET = public("hall/bracket.html", "hall:bracket", _bracket, "hall/_bracket_games.html")
AWARDS = public("hall/awards.html", "hall:awards", _bracket, "hall/_podium.html")
RULES = public("hall/rules.html", "hall:rules", _rules)
CERTIFICATE = public("hall/certificate/certificate.html", "hall:certificate", _certificate)
PRIVACY = public("hall/sign_up/privacy.html", "", _privacy)
