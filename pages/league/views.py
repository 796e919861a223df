"""A league's weeks and table for everybody; for organizers of the club, results from a list, with undo."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.access import Request, needs
from pages.actions import Found, Outcome, action
from pages.club.views import club_of_request
from pages.league.forms import (
    AbsenceForm,
    CreditForm,
    DrawForm,
    NumbersForm,
    PoolForm,
    ResultsForm,
    WeekForm,
    WhoForm,
)
from pages.links import whole_address
from pages.nav import crew_layout, public_layout
from pages.web import Screen, render_screen
from seasons.clubs.club_of_event import club_for
from seasons.leagues.commands_draws import ask_for_draw
from seasons.leagues.commands_imported_weeks import import_week, undo_week
from seasons.leagues.commands_leagues import change_absence, credit_game, number_teams, open_week
from seasons.leagues.commands_pool import put_into_pool, take_out_of_pool
from seasons.leagues.drawn_weeks import drawn_rows, draws_of
from seasons.leagues.league_table import (
    LeagueTable,
    games_of_week,
    players_of_league,
    table_through,
    week_at,
    weeks_of,
)
from seasons.leagues.pool_of_players import pool_of
from seasons.leagues.results import Results, in_lines, read_results
from seasons.models import Club, League, LeagueWeek
from seasons.people.people_of_club import PlayerRow, asked_in_list
from tournament.errors import Refused
from tournament.models import Game

NO_LEAGUE = "This event isn’t a week of a league."
LONGEST_LIST = 60
"""The most faults that are shown. A list with more is probably the wrong one."""


def _league(request: Request) -> dict[str, Any]:
    """The table through the event's week, and its games. Ten queries, more if a week is hidden."""
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
        "coming": drawn_rows(week.league, week.number - 1),
        "text": "\n".join([str(week), *table.in_lines, whole_address(request, request.path)]),
    }


LEAGUE = Screen(
    needs="everyone", page="league/league.html", context=_league, layout=public_layout("hall:standings")
)


def _players(request: Request) -> dict[str, Any]:
    week = week_at(request.event)
    if week is None:
        raise Http404(NO_LEAGUE)
    return {"league": week.league, "week": week, "players": players_of_league(week.league, week.number)}


PLAYERS = replace(LEAGUE, page="league/players.html", context=_players)


def _club(request: Request) -> Club | None:
    return club_for(request.event, request.by.badge.user)


def _results(request: Request, refused: Outcome | None = None) -> dict[str, Any]:
    club = _club(request)
    leagues = [_of_league(league, refused) for league in club.leagues.order_by("name")] if club else []
    games = _games(request) if club and week_at(request.event) else ()
    credit_form = CreditForm(None, games) if games else None
    forms = {"form": ResultsForm(), "credit_form": credit_form, "draw_form": DrawForm(auto_id="draw_%s")}
    return {"club": club, "leagues": leagues, **forms, **(_draws(club) if club else {})}


def _draws(club: Club) -> dict[str, Any]:
    draws = draws_of(club)
    return {"draws": draws, "is_drawing": any(job.ended_at is None for job in draws)}


def _games(request: Request) -> list[Game]:
    return list(request.event.games.standing().filter(over_at__isnull=False).with_everybody())


def _of_league(league: League, refused: Outcome | None) -> dict[str, Any]:
    """The league, its weeks, pool and forms; a ``refused`` form as it was filled in. Eight queries.

    ``coming`` are the drawn weeks that can be opened. Their suggested days are a week apart.
    """
    typed = refused.form if refused and refused.given.get("league") == league else None
    weeks = weeks_of(league)
    last = max((week.held_on for week in weeks), default=None)
    played = {week.number for week in weeks}
    coming = [row.number for row in drawn_rows(league) if row.number not in played]
    days = {number: last + timedelta(weeks=ahead) if last else None for ahead, number in enumerate(coming, 1)}
    return {
        "league": league,
        "weeks": weeks,
        "coming": [
            (
                number,
                typed
                if isinstance(typed, WeekForm) and typed["number"].value() == str(number)
                else WeekForm.of(league.pk, number=number, held_on=days[number]),
            )
            for number in coming
        ],
        "absence_form": typed if isinstance(typed, AbsenceForm) else AbsenceForm.now(league),
        "numbers_form": typed if isinstance(typed, NumbersForm) else NumbersForm(league),
        "pool": pool_of(league),
        "pool_form": typed if isinstance(typed, PoolForm) else PoolForm.of(league.pk),
    }


RESULTS = Screen(
    needs="organizer",
    page="league/results.html",
    home="league:results",
    context=_results,
    layout=crew_layout("setup:people"),
)


DRAWS = Screen(
    needs="organizer",
    page="league/_draws.html",
    context=lambda request: _draws(club_of_request(request)),
)


