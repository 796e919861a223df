"""Changing tables: their zone, whether they are accessible or in use, and their referee."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.errors import Refused
from tournament.floor.commands_drafts import call_waiting_games
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Phase, Role, Table
from tournament.models.keys import KEYS
from tournament.models.typed_names import clean_name


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
    """Change a table. Out of use, it gets no new game; back in use, a waiting game is called to it."""
    table = _locked(table)
    zone = clean_name(zone)
    if len(zone) > 30:
        raise Refused("table.zone", field="zone")
    if referee and (referee.event_id != table.event_id or referee.role != Role.REFEREE or referee.revoked_at):
        raise Refused("table.referee", field="referee")
    changed: dict[str, Any] = {"zone": zone, "is_accessible": is_accessible, "referee": referee}
    changed["is_out_of_use"] = is_out_of_use
    if all(getattr(table, name) == value for name, value in changed.items()):
        return table
    is_back = table.is_out_of_use and not is_out_of_use
    write(table, **changed)
    table.refresh_from_db()
    log(table.event, "table.changed", by=by, at=at, table=table, is_back=is_back, **changed)
    if is_back:
        for phase in Phase.objects.filter(event=table.event_id, kind="one"):
            call_waiting_games(phase=phase, by=by, at=at)
    return table


@transaction.atomic
def take_table(*, table: Table, by: Actor, at: datetime) -> Table:
    table = _locked(table)
    if not KEYS["look-after"].opens(by.badge):
        raise Refused("table.not-a-referee")
    if table.is_out_of_use:
        raise Refused("table.out-of-use", table=table.number)
    if table.referee_id != by.badge.pk:
        before = table.referee
        write(table, referee=by.badge)
        log(table.event, "table.taken", by=by, at=at, table=table, referee=by.badge, before=before)
    return table


@transaction.atomic
def give_back_table(*, table: Table, by: Actor, at: datetime) -> Table:
    table = _locked(table)
    if table.referee_id is None:
        return table
    if table.referee_id != by.badge.pk and not KEYS["organizer"].opens(by.badge):
        raise Refused("table.of-another", referee=table.referee, table=table.number)
    before = table.referee
    write(table, referee=None)
    log(table.event, "table.given-back", by=by, at=at, table=table, referee=before)
    return table


def _locked(table: Table) -> Table:
    lock_event(table.event_id)
    return Table.objects.select_related("event", "referee").get(pk=table.pk)
