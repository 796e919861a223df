"""Clubs. A user's first event makes their first club by itself."""

from datetime import datetime
from typing import Any

from django.db import transaction

from seasons.clubs.club_of_event import club_of, clubs_of
from seasons.models import Club, ClubEvent, Member, Shelf
from seasons.shelf.commands_shelf import shelve_event
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Event, Role
from tournament.models.typed_names import clean_name
from tournament.settings.commands_event import open_event
from tournament.settings.plan import DayPlan

SHORTEST_MEMORY = 30
"""In days. A shorter time would forget people before they play the next time."""


@transaction.atomic
def open_event_of_club(
    *,
    plan: DayPlan,
    user: Any,
    club: Club | None = None,
    device: str = "",
    at: datetime,
    is_draft: bool = False,
) -> Event:
    """Open an event in ``club`` or the user's first one. A practice event belongs to no club.

    A draft isn't on the list of events.
    """
    event = open_event(plan=plan, user=user, device=device, at=at)
    by = Actor(event.badges.get(user=user), device)
    if not event.is_practice:
        put_in_club(event=event, by=by, at=at, club=club)
    if is_draft:
        shelve_event(event=event, shelf=Shelf.DRAFT, now=at, by=by, at=event.opened_at)
    return event


@transaction.atomic
def put_in_club(*, event: Event, by: Actor, at: datetime, club: Club | None = None) -> Club:
    """Put the event into ``club``, the user's first club or a new one. Returns the event's club.

    An event never changes its club.

    :raises Refused: for a practice event, or if the user doesn't belong to ``club``.
    """
    event, user = lock_event(event.pk), account_of(by)
    if existing := club_of(event):
        return existing
    if event.is_practice:
        raise Refused("club.practice")
    mine = clubs_of(user)
    if club is not None and club not in mine:
        raise Refused("club.not-yours")
    chosen = club or (mine[0] if mine else _first_club(user, at))
    ClubEvent.objects.create(event=event, club=chosen, at=at)
    log(event, "club.event", by=by, at=at, club=chosen.name)
    return chosen


@transaction.atomic
def change_club(*, event: Event, club: Club, name: str, person_days: int, by: Actor, at: datetime) -> Club:
    lock_event(event.pk)
    club = lock_club(club)
    name = clean_name(name)
    if not name:
        raise Refused("club.name", field="name")
    if person_days < SHORTEST_MEMORY:
        raise Refused("club.days", field="person_days", days=SHORTEST_MEMORY)
    write(club, name=name, person_days=person_days)
    log(event, "club.changed", by=by, at=at, club=name, days=person_days)
    return club


@transaction.atomic
def add_member(*, event: Event, club: Club, badge: Badge, by: Actor, at: datetime) -> Member:
    """Let another organizer of the event into the club. Repeating it changes nothing."""
    lock_event(event.pk)
    if badge.user is None or badge.role != Role.ORGANIZER or badge.revoked_at:
        raise Refused("club.no-organizer", field="badge")
    existing = Member.objects.now().filter(club=club, user=badge.user_id).first()
    if existing:
        return existing
    member = Member.objects.create(club=club, user=badge.user, at=at)
    log(event, "club.joined", by=by, at=at, badge=badge, club=club.name)
    return member


def lock_club(club: Club) -> Club:
    """The club as it is now, locked until the transaction ends. Lock the event first. One query."""
    return Club.objects.select_for_update().get(pk=club.pk)


def account_of(by: Actor) -> Any:
    """:raises Refused: if the badge has no account."""
    if by.badge.user is None:
        raise Refused("club.no-account")
    return by.badge.user


def _first_club(user: Any, at: datetime) -> Club:
    """Put the user into a club without members, which an operator's league import made, or else a new one."""
    club = Club.objects.filter(members=None).first()
    if club is None:
        club = Club.objects.create(name=f"{user.get_username()}’s club"[:60], made_at=at)
    Member.objects.create(club=club, user=user, at=at)
    return club
