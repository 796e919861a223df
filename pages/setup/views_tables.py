"""The tables of the hall, set up one by one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from pages.access import Request, needs
from pages.header import header
from pages.nav import crew_nav
from pages.setup.forms_tables import TableForm
from pages.setup.tables import tables_page
from pages.web import refusals_on
from tournament.commands.tables import change_table
from tournament.models import Table


@needs("organizer")
@require_safe
def tables(request: Request) -> HttpResponse:
    """Every table: zone, who can sit there, whether it is in use, who looks after it."""
    return _page(request)


@needs("organizer")
@require_POST
def change(request: Request, number: int) -> HttpResponse:
    """Change one table."""
    found = tables_page(request.event)
    line = next((line for line in found.tables if line.number == number), None)
    if line is None:
        raise Http404("The hall has no such table.")
    form = TableForm(request.POST, line, found.referees)
    if form.is_valid():
        with refusals_on(form):
            table = Table.objects.get(event=request.event, number=number)
            changed = change_table(table=table, **form.deed(request.event), by=request.by, at=request.at)
            return _changed(request, changed, has_game=bool(line.teams))
    return _page(request, number=number, form=form)


def _changed(request: Request, table: Table, *, has_game: bool) -> HttpResponse:
    told = f"{table} is as you said."
    if table.is_out_of_use and has_game:
        told = f"{table} is out of use. Move its game to another table below, or let it end there."
    messages.success(request, told)
    return redirect(f"{reverse('setup:tables', args=[request.event.slug])}#table-{table.number}")


def _page(request: Request, *, number: int = 0, form: TableForm | None = None) -> HttpResponse:
    found = tables_page(request.event)
    rows: list[tuple[Any, TableForm, bool]] = [
        (
            line,
            form if form and line.number == number else TableForm(None, line, found.referees),
            line.number == number,
        )
        for line in found.tables
    ]
    context = {**header(request), **crew_nav(request, "setup:tables"), "page": found, "rows": rows}
    return render(request, "setup/tables.html", context, status=422 if form else 200)
