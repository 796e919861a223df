"""The tables of the hall, set up one by one."""

from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts.access import Request, needs
from accounts.numbers import whole
from pages.hall.window import again, is_long, window
from pages.nav import crew_frame
from pages.setup.fit import fit
from pages.setup.forms_tables import TableForm
from pages.setup.tables import tables_page
from pages.web import Screen, answer, do, show
from tournament.commands.tables import change_table
from tournament.models import Table


@needs("organizer")
@require_safe
def tables(request: Request) -> HttpResponse:
    """Every table: zone, who can sit there, whether it is in use, who looks after it."""
    return show(request, _screen())


@needs("organizer")
@require_POST
def change(request: Request, number: int) -> HttpResponse:
    """Change one table."""
    found = tables_page(request.event)
    line = next((line for line in found.tables if line.number == number), None)
    if line is None:
        raise Http404("The hall has no such table.")
    form = TableForm(request.POST, line, found.referees)
    table = Table.objects.get(event=request.event, number=number)
    changed = do(
        form,
        lambda: change_table(table=table, **form.asked(request.event), by=request.by, at=request.at),
    )
    told = f"{table} is as you said."
    if changed and changed.is_out_of_use and line.teams:
        told = f"{table} is out of use. Move its game to another table below, or let it end there."
    back = f"{reverse('setup:tables', args=[request.event.slug])}{again(request.GET)}#table-{number}"
    return answer(request, _screen(number, form), form, back=back, told=told)


def _screen(number: int = 0, form: TableForm | None = None) -> Screen:
    """The tables, with the form of one as it was typed."""
    return Screen(
        needs="organizer",
        page="setup/tables.html",
        shown=lambda request: _tables(request, number, form),
        frame=crew_frame("setup:tables"),
    )


def _tables(request: Request, number: int, form: TableForm | None) -> dict[str, Any]:
    """The tables, each with its form while its fold is open."""
    found = tables_page(request.event)
    shown = window(found.tables, request.GET, lambda line: [line])
    opened = number or whole(request.GET.get("open", ""))
    rows: list[tuple[Any, TableForm | None]] = []
    for line in shown.rows:
        is_open = line.number == opened or (line.is_out_of_use and line.teams)
        fresh = TableForm(None, line, found.referees) if is_open else None
        rows.append((line, form if form and line.number == number else fresh))
    return {
        "page": found,
        "window": shown,
        "has_many_free": is_long(found.free),
        "rows": rows,
        "fit": fit(request.event, request.at),
    }
