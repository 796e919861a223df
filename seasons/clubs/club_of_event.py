"""The club of an event, and the clubs of a user."""

from typing import Any

from seasons.models import Club
from tournament.event.day_rows import day_rows
from tournament.models import Badge, Event, Role


def club_of(event: Event) -> Club | None:
    """One query."""
    return Club.objects.filter(events__event=event).first()


def has_club(event: Event) -> bool:
    """Whether the event belongs to a club, for ever once it does. One query; none after ``with_its_day``."""
    return day_rows(event).once(_has_club)


def _has_club(event: Event) -> bool:
    return Club.objects.filter(events__event=event).exists()


def club_for(event: Event, user: Any) -> Club | None:
    """The event's club, if the user belongs to it: only members see its people. One query."""
    if user is None:
        return None
    members = Club.objects.filter(members__user=user, members__ended_at=None)
    return members.filter(events__event=event).first()


def club_at_desk(event: Event, badge: Badge) -> Club | None:
    """The event's club, if the badge is the desk's or an organizer's who belongs to the club. One query."""
    return club_of(event) if badge.role == Role.DESK else club_for(event, badge.user)


def clubs_of(user: Any) -> list[Club]:
    """The clubs that the user belongs to, the oldest first. One query."""
    return list(Club.objects.filter(members__user=user, members__ended_at=None).order_by("pk"))
