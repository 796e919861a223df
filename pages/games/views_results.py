"""What the day came to: the results to read, print and download, and the Boston wall."""

from collections.abc import Iterable

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.access import Request, cached, everyone
from pages.games.bostons import bostons as bostons_of
from pages.games.results import GAMES, STANDINGS, games_lines, results_data, standings_lines
from pages.games.results import results as results_now
from pages.header import header
from pages.nav import hall_nav
from pages.streams import csv_lines


@everyone
@cached(is_large=True)
@require_safe
def results(request: Request) -> HttpResponse:
    """The podium, the bracket, the standings and every game, to print."""
    context = {"page": results_now(request.event, request.at)}
    frame = {**header(request), **hall_nav(request, "games:games")}
    return render(request, "games/results.html", {**frame, **context})


@everyone
@cached(is_large=True)
@require_safe
def standings_csv(request: Request) -> HttpResponse:
    """The standings as a table."""
    return _table(request, "standings", csv_lines(STANDINGS, standings_lines(request.event, request.at)))


@everyone
@cached(is_large=True)
@require_safe
def games_csv(request: Request) -> HttpResponse:
    """The games as a table, a line for each side."""
    return _table(request, "games", csv_lines(GAMES, games_lines(request.event, request.at)))


@everyone
@cached(is_large=True)
@require_safe
def results_json(request: Request) -> HttpResponse:
    """Everything as data; docs/results.md says in which shape."""
    data = results_data(request.event, request.at)
    answer = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _as_file(answer, f"{request.event.slug}-results.json")


@everyone
@cached()
@require_safe
def bostons(request: Request) -> HttpResponse:
    """Who made a Boston, when, and at which table."""
    context = {"bostons": bostons_of(request.event)}
    frame = {**header(request), **hall_nav(request, "games:games")}
    return render(request, "games/bostons.html", {**frame, **context})


@everyone
@cached()
@require_safe
def bostons_wall(request: Request) -> HttpResponse:
    """The Boston wall, fresh."""
    context = {"event": request.event, "bostons": bostons_of(request.event)}
    return render(request, "games/_bostons_wall.html", context)


def _table(request: Request, name: str, lines: Iterable[str]) -> HttpResponse:
    # In one piece, as the page cache has it.
    answer = HttpResponse("".join(lines), content_type="text/csv; charset=utf-8")
    return _as_file(answer, f"{request.event.slug}-{name}.csv")


def _as_file(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
