"""Logging sign-ins, failed sign-ins and refused actions."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.commands.audit_log import log
from tournament.commands.locks import lock_event
from tournament.errors import Refused
from tournament.models import Actor, Badge, Event, Role
from tournament.queries.clock import event_now


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
