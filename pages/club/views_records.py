"""Figures across the club's events: a person's record, a pair's, and a season's."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from accounts.access import Request, needs
from pages.club.views import CLUB, club_of_request
from pages.hall.pagination import paginate
from pages.streams import csv_lines, streamed
from seasons.models import Club
from seasons.ratings.records import record_of
from seasons.ratings.season_figures import Season, season_of

A_YEAR = timedelta(days=365)
PEOPLE = ("name", "events", "games", "won", "bostons", "share")


def _record(request: Request, pk: int) -> dict[str, Any]:
    club = club_of_request(request)
    person = get_object_or_404(club.people.known(), pk=pk)
    return _of(club, person.name, pk)


def _pair(request: Request, pk: int, other: int) -> dict[str, Any]:
    club = club_of_request(request)
    people = [get_object_or_404(club.people.known(), pk=each) for each in (pk, other)]
    if pk == other:
        raise Http404("A pair is two people.")
    return _of(club, " & ".join(person.name for person in people), pk, other)


def _of(club: Club, name: str, *people: int) -> dict[str, Any]:
    record = record_of(club, frozenset(people))
    return {"club": club, "name": name, "record": record, "whom": people[0] if len(people) == 1 else 0}


def _season(request: Request) -> dict[str, Any]:
    club = club_of_request(request)
    season = _asked(request, club)
    dates = {"since": f"{season.since:%Y-%m-%d}", "until": f"{season.until:%Y-%m-%d}"}
    shown = paginate(season.people, request.GET, lambda row: [row], extra=dates)
    return {"club": club, "season": season, "query": f"?{urlencode(dates)}", "results": shown}


def _asked(request: Request, club: Club) -> Season:
    today = request.at.astimezone(request.event.zone).date()
    until = _date(request.GET.get("until", "")) or today
    return season_of(club, _date(request.GET.get("since", "")) or until - A_YEAR, until)


def _date(typed: str) -> date | None:
    try:
        found = date.fromisoformat(typed)
    except ValueError:
        return None
    return found if found.year > 1 else None


RECORD = replace(CLUB, page="club/record.html", context=_record)
PAIR = replace(CLUB, page="club/record.html", context=_pair)
SEASON = replace(CLUB, page="club/season.html", context=_season)


@needs("organizer")
@require_safe
def season_csv(request: Request) -> HttpResponseBase:
    season = _asked(request, club_of_request(request))
    lines = csv_lines(PEOPLE, ({name: getattr(row, name) for name in PEOPLE} for row in season.people))
    return streamed(lines, content_type="text/csv; charset=utf-8", name="season.csv")


@needs("organizer")
@require_safe
def hands_csv(request: Request) -> HttpResponseBase:
    """How often each bid was made, and how many books bidders took."""
    season = _asked(request, club_of_request(request))
    lines = csv_lines(("what", "hands", "made"), season.hands_by_bid)
    return streamed(lines, content_type="text/csv; charset=utf-8", name="season-hands.csv")
