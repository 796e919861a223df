"""Signing out another device."""

from collections.abc import Collection
from datetime import datetime

from tournament.errors import Refused
from tournament.models import Session
from tournament.queries.people import mark_of, sessions_of


def end_device(*, mark: str, user_id: int | None, badges: Collection[int], at: datetime) -> str:
    """Sign one of somebody's own devices out. Returns its name."""
    for row in sessions_of(user_id=user_id, badges=badges, at=at):
        if mark_of(row.session_key) == mark:
            row.delete()
            return row.device or "A device"
    raise Refused("device.signed-out")


def forget_devices(*, at: datetime) -> int:
    return Session.objects.filter(expire_date__lt=at).delete()[0]
