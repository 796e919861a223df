"""The desk of two events in one room: one field that checks in everybody of both, on one page."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.http import Http404, HttpResponse, QueryDict

from accounts.access import Request
from pages.actions import Outcome, action
from pages.desk.forms import DeskFieldForm, SearchForm
from pages.desk.views import board_keep, who_came
from pages.hall.pagination import paginate
from pages.nav import crew_layout
from pages.web import Screen, respond
from tournament.sharing.commands_shared_desk import check_in_found_in_room
from tournament.sharing.shared_desk import room_board


def _room(request: Request, asked_for: QueryDict | None = None) -> dict[str, Any]:
    """The page's context. Ten queries at most. 404 for an event that has its room to itself."""
    if request.event.room is None:
        raise Http404("This event has its room to itself. Everybody is at the desk.")
    search = SearchForm(request.GET if asked_for is None else asked_for)
    board = room_board(request.event, query=search.wanted()["query"])
    keep = board_keep(request)
    return {
        "search": search,
        "board": board,
        "results": paginate(
            board.rows, request.GET, lambda row: [row.team], extra={"q": search.wanted()["query"]}
        ),
        "keep": f"?at=room&{keep[1:]}" if keep else "?at=room",
    }


ROOM = Screen(
    needs="desk",
    page="desk/room/room.html",
    fragment="desk/room/_room.html",
    home="desk:room",
    context=_room,
    layout=crew_layout("desk:desk"),
)


def _at_the_field(request: Request, outcome: Outcome, news: str) -> HttpResponse:
    """The response to the field: everybody, or after a refusal those who match what was typed."""
    asked_for = QueryDict(mutable=True)
    if outcome.form.errors:
        asked_for["q"] = request.POST.get("q", "")
    shown = replace(ROOM, context=partial(_room, asked_for=asked_for))
    return respond(request, shown, outcome.form, message=news, **outcome.refused)


scan = action(_at_the_field, check_in_found_in_room, form=DeskFieldForm, message=who_came, only="desk")
