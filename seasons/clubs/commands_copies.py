"""Opening an event as a copy of another."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from seasons.clubs.club_of_event import club_for
from seasons.clubs.commands_clubs import put_in_club
from seasons.models import Copied
from seasons.shelf.copied import apart_last_time, may_copy
from tournament.badges.commands_badges import change_referee, give_badge, make_badge
from tournament.errors import Refused
from tournament.floor.commands_kept_apart import keep_apart
from tournament.log.locks import lock_event
from tournament.models import Actor, Badge, Event, Role
from tournament.settings.commands_event import open_event
from tournament.settings.plan import DayPlan


@transaction.atomic
def copy_event(
    *, of: Event, plan: DayPlan, crew: Sequence[Badge], user: Any, device: str = "", at: datetime
) -> Event:
    """Open an event as a copy of another, with the same table setup and with badges for ``crew``.

    The badges get new links and codes. Head referees stay head referees, and organizers stay organizers.

    :raises Refused: if the user doesn't organize ``of``, and it isn't a template of their club.
    """
    if not may_copy(of, user):
        raise Refused("copy.not-yours")
    event = open_event(plan=plan, user=user, device=device, at=at)
    Copied.objects.create(event=event, of=of.key)
    for table in of.tables.all():
        event.tables.filter(number=table.number).update(zone=table.zone, is_accessible=table.is_accessible)
    by = Actor(event.badges.get(user=user), device)
    if not event.is_practice:
        club = club_for(of, user)
        put_in_club(event=event, club=club, by=by, at=event.opened_at)
    for badge in crew:
        _give_again(event, badge, by, event.opened_at)
    return event


@transaction.atomic
def keep_apart_again(*, event: Event, by: Actor, at: datetime) -> int:
    """Keep apart the teams here that were kept apart at the copied event. Returns how many pairs."""
    event = lock_event(event.pk)
    pairs = apart_last_time(event)
    for pair in pairs:
        keep_apart(event=event, one=pair.one, other=pair.other, by=by, at=at)
    return len(pairs)


def _give_again(event: Event, badge: Badge, by: Actor, at: datetime) -> None:
    if badge.user_id:
        if badge.user_id != by.badge.user_id:
            make_badge(event=event, role=Role.ORGANIZER, name=badge.name, user=badge.user, at=at)
        return
    if badge.role == Role.ORGANIZER:
        return
    numbers = set(event.tables.values_list("number", flat=True))
    tables = [number for number in badge.only_at if number in numbers]
    if badge.only_at and not tables:
        return  # A badge without tables would be valid at all of them.
    given = give_badge(event=event, role=badge.role, name=badge.name, tables=tables, by=by, at=at)
    if badge.is_head:
        change_referee(badge=given, is_head=True, plays_in=None, tables=tables, by=by, at=at)
