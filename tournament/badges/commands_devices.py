"""Sign-ins of devices: logged, refused, and ended from another device."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.badges.crew import mark_of, sessions_of
from tournament.errors import Refused
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Badge, Event, Role, Session
from tournament.schedule.clock import event_now


def end_device(*, mark: str, user_id: int | None, badges: Collection[int], at: datetime) -> str:
    """Sign one of somebody's own devices out. Returns its name."""
    for row in sessions_of(user_id=user_id, badges=badges, at=at):
        if mark_of(row.session_key) == mark:
            row.delete()
            return row.device or "A device"
    raise Refused("device.signed-out")


def forget_devices(*, at: datetime) -> int:
    return Session.objects.filter(expire_date__lt=at).delete()[0]


@transaction.atomic
def log_sign_in(*, badge: Badge, how: str, device: str, now: datetime) -> None:
    event = lock_event(badge.event_id)
    by = Actor(badge, device)
    log(event, "door.in", by=by, at=event_now(event, now), is_for_nobody=True, badge=badge, how=how)


@transaction.atomic
def log_failed_sign_in(*, event: Event, words: str, network: str, device: str, now: datetime) -> None:
    event = lock_event(event.pk)
    by = Actor(event.badges.get(role=Role.PUBLIC), device)
    facts: dict[str, Any] = {"attempt": words, "network": network}
    log(event, "door.wrong", by=by, at=event_now(event, now), is_for_nobody=True, **facts)


@transaction.atomic
def log_refusal(*, event: Event, action: str, why: Refused, by: Actor, at: datetime) -> None:
    event = lock_event(event.pk)
    log(event, "refused.action", by=by, at=at, is_for_nobody=True, what=action, why=why)
