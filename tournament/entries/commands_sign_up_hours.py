"""Closing and opening sign-up, and removing those who never came."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import F

from tournament.entries.commands_presence import return_team, withdraw_team
from tournament.entries.commands_sign_up import leave_list
from tournament.entries.places import sign_up_opens, why_no_public_sign_up
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Event
from tournament.models.events import SignUp


@transaction.atomic
def set_sign_up(*, event: Event, is_open: bool, by: Actor, at: datetime) -> Event:
    """Open or close sign-up by hand. Opened before its set end, it still closes then (Rulebook E-161)."""
    event = lock_event(event.pk)
    before = event.sign_up, event.sign_up_hours
    event.sign_up = SignUp.BY_THE_CLOCK if is_open else SignUp.CLOSED
    opens_at = sign_up_opens(event)
    if is_open and opens_at and at < opens_at:
        event.sign_up_hours = None
    if is_open and why_no_public_sign_up(event, at):
        event.sign_up = SignUp.OPEN
    if before != (event.sign_up, event.sign_up_hours):
        write(event, sign_up=event.sign_up, sign_up_hours=event.sign_up_hours)
        log(event, "sign-up.changed", by=by, at=at, is_closed=not is_open)
    return event


@transaction.atomic
def clear_sign_ups(
    *, event: Event, teams: Iterable[int], players: Iterable[int], by: Actor, at: datetime
) -> int:
    """Withdraw teams that never came, and people who look for a partner. Returns how many."""
    event = lock_event(event.pk)
    expected = event.teams.filter(pk__in=list(teams), checked_in_at=None, withdrawn_at=None)
    looking = event.players.filter(pk__in=list(players), team=None, left_at=None)
    # The waiting list first, or its teams would move up into the freed places.
    in_order = expected.order_by(F("waits_since").desc(nulls_last=True), "pk")
    gone = [withdraw_team(team=team, by=by, at=at) for team in in_order]
    left = [leave_list(player=player, by=by, at=at) for player in looking.order_by("pk")]
    if not gone and not left:
        raise Refused("team.not-chosen")
    return len(gone) + len(left)


@transaction.atomic
def restore_sign_ups(*, event: Event, removed_at: datetime, by: Actor, at: datetime) -> int:
    """Undo the removals made at ``removed_at``. Returns how many sign-ups are back (Rulebook E-164).

    Teams whose places are taken go to the front of the waiting list, in the order of their sign-up.
    """
    event = lock_event(event.pk)
    teams = list(event.teams.filter(withdrawn_at=removed_at, checked_in_at=None, merged_into=None))
    players = event.players.filter(left_at=removed_at, team=None, merged_into=None, helps_as=None)
    back = players.update(left_at=None)
    if not teams and not back:
        raise Refused("sign-up.nothing-removed")
    for team in teams:
        return_team(team=team, by=by, at=at, waits_since=team.waits_since or team.signed_up_at)
    log(event, "sign-up.restored", by=by, at=at, many=len(teams) + back)
    return len(teams) + back
