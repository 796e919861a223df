"""The tables of the hall: where they stand, who can sit there, who looks after them."""

from datetime import datetime

from django.db import transaction

from tournament.commands.logbook import log
from tournament.commands.seats import call_waiting_games
from tournament.errors import Refused
from tournament.models import Badge, By, Phase, Role, Table


class TableRefused(Refused):
    """The table can't be like this."""


@transaction.atomic
def change_table(
    *,
    table: Table,
    zone: str,
    is_accessible: bool,
    is_out_of_use: bool,
    referee: Badge | None,
    by: By,
    at: datetime,
) -> Table:
    """Say where a table stands, whether everybody can sit at it, and which referee looks after it.

    Out of use, it gets no new game; the one that is on there stays until somebody moves it. Back in use, a
    game that waits is called to it.

    :raises TableRefused: if the referee is none of this event's.
    """
    table = Table.objects.select_for_update(of=("self",)).select_related("event").get(pk=table.pk)
    zone = " ".join(zone.split())
    if len(zone) > 30:
        raise TableRefused("Thirty letters are enough for a zone.", field="zone")
    if referee and (referee.event_id != table.event_id or referee.role != Role.REFEREE or referee.revoked_at):
        raise TableRefused("Choose a referee who wears a badge of this event.", field="referee")
    before = (table.zone, table.is_accessible, table.is_out_of_use, table.referee_id)
    after = (zone, is_accessible, is_out_of_use, referee.pk if referee else None)
    if before == after:
        return table
    Table.objects.filter(pk=table.pk).update(
        zone=zone, is_accessible=is_accessible, is_out_of_use=is_out_of_use, referee=referee
    )
    was_out = table.is_out_of_use
    table.refresh_from_db()
    log(table.event, "table.changed", _words(table, referee, was_out), by=by, at=at, table=table.pk)
    if was_out and not is_out_of_use:
        for phase in Phase.objects.filter(event=table.event_id, kind="one"):
            call_waiting_games(phase=phase, by=by, at=at)
    return table


def _words(table: Table, referee: Badge | None, was_out: bool) -> str:
    """What is so now: ``Table 4 is out of use. Zone: by the window. Accessible. Looked after by Jo.``"""
    parts = [
        f"{table} is out of use." if table.is_out_of_use else f"{table} is in use{' again' * was_out}.",
        f"Zone: {table.zone}." if table.zone else "",
        "Accessible." if table.is_accessible else "",
        f"Looked after by {referee}." if referee else "",
    ]
    return " ".join(part for part in parts if part)
