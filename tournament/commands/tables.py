"""The tables of the hall: where they stand, who can sit there, who looks after them."""

from datetime import datetime

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event
from tournament.commands.rounds import call_waiting_games
from tournament.errors import Refused
from tournament.models import Actor, Badge, Phase, Role, Table
from tournament.models.typed_names import written


@transaction.atomic
def change_table(
    *,
    table: Table,
    zone: str,
    is_accessible: bool,
    is_out_of_use: bool,
    referee: Badge | None,
    by: Actor,
    at: datetime,
) -> Table:
    """Say where a table stands, whether everybody can sit at it, and which referee looks after it.

    Out of use, it gets no new game; the one that is on there stays until somebody moves it. Back in use, a
    game that waits is called to it.

    :raises Refused: if the referee is none of this event's.
    """
    table = _locked(table)
    zone = written(zone)
    if len(zone) > 30:
        raise Refused("table.zone", field="zone")
    if referee and (referee.event_id != table.event_id or referee.role != Role.REFEREE or referee.revoked_at):
        raise Refused("table.referee", field="referee")
    before = (table.zone, table.is_accessible, table.is_out_of_use, table.referee_id)
    after = (zone, is_accessible, is_out_of_use, referee.pk if referee else None)
    if before == after:
        return table
    Table.objects.filter(pk=table.pk).update(
        zone=zone, is_accessible=is_accessible, is_out_of_use=is_out_of_use, referee=referee
    )
    was_out = table.is_out_of_use
    table.refresh_from_db()
    log(
        table.event,
        "table.changed",
        by=by,
        at=at,
        table=table,
        is_out_of_use=table.is_out_of_use,
        is_back=was_out and not table.is_out_of_use,
        zone=table.zone,
        is_accessible=table.is_accessible,
        referee=referee,
    )
    if was_out and not is_out_of_use:
        for phase in Phase.objects.filter(event=table.event_id, kind="one"):
            call_waiting_games(phase=phase, by=by, at=at)
    return table


@transaction.atomic
def take_table(*, table: Table, by: Actor, at: datetime) -> Table:
    """A referee looks after a table from now on, also one that another looked after.

    :raises Refused: if who asks is no referee, or the table is out of use.
    """
    table = _locked(table)
    if by.badge.role != Role.REFEREE:
        raise Refused("table.not-a-referee")
    if table.is_out_of_use:
        raise Refused("table.out-of-use", table=table.number)
    if table.referee_id != by.badge.pk:
        before = table.referee
        Table.objects.filter(pk=table.pk).update(referee=by.badge)
        table.referee = by.badge
        log(table.event, "table.taken", by=by, at=at, table=table, referee=by.badge, before=before)
    return table


@transaction.atomic
def give_back_table(*, table: Table, by: Actor, at: datetime) -> Table:
    """A referee no longer looks after a table.

    :raises Refused: if another referee looks after it.
    """
    table = _locked(table)
    if table.referee_id is None:
        return table
    if table.referee_id != by.badge.pk and by.badge.role != Role.ORGANIZER:
        raise Refused("table.of-another", referee=table.referee, table=table.number)
    before = table.referee
    Table.objects.filter(pk=table.pk).update(referee=None)
    table.referee = None
    log(table.event, "table.given-back", by=by, at=at, table=table, referee=before)
    return table


def _locked(table: Table) -> Table:
    lock_event(table.event_id)
    return Table.objects.select_related("event", "referee").get(pk=table.pk)
