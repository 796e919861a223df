"""Tokens of a club: for programs at all of its events where their giver is an organizer."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from seasons.clubs.club_of_event import club_for
from seasons.models import Club, ClubEvent, Shelf
from seasons.shelf.shelves import is_on
from tournament.badges.commands_badges import make_badge
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event, write
from tournament.models import Actor, Badge, Event, Role, Token
from tournament.programs.commands_tokens import give_token


@transaction.atomic
def give_club_token(
    *,
    event: Event,
    name: str,
    scope: str,
    tables: Sequence[int] = (),
    is_of_club: bool = False,
    by: Actor,
    at: datetime,
) -> Token:
    """Give a program a token of the event, or of its club.

    :raises Refused: for a club's, if the organizer doesn't belong to the event's club.
    """
    token = give_token(event=event, name=name, scope=scope, tables=tables, by=by, at=at)
    if is_of_club:
        club = club_for(event, by.badge.user)
        if club is None:
            raise Refused("token.no-club", field="is_of_club")
        write(token, giver=by.badge.user)
        log(event, "token.of-club", by=by, at=at, badge=token.badge, club=club.name)
    return token


def club_of_token(token: Token) -> Club | None:
    """The club that the token is of, as long as its giver belongs to it. One query; none for an event's."""
    giver = token.giver
    return club_for(token.badge.event, giver) if giver and giver.is_active else None


def tokens_of_club(event: Event, user: Any) -> list[Token]:
    """The tokens of the event's club that were given at its other events, if the user belongs to it."""
    club = club_for(event, user)
    if club is None:
        return []
    given = Token.objects.filter(
        giver__isnull=False, badge__revoked_at=None, badge__event__of_club__club=club
    )
    return list(given.exclude(badge__event=event).select_related("badge__event", "giver").order_by("pk"))


def reaches(token: Token, event: Event) -> bool:
    """Whether the token is good at the event. Three queries at most; none for the event where it was given.

    A club's token does nothing that its giver couldn't do, so it reaches the events they organize.
    """
    if token.badge.event_id == event.pk:
        return True
    club = club_of_token(token)
    if club is None or not event.badges.worn().filter(role=Role.ORGANIZER, user=token.giver).exists():
        return False
    return event.is_practice or ClubEvent.objects.filter(event=event, club=club).exists()


def events_of_token(token: Token) -> list[Event]:
    """The events of the club that its token reaches, the newest first. Two queries."""
    organized = Q(badges__role=Role.ORGANIZER, badges__user=token.giver, badges__revoked_at=None)
    club = club_of_token(token)
    reached = Event.objects.filter(Q(organized, of_club__club=club) | Q(pk=token.badge.event_id))
    return list(reached.exclude(is_on(Shelf.DELETED)).distinct().order_by("-pk"))


@transaction.atomic
def badge_at(*, token: Token, event: Event, at: datetime) -> Badge:
    """The badge that signs what the program does at the event. It is made at its first call there."""
    home = token.badge
    if home.event_id == event.pk:
        return home
    lock_event(event.pk)
    badge = event.badges.filter(twin_of=home.key).first()
    if badge is None:
        badge = make_badge(event=event, role=Role.PROGRAM, name=home.name, at=at)
        write(badge, twin_of=home.key)
    return badge
