"""Closing and opening sign-up, and removing those who never came."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event, write
from tournament.commands.teams import leave_list, withdraw_team
from tournament.errors import Refused
from tournament.models import Actor, Event
from tournament.models.events import SignUp


@transaction.atomic
def set_sign_up(*, event: Event, sign_up: str, by: Actor, at: datetime) -> Event:
    event = lock_event(event.pk)
    if event.sign_up != sign_up:
        write(event, sign_up=sign_up)
        log(event, "sign-up.changed", by=by, at=at, is_closed=sign_up == SignUp.CLOSED)
    return event


@transaction.atomic
def clear_sign_ups(
    *, event: Event, teams: Iterable[int], players: Iterable[int], by: Actor, at: datetime
) -> int:
    """Withdraw teams that never came and people on the list; returns how many. Teams can return."""
    event = lock_event(event.pk)
    expected = event.teams.filter(pk__in=list(teams), checked_in_at=None, withdrawn_at=None)
    looking = event.players.filter(pk__in=list(players), team=None, left_at=None)
    gone = [withdraw_team(team=team, by=by, at=at) for team in expected.order_by("pk")]
    left = [leave_list(player=player, by=by, at=at) for player in looking.order_by("pk")]
    if not gone and not left:
        raise Refused("team.not-chosen")
    return len(gone) + len(left)
