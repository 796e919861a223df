"""Games, teams and results, for everybody to look up, print and download."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.games import results
from pages.games.bostons import bostons
from pages.games.game_page import game_page
from pages.games.listed import games_page, public_games
from pages.games.team_day import day_picture, day_text, has_day
from pages.games.team_page import TeamPage, team_page
from pages.hall.forms import PageForm
from pages.hall.pagination import paginate
from pages.links import link_to
from pages.nav import public
from pages.streams import csv_lines
from rules.standings.tie_breaks import knows_bostons
from scoring.prizes.side_prizes import side_prizes
from scoring.rounds.why_pairing import why_pairing
from scoring.standings.hidden import is_hidden
from tournament.event.rules_of_event import boards_title, ruleset_for
from tournament.models.floor import GameKind


def _games(request: Request) -> dict[str, Any]:
    page = games_page(request.event, request.at, request.GET.get("part", ""))
    return {"page": page, "results": paginate(page.games, request.GET, lambda game: game.everybody)}


def _game(request: Request, pk: int) -> dict[str, Any]:
    found = get_object_or_404(public_games(request.event).exclude(kind=GameKind.BYE), pk=pk)
    found.event = request.event
    says_why = bool(found.round) and found.phase.has_rounds and not is_hidden(request.event)
    return {"page": game_page(found, request.at), "says_why": says_why}


def _why(request: Request, pk: int) -> dict[str, Any]:
    """Why the sides of a game meet; not as long as the results that decided it are hidden."""
    games = public_games(request.event).exclude(kind=GameKind.BYE)
    found = get_object_or_404(games.select_related("round__phase"), pk=pk)
    found.event = request.event
    why = None if is_hidden(request.event) else why_pairing(found, request.at)
    return {"page": game_page(found, request.at), "why": why}


def _team(request: Request, number: int) -> dict[str, Any]:
    page = _team_page(request, number)
    address = link_to(request, "games:team", request.event.slug, number).address
    return {"page": page, "shares": has_day(page), "text": day_text(request.event, page, address)}


def _team_page(request: Request, number: int) -> TeamPage:
    found = get_object_or_404(request.event.teams.prefetch_related("players"), number=number)
    found.event = request.event
    return team_page(found, request.at)


def _side_prizes(request: Request) -> dict[str, Any]:
    here = request.event
    has_wall = knows_bostons(ruleset_for(here))
    return {
        "page": side_prizes(here, request.at),
        "boards_title": boards_title(here),
        "knows_bostons": has_wall,
        "bostons": bostons(here) if has_wall else (),
    }


GAMES = public("games/games.html", "games:games", _games, "games/_games_list.html", reads=PageForm)
GAME = public("games/game.html", "games:games", _game, "games/_game_now.html")
WHY = public("games/why.html", "games:games", _why)
TEAM = public("games/team.html", "games:games", _team, "games/_team_now.html")
RESULTS = public(
    "games/results.html",
    "games:games",
    lambda request: {"page": results.results(request.event, request.at)},
    is_large=True,
)
SIDE_PRIZES = public("games/side_prizes.html", "games:games", _side_prizes, "games/_side_prizes.html")


@everyone
@cached()
@require_safe
def picture(request: Request, number: int) -> HttpResponse:
    page, event = _team_page(request, number), request.event
    context = {"page": page, "event": event, "picture": day_picture(event, page), "at": request.at}
    return render(request, "games/picture.svg", context, content_type="image/svg+xml")


@everyone
@cached(is_large=True)
@require_safe
def standings_csv(request: Request) -> HttpResponse:
    lines = results.standings_lines(request.event, request.at)
    return _table(request, "standings", csv_lines(results.STANDINGS, lines))


@everyone
@cached(is_large=True)
@require_safe
def games_csv(request: Request) -> HttpResponse:
    lines = results.games_lines(request.event, request.at)
    return _table(request, "games", csv_lines(results.games_columns(request.event), lines))


@everyone
@cached(is_large=True)
@require_safe
def results_json(request: Request) -> HttpResponse:
    data = results.results_data(request.event, request.at)
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _as_file(response, f"{request.event.slug}-results.json")


def _table(request: Request, name: str, lines: Iterable[str]) -> HttpResponse:
    # Not streamed: the page cache stores whole pages.
    response = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    return _as_file(response, f"{request.event.slug}-{name}.csv")


def _as_file(response: HttpResponse, name: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
