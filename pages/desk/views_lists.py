"""Lists of teams that come in: brought, looked at row by row, imported, undone."""

from typing import Any

from django.shortcuts import get_object_or_404

from accounts.access import Request
from pages.actions import Found, press
from pages.desk.forms_lists import ColumnsForm, ConfirmForm, ListForm
from pages.hall.window import window
from pages.nav import crew_layout
from pages.web import Screen
from tournament.commands.lists.imports import (
    ask_import,
    choose_columns,
    confirm_import,
    drop_import,
    undo_import,
)
from tournament.queries.lists.imports import LookedAt, lists


def _lists(request: Request) -> dict[str, Any]:
    """The list that is looked at, and those that came in. One query."""
    found = lists(request.event)
    seen = found.looked_at
    entries = seen.to_look_at if seen else ()
    return {
        "lists": found,
        "seen": seen,
        "window": window(entries, request.GET, lambda entry: ()),
        "form": ListForm(way=request.event.way),
        "columns_form": _columns(request, seen) if seen else None,
    }


def _columns(request: Request, seen: LookedAt | None, typed: Any = None) -> ColumnsForm:
    columns = seen.columns if seen else ()
    return ColumnsForm(columns, request.event.way, typed, has_heading=bool(seen and seen.has_heading))


LISTS = Screen(
    needs="organizer",
    page="desk/lists.html",
    fragment="desk/_lists.html",
    home="desk:lists",
    context=_lists,
    layout=crew_layout("desk:sign-ups"),
)


def _list_form(request: Request) -> ListForm:
    return ListForm(request.POST, request.FILES, way=request.event.way)


def _columns_form(request: Request) -> ColumnsForm:
    return _columns(request, lists(request.event).looked_at, request.POST)


def _imported(request: Request, pk: int) -> Found:
    return {"imported": get_object_or_404(request.event.imports, pk=pk)}


bring = press(LISTS, ask_import, form=_list_form, form_name="form")
choose = press(LISTS, choose_columns, form=_columns_form, form_name="columns_form")
confirm = press(LISTS, confirm_import, form=ConfirmForm)
drop = press(LISTS, drop_import)
undo = press(LISTS, undo_import, finds=_imported)
