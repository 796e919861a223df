"""A league's weeks and table for everybody; for organizers of the club, results from a list, with undo."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.actions import Found, Pressed, press
from pages.league.forms import ResultsForm
from pages.nav import crew_layout, public_layout
from pages.web import Screen, show
from seasons.commands.leagues import import_week, undo_week
from seasons.models import Club, LeagueWeek
from seasons.queries.clubs import club_for
from seasons.queries.leagues import LeagueTable, games_of_week, table_through, week_at, weeks_of
from seasons.queries.results import Results, in_lines, read_results
from tournament.errors import Refused

NO_LEAGUE = "This event is no week of a league."
LONGEST_LIST = 60
"""The faults that are shown; with more, the list is another one than was meant."""


def _league(request: Request) -> dict[str, Any]:
    """The table through the event's week, and what was played in it. Six queries at most."""
    week = week_at(request.event)
    if week is None:
        raise Http404(NO_LEAGUE)
    table = table_through(week.league, week.number, is_public=True)
    return {
        "league": week.league,
        "week": week,
        "table": table,
        "weeks": weeks_of(week.league),
        "games": games_of_week(week, is_public=True),
    }


LEAGUE = Screen(
    needs="everyone", page="league/league.html", context=_league, layout=public_layout("hall:standings")
)


def _club(request: Request) -> Club | None:
    return club_for(request.event, request.by.badge.user)


def _results(request: Request) -> dict[str, Any]:
    club = _club(request)
    leagues = list(club.leagues.order_by("name")) if club else []
    return {
        "club": club,
        "form": ResultsForm(),
        "leagues": [(league, weeks_of(league)) for league in leagues],
    }


RESULTS = Screen(
    needs="organizer",
    page="league/results.html",
    home="league:results",
    context=_results,
    layout=crew_layout("setup:people"),
)


@needs("organizer")
@require_POST
def bring(request: Request) -> HttpResponseBase:
    """Look at a week's results; with ``imports``, import them. Looking does it all, and rolls back."""
    form, club = ResultsForm(request.POST, request.FILES), _club(request)
    if club is None:
        raise Http404("Only organizers of the event’s club bring results.")
    if not form.is_valid():
        return show(request, RESULTS, status=422, form=form)
    typed = form.arguments(request.event)
    today = timezone.localdate(request.at)
    results = Results()
    try:
        results = read_results(typed["content"], typed["week"], today, each_is_a_game=typed["each_is_a_game"])
    except Refused as why:
        results = Results(faults=(why,))
    faults = list(in_lines(results.faults))
    if faults:
        more = {"faults": faults[:LONGEST_LIST], "faults_left": len(faults[LONGEST_LIST:])}
        return show(request, RESULTS, status=422, form=form, **more)
    imports = "imports" in request.POST
    try:
        week, table = _imported(request, club, typed, results, imports=imports)
    except Refused as why:
        form.add_error(why.field if why.field in form.fields else None, str(why))
        return show(request, RESULTS, status=422, form=form)
    if imports:
        messages.success(request, f"Week {week.number} of {week.league} came in.")
        return redirect("league:results", request.event.slug)
    seen = {"table": table, "results": results, "confirm": ResultsForm.again(typed, results)}
    return show(request, RESULTS, seen=seen, form=form)


def _imported(
    request: Request, club: Club, typed: dict[str, Any], results: Results, *, imports: bool
) -> tuple[LeagueWeek, LeagueTable]:
    with transaction.atomic():
        week = import_week(
            club=club,
            name=typed["league"],
            week=typed["week"],
            results=results,
            replaces=typed["replaces"],
            user=request.by.badge.user,
            device=request.by.device,
            today=timezone.localdate(request.at),
            at=request.at,
        )
        table = table_through(week.league, week.number)
        transaction.set_rollback(not imports)
    return week, table


def _back(request: Request, pressed: Pressed, news: str) -> HttpResponse:
    if news:
        messages.success(request, news)
    else:
        messages.warning(request, pressed.form.sentence)
    return redirect("league:results", request.event.slug)


def _week(request: Request, pk: int) -> Found:
    weeks = LeagueWeek.objects.filter(league__club=_club(request))
    return {"week": get_object_or_404(weeks, pk=pk)}


undo = press(_back, undo_week, only="organizer", finds=_week, message="Week {week.number} was taken back.")
