"""The pages that everybody may see: the event, its standings, seats, bracket, rules and awards."""

from typing import Any

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
from pages.header import header, header_clock
from pages.links import link_to
from pages.nav import hall_nav
from rules.games import find_ruleset
from scoring.queries.board import board, near_the_line
from scoring.queries.phase_two.bracket import bracket_page
from scoring.queries.phase_two.cut import certificate_page
from scoring.queries.rounds.line import line
from tournament.queries.game import announced

MOST_OTHERS = 250
"""The rows ready on every team's page, for its own to be found; in a larger field there is a link to it."""


@everyone
@cached(reads=FindForm)
@require_safe
def event(request: Request) -> HttpResponse:
    """What is on, where a team sits, the day, the standings."""
    here = request.event
    shown = {
        "sign_up": link_to(request, "hall:sign-up", here.slug),
        "game": find_ruleset(here.game, here.house_rules).name,
        **_event(request),
    }
    if shown["page"].is_large:
        shown |= _finder(request)
    return _page(request, "event", shown)


@everyone
@cached(reads=FindForm)
@require_safe
def now(request: Request) -> HttpResponse:
    """What is on, fresh."""
    return _part(request, "_now", _event(request))


@everyone
@cached(reads=FindForm)
@require_safe
def finder(request: Request) -> HttpResponse:
    """Where a team of a large field sits, fresh."""
    return _part(request, "finder/_finder", _finder(request))


@everyone
@cached(reads=TableForm)
@require_safe
def standings(request: Request) -> HttpResponse:
    """All teams, best first, with the line under the last that goes through."""
    return _page(request, "standings", _standings(request))


@everyone
@cached(reads=TableForm)
@require_safe
def standings_table(request: Request) -> HttpResponse:
    """The standings, fresh."""
    return _part(request, "_standings_table", _standings(request))


@everyone
@cached()
@require_safe
def standings_near(request: Request) -> HttpResponse:
    """The standings for the teams' own pages."""
    table = board(request.event, request.at)
    near, others = near_the_line(table)
    context = {
        "event": request.event,
        "board": table,
        "near": near,
        "others": others[:MOST_OTHERS],
        "announced": announced(request.event),
    }
    return render(request, "hall/_standings_near.html", context)


@everyone
@cached(reads=TableForm)
@require_safe
def seats(request: Request) -> HttpResponse:
    """Where everybody sits, by team."""
    return _page(request, "seats", _seats(request))


@everyone
@cached(reads=TableForm)
@require_safe
def seats_list(request: Request) -> HttpResponse:
    """Where everybody sits, fresh."""
    return _part(request, "_seats_list", _seats(request))


@everyone
@cached()
@require_safe
def bracket(request: Request) -> HttpResponse:
    """Who meets whom in Phase II."""
    return _page(request, "bracket", {"page": bracket_page(request.event, request.at)})


@everyone
@cached()
@require_safe
def bracket_svg(request: Request) -> HttpResponse:
    """The bracket as a picture that stays sharp at any size."""
    page = bracket_page(request.event, request.at)
    context = {"event": request.event, "picture": picture(page)}
    return render(request, "hall/bracket/bracket.svg", context, content_type="image/svg+xml")


@everyone
@cached()
@require_safe
def bracket_games(request: Request) -> HttpResponse:
    """The bracket, fresh."""
    return _part(request, "_bracket_games", {"page": bracket_page(request.event, request.at)})


@everyone
@cached()
@require_safe
def awards(request: Request) -> HttpResponse:
    """First, second, third, and the trophy."""
    return _page(request, "awards", {"page": bracket_page(request.event, request.at)})


@everyone
@cached()
@require_safe
def podium(request: Request) -> HttpResponse:
    """The podium, fresh."""
    return _part(request, "_podium", {"page": bracket_page(request.event, request.at)})


@everyone
@cached()
@require_safe
def rules(request: Request) -> HttpResponse:
    """The rules as they are played here, from the ruleset that scores the hands."""
    here = request.event
    sheet = wall_sheet(here)
    return _page(request, "rules", {"sheet": sheet, "game": find_ruleset(here.game, here.house_rules).name})


@everyone
@cached()
@require_safe
def certificate(request: Request) -> HttpResponse:
    """Who goes through, and which cell decided each place."""
    return _page(request, "certificate", {"page": certificate_page(request.event)}, "certificate/certificate")


def _event(request: Request) -> dict[str, Any]:
    number = FindForm(request.GET).words().get("team")
    return {
        "page": event_page(request.event, request.at, number),
        "clock": header_clock(request.event, request.at),
        "asked": number,
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
    return {"seats": seating, "window": shown, "line": line(request.event, request.at)}


def _page(request: Request, name: str, context: dict[str, Any], template: str = "") -> HttpResponse:
    frame = {**header(request), **hall_nav(request, f"hall:{name}")}
    return render(request, f"hall/{template or name}.html", {**frame, **context})


def _part(request: Request, name: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, f"hall/{name}.html", {"event": request.event, **context})


@everyone
@cached(reads=TableForm)
@require_safe
def fairness(request: Request) -> HttpResponse:
    """What each team got, and what the figures mean."""
    frame = {**header(request), **hall_nav(request, "hall:standings")}
    return render(request, "hall/fairness.html", {**frame, **_fairness(request)})


@everyone
@cached(reads=TableForm)
@require_safe
def ledger(request: Request) -> HttpResponse:
    """The same without the frame, fresh."""
    return _part(request, "_fairness", _fairness(request))
