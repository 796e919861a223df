"""Lists: an import of teams, with a preview of each row and undo; and exports."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import Http404, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from accounts.access import Request, needs
from pages.actions import Found, action
from pages.desk.forms_lists import ColumnsForm, ConfirmForm, ListForm, OutForm
from pages.desk.lists_out import labels, table
from pages.hall.pagination import paginate
from pages.nav import crew_layout
from pages.streams import csv_lines, streamed, whole, workbook
from pages.web import Screen
from rules.competition.taking_part import WayOfTakingPart
from seasons.clubs.club_of_event import club_at_desk, club_of
from seasons.people.people_of_club import PlayerRow, who_they_are
from tournament.lists.commands_imports import (
    ask_import,
    choose_columns,
    confirm_import,
    drop_import,
    undo_import,
)
from tournament.lists.imports import LookedAt, choices_at, lists, pasted
from tournament.lists.list_entries import NEW, Entry
from tournament.models import Actor, Event, ListImport, Player

EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def _lists(request: Request) -> dict[str, Any]:
    """The list in preview, and those that were imported. Six queries at most."""
    found = lists(request.event)
    seen = found.looked_at
    entries = seen.to_look_at if seen else ()
    way = request.event.way
    lines = pasted(request.event) if seen else ""
    again = {"lines": lines, "sheet": seen.sheet if seen else ""}
    # A list that was discarded is back in the box.
    sent = {"lines": request.POST.get("lines", "")}
    shown = paginate(entries, request.GET, lambda entry: ())
    # What was typed into a refused form is shown again, also beside the rows.
    typed = request.POST if "seen" in request.POST else None
    columns_form = ColumnsForm(seen, [entry for entry in shown.rows if entry.cells], way, typed)
    return {
        "lists": found,
        "seen": seen,
        "results": shown,
        "rows": [
            (entry, known, columns_form.lines_of(entry))
            for entry, known in _with_who_is_known(
                request, [entry for entry in shown.rows if not entry.is_wrong]
            )
        ],
        "form": ListForm(way=way, initial=sent),
        "lines_form": ListForm(way=way, initial=again, auto_id="again_%s") if lines else None,
        "out": OutForm(way),
        "columns_form": columns_form,
    }


def _with_who_is_known(request: Request, entries: Sequence[Entry]) -> list[tuple[Entry, list[PlayerRow]]]:
    """The rows of a list, with the players whom the club may know. The desk is asked after the import."""
    club = club_at_desk(request.event, request.by.badge)
    coming = [entry for entry in entries if entry.state == NEW] if club else []
    players = [
        (entry.row, Player(event=request.event, name=name, contact=entry.contact))
        for entry in coming
        for name in entry.players
    ]
    known: dict[int, list[PlayerRow]] = defaultdict(list)
    if club and players:
        found = who_they_are(request.event, club, [player for _, player in players])
        for (row, _), about in zip(players, found, strict=True):
            if about.suggestions:
                known[row].append(about)
    return [(entry, known[entry.row]) for entry in entries]


LISTS = Screen(
    needs="organizer",
    page="desk/lists/lists.html",
    fragment="desk/lists/_lists.html",
    home="desk:lists",
    context=_lists,
    layout=crew_layout("desk:sign-ups"),
)


@needs("organizer")
@require_safe
def take_along(request: Request) -> HttpResponseBase:
    """Export a list: ``?list=teams&kind=csv``, and ``contacts=on`` to include contacts."""
    form = OutForm(request.event.way, request.GET)
    if not form.is_valid():
        raise Http404
    key, kind = form.cleaned_data["list"], form.cleaned_data["kind"]
    headings, rows = table(request.event, key, with_private=form.cleaned_data["contacts"])
    name = f"{request.event.slug}-{key}.{kind}"
    if kind == "csv":
        return streamed(csv_lines(headings, rows), content_type="text/csv; charset=utf-8", name=name)
    file = workbook(headings, rows, labels(request.event.way)[key])
    return whole(file, content_type=EXCEL, name=name)


def _list_form(request: Request) -> ListForm:
    return ListForm(request.POST, request.FILES, way=request.event.way)


def _columns_form(request: Request) -> ColumnsForm:
    return ColumnsForm(*_sent(request))


def _confirm_form(request: Request) -> ConfirmForm:
    return ConfirmForm(*_sent(request))


def _sent(request: Request) -> tuple[LookedAt | None, Sequence[Entry], WayOfTakingPart, QueryDict]:
    seen = lists(request.event).looked_at
    return seen, seen.to_correct if seen else (), request.event.way, request.POST


def _with_choices(request: Request) -> Found:
    """The event, and what was chosen for the columns of its club's lists."""
    club = club_of(request.event)
    events = Event.objects.filter(of_club__club=club) if club else Event.objects.none()
    return {"event": request.event, "choices": choices_at(events)}


def _import(
    *,
    event: Event,
    leaves_out: bool,
    is_corrected: bool,
    seen: int | None,
    by: Actor,
    at: datetime,
    **corrected: Any,
) -> ListImport:
    """Import the list in preview. If something was corrected since, preview it again instead."""
    if is_corrected:
        return choose_columns(event=event, seen=seen, by=by, at=at, **corrected)
    return confirm_import(event=event, leaves_out=leaves_out, seen=seen, by=by, at=at)


def _imported(request: Request, pk: int) -> Found:
    return {"imported": get_object_or_404(request.event.imports, pk=pk)}


bring = action(LISTS, ask_import, finds=_with_choices, form=_list_form, form_name="form")
choose = action(LISTS, choose_columns, form=_columns_form, form_name="columns_form")
confirm = action(LISTS, _import, form=_confirm_form, form_name="columns_form")
drop = action(LISTS, drop_import)
undo = action(LISTS, undo_import, finds=_imported)
