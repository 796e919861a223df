"""The page of the seating that an address asks for."""

from dataclasses import replace
from typing import Any, NamedTuple

from django.http import QueryDict

from pages.hall.window import Window, window
from tournament.models import Event
from tournament.queries.seats import SeatRow, Seats, seats


class _Listed(NamedTuple):
    """A team in the list of seats."""

    pk: int
    number: int
    name: str


def seats_page(event: Event, asked: QueryDict) -> tuple[Seats, Window[SeatRow]]:
    """The seating, and the page of its teams. Six queries at most, however many teams.

    Only the seats on the page are read; all of them where somebody looks for a name or a table.
    """
    if asked.get("find"):
        seating = seats(event)
        return seating, window(seating.teams, asked, lambda row: [row.team], table=lambda row: row.table)
    teams = [_Listed(*row) for row in event.teams.present().values_list("pk", "number", "name")]
    teams.sort(key=lambda team: (team.name.casefold(), team.number))
    page: Window[Any] = window(teams, asked, lambda team: [team], table=lambda team: None)
    seating = seats(event, only=None if page.page is None else [team.pk for team in page.rows])
    return seating, replace(page, rows=seating.teams)
