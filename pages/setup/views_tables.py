"""Setting up the tables of the hall."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from accounts.access import Request
from accounts.numbers import whole
from pages.actions import Found, Outcome, action
from pages.hall.pagination import is_long, paginate, query_of
from pages.nav import crew_layout
from pages.setup.forms_tables import TableForm
from pages.setup.tables import referees, tables_page
from pages.web import Screen, respond
from tournament.floor.commands_tables import change_table
from tournament.models import Game


def _tables(request: Request, refused: Outcome | None = None) -> dict[str, Any]:
    found = tables_page(request.event)
    shown = paginate(found.tables, request.GET, lambda line: [line])
    opened = whole(request.GET.get("open", ""))
    rows: list[tuple[Any, Any]] = []
    for line in shown.rows:
        is_open = line.number == opened or (line.is_out_of_use and line.teams)
        form = TableForm(None, line, found.referees) if is_open else None
        is_refused = refused and refused.given["table"].number == line.number
        rows.append((line, refused.form if refused and is_refused else form))
    return {
        "page": found,
        "results": shown,
        "has_many_free": is_long(found.free),
        "rows": rows,
    }


TABLES = Screen(
    needs="organizer", page="setup/tables.html", context=_tables, layout=crew_layout("setup:tables")
)


def _table(request: Request, number: int) -> Found:
    return {"table": get_object_or_404(request.event.tables, number=number)}


def _form(request: Request, number: int) -> TableForm:
    return TableForm(request.POST, _table(request, number)["table"], referees(request.event))


def _changed(outcome: Outcome) -> str:
    table = outcome.done
    if table.is_out_of_use and Game.objects.open().filter(table=table).exists():
        return f"{table} is out of use. Move its game to another table below, or let it end there."
    return f"{table} is saved."


def _at_the_table(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    query, number = query_of(request.GET), outcome.given["table"].number
    back = f"{reverse('setup:tables', args=[request.event.slug])}{query}#table-{number}"
    screen = replace(TABLES, context=partial(_tables, refused=outcome))
    return respond(request, screen, outcome.form, back=back, message=news)


change = action(_at_the_table, change_table, finds=_table, form=_form, message=_changed, only="organizer")
