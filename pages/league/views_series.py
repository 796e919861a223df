"""The series of a club: the table for everybody; the events, the rule and the final for its organizers."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.access import Request, needs
from pages.actions import Found, Outcome, action
from pages.club.views import club_of_request
from pages.league.forms_series import AddForm, FinalForm, SeriesForm
from pages.nav import crew_layout, public_layout
from pages.streams import csv_lines, streamed
from pages.web import Screen, respond
from rules.seasons.series import SeriesRule
from seasons.clubs.club_of_event import club_for
from seasons.models import Club, Series, SeriesEvent
from seasons.series.commands_series import (
    add_to_series,
    change_series,
    make_series,
    open_final,
    take_out_of_series,
)
from seasons.series.series_table import SeriesTable, events_to_add, rule_in_words, series_at, table_of_series

CSV = ("rank", "name", "points", "events", "events_won", "best_event", "qualifies", "why")


def _all(request: Request) -> dict[str, Any]:
    club = club_for(request.event, request.by.badge.user)
    return {
        "club": club,
        "all_series": list(club.series.all()) if club else [],
        "form": SeriesForm.blank(),
        "rule": rule_in_words(SeriesRule(below=Series().below), by_pairs=False),
    }


def _of_club(request: Request, pk: int) -> tuple[Club, Series]:
    club = club_of_request(request)
    return club, get_object_or_404(club.series, pk=pk)


def _one(request: Request, pk: int) -> dict[str, Any]:
    club, series = _of_club(request, pk)
    table = table_of_series(series)
    return {
        "club": club,
        "table": table,
        "rule": table.rule_in_words,
        "form": SeriesForm.of(series),
        "add_form": AddForm(None, events_to_add(series)),
        "final_form": FinalForm(),
    }


def _table(request: Request, pk: int) -> dict[str, Any]:
    series = next((each for each in series_at(request.event) if each.pk == pk), None)
    if series is None:
        raise Http404("This event is in no such series.")
    return {"table": table_of_series(series, is_public=True)}


def _sentence(request: Request) -> dict[str, Any]:
    """The rule being typed, in words; while it is incomplete, what is missing."""
    club_of_request(request)
    form = SeriesForm(request.GET)
    is_whole = form.is_valid() or set(form.errors) == {"name"}
    return {"rule": _rule(form.cleaned_data) if is_whole else form.sentence}


def _rule(typed: dict[str, Any]) -> str:
    names = ("counting", "below", "best", "least_field", "least_events", "qualify")
    rule = SeriesRule(table=tuple(typed["table"]), **{name: typed[name] for name in names})
    return rule_in_words(rule, by_pairs=bool(typed["by_pairs"]))


_screen = partial(Screen, needs="organizer", layout=crew_layout("setup:people"))
ALL = _screen(page="league/all_series.html", home="league:all-series", context=_all)
ONE = _screen(page="league/series.html", context=_one)
SENTENCE = _screen(page="league/_series_said.html", fragment="league/_series_said.html", context=_sentence)
TABLE = Screen(
    needs="everyone", page="league/series_table.html", context=_table, layout=public_layout("hall:standings")
)


@needs("organizer")
@require_safe
def series_csv(request: Request, pk: int) -> HttpResponseBase:
    """The table, a row for each, with a column for the points of each event."""
    _, series = _of_club(request, pk)
    table = table_of_series(series)
    nights = [(night.event.pk, f"{night.held_on:%Y-%m-%d} {night.event.name}") for night in table.columns]
    lines = csv_lines((*CSV, *(name for _, name in nights)), _csv_rows(table, dict(nights)))
    return streamed(lines, content_type="text/csv; charset=utf-8", name="series.csv")


def _csv_rows(table: SeriesTable, nights: dict[int, str]) -> Any:
    for line in table.lines:
        row = line.row
        brought = {each.event: each.points for each in (*row.counts, *row.dropped)}
        yield {
            "rank": row.rank,
            "name": line.name,
            "points": row.points,
            "events": row.events,
            "events_won": row.events_won,
            "best_event": row.best,
            "qualifies": "yes" if row.qualifies else "",
            "why": line.why,
            **{name: brought.get(event, "") for event, name in nights.items()},
        }


def _on_its_page(request: Request, outcome: Outcome, news: str) -> HttpResponseBase:
    """Redirect to the series; if refused, show it with the form as it was filled in."""
    pk = outcome.given["series"].pk
    page, back = (
        replace(ONE, context=partial(_one, pk=pk)),
        reverse("league:series", args=(request.event.slug, pk)),
    )
    return respond(request, page, outcome.form, back=back, message=news, **outcome.refused)


def _here(request: Request) -> Found:
    return {"event": request.event, "club": club_of_request(request)}


def _series(request: Request, pk: int) -> Found:
    club, series = _of_club(request, pk)
    return {"event": request.event, "club": club, "series": series}


def _row(request: Request, pk: int) -> Found:
    club = club_of_request(request)
    row = get_object_or_404(SeriesEvent.objects.filter(series__club=club).select_related("series"), pk=pk)
    return {"event": request.event, "club": club, "row": row}


def _to_its_series(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    messages.success(request, news)
    return redirect("league:series", request.event.slug, outcome.given["row"].series_id)


_action = partial(action, _on_its_page, only="organizer")
make = action(
    ALL,
    make_series,
    finds=_here,
    form=SeriesForm,
    form_name="form",
    back=lambda request, outcome: reverse("league:series", args=(request.event.slug, outcome.done.pk)),
    message="{done.name} is there. Add its events.",
)
change = _action(
    change_series,
    finds=_series,
    form=SeriesForm,
    form_name="form",
    message="Saved. The table counts by it.",
)
add = _action(
    add_to_series,
    finds=_series,
    form_name="add_form",
    form=lambda request, pk: AddForm(request.POST, events_to_add(_of_club(request, pk)[1])),
    message="{done.event.name} counts in {series.name}.",
)
final = _action(
    open_final,
    form_name="final_form",
    finds=lambda request, pk: {**_series(request, pk), "now": timezone.now()},
    form=FinalForm,
    message="{done.name} is open, with those who qualified signed up. Look at its settings.",
)
take_out = action(
    _to_its_series,
    take_out_of_series,
    only="organizer",
    finds=_row,
    message="{row.event.name} no longer counts. Add it again at any time.",
)
