"""Webhooks: addresses that get each new entry of an event's log, with retries."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

from django.db import transaction

from tournament.errors import Refused
from tournament.errors.log_sentences import SENTENCES
from tournament.log.audit_log import log
from tournament.log.locks import lock_event
from tournament.models import Actor, Delivery, Event, LogEntry, Webhook

MOST_WEBHOOKS = 10
MOST_AT_ONCE = 100


@transaction.atomic
def add_webhook(*, event: Event, url: str, actions: Sequence[str] = (), by: Actor, at: datetime) -> Webhook:
    """Send this address each new entry of the log from now on; with ``actions``, only those entries.

    ``hand`` has all that begin with ``hand.``.
    """
    event = lock_event(event.pk)
    for action in actions:
        if not any(f"{known}.".startswith(f"{action}.") for known in SENTENCES):
            raise Refused("webhook.action", name=action, field="actions")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise Refused("webhook.address", field="url")
    if event.webhooks.open().count() >= MOST_WEBHOOKS:
        raise Refused("webhook.many", number=MOST_WEBHOOKS)
    if event.webhooks.open().filter(url=url).exists():
        raise Refused("webhook.there", field="url")
    last = event.log.order_by("-pk").values_list("pk", flat=True).first() or 0
    made = Webhook.objects.create(
        event=event,
        url=url,
        actions=sorted(set(actions)),
        nonce=secrets.token_urlsafe(24),
        seen=last,
        made_at=at,
    )
    log(event, "webhook.added", by=by, at=at, is_for_nobody=True, address=urlsplit(url).hostname or "")
    return made


@transaction.atomic
def end_webhook(*, webhook: Webhook, by: Actor, at: datetime) -> Webhook:
    """Stop sending to a webhook. Repeating it changes nothing."""
    event = lock_event(webhook.event_id)
    if Webhook.objects.open().filter(pk=webhook.pk).update(ended_at=at):
        host = urlsplit(webhook.url).hostname or ""
        log(event, "webhook.ended", by=by, at=at, is_for_nobody=True, address=host)
    webhook.refresh_from_db()
    return webhook


@transaction.atomic
def ping_webhook(*, webhook: Webhook, now: datetime, by: Actor, at: datetime) -> Delivery:
    """Send a webhook a message that says nothing. While one waits, no other is sent."""
    lock_event(webhook.event_id)
    if webhook.ended_at:
        raise Refused("webhook.ended")
    waiting = Delivery.objects.open().filter(webhook=webhook, entry=None).first()
    return waiting or Delivery.objects.create(webhook=webhook, due_at=now)


@transaction.atomic
def send_again(*, delivery: Delivery, now: datetime, by: Actor, at: datetime) -> Delivery:
    """Send a message once more, whether it arrived or was given up."""
    if delivery.webhook.ended_at:
        raise Refused("webhook.ended")
    Delivery.objects.filter(pk=delivery.pk).update(due_at=now, claimed_at=None, tries=0)
    delivery.refresh_from_db()
    return delivery


@transaction.atomic
def make_deliveries(*, webhook: Webhook, now: datetime) -> int:
    """Create deliveries of the entries since last time. Returns how many. Two queries if there are none."""
    new = list(
        LogEntry.objects.filter(event=webhook.event_id, pk__gt=webhook.seen)
        .order_by("pk")
        .values_list("pk", "action")[:MOST_AT_ONCE]
    )
    # Only one process can move ``seen`` on. A second one creates no deliveries.
    if not new or not Webhook.objects.filter(pk=webhook.pk, seen=webhook.seen).update(seen=new[-1][0]):
        return 0
    wanted = [pk for pk, action in new if webhook.wants(action)]
    Delivery.objects.bulk_create(Delivery(webhook=webhook, entry_id=pk, due_at=now) for pk in wanted)
    return len(wanted)
