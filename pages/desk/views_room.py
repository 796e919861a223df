"""The desk of two events in one room: search and check-in of everybody of both, on one page."""

from typing import Any

from django.http import Http404

from accounts.access import Request
from pages.desk.forms import SearchForm
from pages.desk.views import board_keep
from pages.hall.pagination import paginate
from pages.nav import crew_layout
from pages.web import Screen
from tournament.sharing.shared_desk import room_board


def _room(request: Request) -> dict[str, Any]:
    """The page's context. Ten queries at most. 404 for an event that has its room to itself."""
    if request.event.room is None:
        raise Http404("This event has its room to itself. Everybody is at the desk.")
    search = SearchForm(request.GET)
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
