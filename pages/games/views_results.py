"""What the day came to: the results to read, print and download, and the Boston wall."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.games.bostons import bostons
from pages.games.results import GAMES, STANDINGS, games_lines, results, results_data, standings_lines
from pages.nav import public
from pages.streams import csv_lines


def _results(request: Request) -> dict[str, Any]:
    return {"page": results(request.event, request.at)}


def _bostons(request: Request) -> dict[str, Any]:
    return {"bostons": bostons(request.event)}


RESULTS = public("games/results.html", "games:games", _results, is_large=True)
BOSTONS = public("games/bostons.html", "games:games", _bostons, "games/_bostons_wall.html")


@everyone
@cached(is_large=True)
@require_safe
def standings_csv(request: Request) -> HttpResponse:
    return _table(request, "standings", csv_lines(STANDINGS, standings_lines(request.event, request.at)))


@everyone
@cached(is_large=True)
@require_safe
def games_csv(request: Request) -> HttpResponse:
    return _table(request, "games", csv_lines(GAMES, games_lines(request.event, request.at)))


@everyone
@cached(is_large=True)
@require_safe
def results_json(request: Request) -> HttpResponse:
    """Everything as data; docs/results.md says in which shape."""
    data = results_data(request.event, request.at)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _as_file(answer, f"{request.event.slug}-results.json")


def _table(request: Request, name: str, lines: Iterable[str]) -> HttpResponse:
    # In one piece, as the page cache has it.
    answer = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    return _as_file(answer, f"{request.event.slug}-{name}.csv")


def _as_file(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