@needs("organizer")
@require_POST
def bring(request: Request) -> HttpResponseBase:
    """Preview a week's results; with ``imports``, import them. A preview imports them and rolls back."""
    form, club = ResultsForm(request.POST, request.FILES), _club(request)
    if club is None:
        raise Http404("Only organizers of the event’s club bring results.")
    if not form.is_valid():
        return render_screen(request, RESULTS, status=422, form=form)
    if "edit" in request.POST:
        return render_screen(request, RESULTS, form=form)
    typed = form.arguments(request.event)
    today = timezone.localdate(request.at)
    results = Results()
    try:
        how = {"each_is_a_game": typed["each_is_a_game"], "sheet": typed["sheet"]}
        results = read_results(typed["content"], typed["week"], today, **how)
    except Refused as why:
        results = Results(faults=(why,))
        if "sheets" in why.values:
            form.ask_sheet(why.values["sheets"])
    faults = list(in_lines(results.faults))
    if faults:
        more = {"faults": faults[:LONGEST_LIST], "faults_left": len(faults[LONGEST_LIST:])}
        return render_screen(request, RESULTS, status=422, form=form, **more)
    imports = "imports" in request.POST
    try:
        week, table, asked = _imported(request, club, typed, results, imports=imports)
    except Refused as why:
        form.add_error(why.field if why.field in form.fields else None, str(why))
        return render_screen(request, RESULTS, status=422, form=form)
    if imports:
        messages.success(request, f"Week {week.number} of {week.league} came in.")
        return redirect("league:results", request.event.slug)
    seen = {
        "table": table,
        "results": results,
        "confirm": ResultsForm.again(typed, results),
        "who": WhoForm(None, asked) if asked else None,
    }
    return render_screen(request, RESULTS, seen=seen, form=form)


def _imported(
    request: Request, club: Club, typed: dict[str, Any], results: Results, *, imports: bool
) -> tuple[LeagueWeek, LeagueTable, dict[str, PlayerRow]]:
    """Import the week; without ``imports``, roll back. Returns it, its table and the players in question."""
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
            answers=WhoForm.answers(request.POST) if imports else None,
        )
        table = table_through(week.league, week.number)
        asked = {} if imports else asked_in_list(week.event, club)
        transaction.set_rollback(not imports)
    return week, table, asked


def _back(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    if news:
        messages.success(request, news)
    else:
        messages.warning(request, outcome.form.sentence)
    return redirect("league:results", request.event.slug)


def _in_league(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    """Redirect to the page; if refused, show it with the league's form as it was filled in."""
    if not outcome.form.errors or "number" in outcome.form.errors:  # The number is hidden.
        return _back(request, outcome, news)
    return render_screen(request, replace(RESULTS, context=partial(_results, refused=outcome)), status=422)


def _week(request: Request, pk: int) -> Found:
    weeks = LeagueWeek.objects.filter(league__club=_club(request))
    return {"week": get_object_or_404(weeks, pk=pk)}


def _league_here(request: Request, pk: int) -> Found:
    club = _club(request)
    league = get_object_or_404(League.objects.filter(club=club), pk=pk)
    return {"event": request.event, "club": club, "league": league}


def _drawn(request: Request, pk: int) -> Found:
    return {**_league_here(request, pk), "now": timezone.now()}


credit = action(
    RESULTS,
    credit_game,
    form_name="credit_form",
    only="organizer",
    form=lambda request: CreditForm(request.POST, _games(request)),
    message="{game} counts for week {week} now.",
)
begin = action(
    _in_league,
    open_week,
    only="organizer",
    finds=_drawn,
    form=lambda request, pk: WeekForm.of(pk, request.POST),
    message="{done.event} is open: its teams are signed up. Change its hours under Settings.",
)
draw = action(
    RESULTS,
    ask_for_draw,
    form_name="draw_form",
    only="organizer",
    finds=lambda request: {"event": request.event, "club": club_of_request(request), "now": timezone.now()},
    form=DrawForm,
    message="{done.league} is being drawn. That takes some seconds, up to a minute.",
)
absence = action(
    _in_league,
    change_absence,
    only="organizer",
    finds=_league_here,
    form=lambda request, pk: AbsenceForm.of(pk, request.POST),
    message=lambda outcome: f"Missed games of {outcome.done} {outcome.done.get_absence_display()}.",
)
numbers = action(
    _in_league,
    number_teams,
    only="organizer",
    finds=_league_here,
    form=lambda request, pk: NumbersForm(_league_here(request, pk)["league"], request.POST),
    message="The team numbers of {league} are saved.",
)
join = action(
    _in_league,
    put_into_pool,
    only="organizer",
    finds=_league_here,
    form=lambda request, pk: PoolForm.of(pk, request.POST),
    message="{done.person} is in the pool of {league}.",
)
leave = action(
    _back,
    take_out_of_pool,
    only="organizer",
    finds=lambda request, pk, person: {
        **_league_here(request, pk),
        "person": get_object_or_404(club_of_request(request).people, pk=person),
    },
    message="{person} is no longer in the pool of {league}.",
)
undo = action(_back, undo_week, only="organizer", finds=_week, message="Week {week.number} was taken back.")
