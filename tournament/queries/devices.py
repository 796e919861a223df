"""The devices on which somebody is signed in or wears a badge."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from django.db.models import Q, QuerySet

from tournament.models import Session


@dataclass(frozen=True, kw_only=True)
class Device:
    """A browser: ``mark`` names it, and can't be used as its cookie."""

    mark: str
    name: str
    since: datetime | None
    is_this_one: bool


def devices(*, user_id: int | None, badges: Collection[int], here: str | None, at: datetime) -> list[Device]:
    """The devices that wear one of these badges, or where this user is signed in; this one first. A query."""
    rows = [
        Device(
            mark=mark_of(row.session_key),
            name=row.device or "A device",
            since=row.since,
            is_this_one=row.session_key == here,
        )
        for row in sessions_of(user_id=user_id, badges=badges, at=at).order_by("-since")
    ]
    return sorted(rows, key=lambda row: not row.is_this_one)


def sessions_of(*, user_id: int | None, badges: Collection[int], at: datetime) -> QuerySet[Session]:
    """The sessions with one of these badges, or of this user. No query."""
    theirs = Q(pk=None) if user_id is None else Q(user_id=user_id)
    for badge in badges:
        theirs |= Q(worn__contains=f" {badge} ")
    return Session.objects.filter(theirs, expire_date__gt=at)


def mark_of(session_key: str) -> str:
    return sha256(session_key.encode()).hexdigest()[:16]
