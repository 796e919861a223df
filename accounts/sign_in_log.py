"""Logging of sign-ins in an event's audit log, and of wrong codes and passwords with their network."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from accounts.access import Request, device_of
from accounts.counts import should_log
from accounts.rate_limits import network_of
from tournament.badges.commands_devices import log_failed_sign_in, log_sign_in
from tournament.models import Badge, Event
from tournament.schedule.clock import event_now

LOG_AFTER_END = timedelta(days=1)
"""How long after its end an event still logs sign-ins."""


def log_badge(request: Request, badge: Badge, how: str, now: datetime) -> None:
    """Log that a badge was put on; ``how`` is the link, code or password that was used."""
    device = device_of(request)
    if should_log(f"in {badge.pk}", device):
        log_sign_in(badge=badge, how=how, device=device, now=now)


def log_account(request: Request, username: str, how: str, now: datetime) -> None:
    """Log that an account signed in, at each event at which it has a badge."""
    for badge in _badges_of(username, now):
        log_badge(request, badge, how, now)


def log_wrong_code(request: Request, now: datetime) -> None:
    """Log a wrong code at each event that has valid codes, because it may have been meant for any of them."""
    if should_log("code", network_of(request)):
        for event in _events_with_codes(now):
            _log_failure(request, event, "A wrong code was typed.", now)


def log_wrong(what: str, request: Request, username: str, now: datetime) -> None:
    """Log a wrong ``what`` for an account, at each event at which it has a badge."""
    badges = list(_badges_of(username, now))
    if badges and should_log(f"{what} {username}", network_of(request)):
        for badge in badges:
            _log_failure(request, badge.event, f"A wrong {what} was typed for {badge.name}.", now)


def _log_failure(request: Request, event: Event, words: str, now: datetime) -> None:
    network, device = network_of(request), device_of(request)
    log_failed_sign_in(event=event, words=words, network=network, device=device, now=now)


def _badges_of(username: str, now: datetime) -> QuerySet[Badge]:
    """The account's badges, except at events that ended more than ``LOG_AFTER_END`` ago. One query."""
    goes_on = Q(event__phases__ends_at__gte=now - LOG_AFTER_END) | Q(event__is_practice=True)
    mine = Badge.objects.worn().filter(goes_on, user__username__iexact=username)
    return mine.select_related("event").order_by("pk").distinct()


def _events_with_codes(now: datetime) -> list[Event]:
    """The events that have a valid code now. One query."""
    coded = Badge.objects.worn().exclude(code_hash=None).select_related("event").order_by("event")
    found = {
        badge.event_id: badge.event
        for badge in coded
        if badge.code_until and badge.code_until >= event_now(badge.event, now)
    }
    return list(found.values())
