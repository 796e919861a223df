"""Send the log to webhooks, signed by the Standard Webhooks specification, in a separate scheduler task."""

import hmac
import json
from base64 import b64encode
from datetime import datetime
from functools import partial

from pages.api.event.reads import log_data
from pages.api.event.shapes import LogShape
from pages.floor.audit_log import log_rows
from server.exchange import post
from server.sending import Answer, Exchange, Outbox, send_due
from tournament.models import Delivery, Webhook, Work
from tournament.programs.commands_webhooks import make_deliveries
from tournament.scheduler.commands_attempts import Attempts, by_itself
from tournament.scheduler.commands_claims import DELIVERY_RETRIES, Claim, note_answer

PING = "ping"
"""The type of a message without an entry of the log."""


@by_itself(Work.WEBHOOK, Work.DELIVERY, delivery=Delivery.objects.open())
def deliver(attempts: Attempts) -> int:
    """Make deliveries for new log entries, and send those that are due. Returns how many were tried."""
    now = attempts.now

    def make(webhook: Webhook) -> int:
        make_deliveries(webhook=webhook, now=now)
        return 0

    def prepare(delivery: Delivery, claim: Claim) -> Exchange:
        return partial(_send, delivery.webhook.url, *signed(delivery, now))

    def note(delivery: Delivery | None, claim: Claim, answer: Answer) -> None:
        note_answer(claim=claim, answer=answer.words, is_delivered=answer.is_taken, now=now)

    attempts.each(Work.WEBHOOK, Webhook.objects.open().select_related("event").order_by("pk"), make)
    deliveries = Outbox(
        work=Work.DELIVERY,
        rows=Delivery.objects.select_related("webhook__event", "entry__by"),
        due=lambda at: Delivery.objects.due(at, attempts.flagged(Work.DELIVERY)),
        event="webhook__event",
        retries=DELIVERY_RETRIES,
        prepare=prepare,
        note=note,
    )
    return send_due(attempts, deliveries)


def _send(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    status = post(url, body, headers)
    return Answer(str(status), is_taken=200 <= status < 300)


def signed(delivery: Delivery, now: datetime) -> tuple[bytes, dict[str, str]]:
    """The body and the headers of a delivery. A retry has the same id."""
    kind, timestamp, data = PING, now.isoformat(), {}
    if delivery.entry:
        (row,) = log_rows([delivery.entry])
        kind, data = row.action, LogShape(**log_data(row)).model_dump(mode="json")
        timestamp = data["at"]
    event = delivery.webhook.event.slug
    body = json.dumps({"type": kind, "timestamp": timestamp, "event": event, "data": data}).encode()
    name, stamp = f"msg_{delivery.key.hex}", str(int(now.timestamp()))
    digest = hmac.digest(delivery.webhook.key, f"{name}.{stamp}.".encode() + body, "sha256")
    return body, {
        "Content-Type": "application/json",
        "User-Agent": "Uptown",
        "webhook-id": name,
        "webhook-timestamp": stamp,
        "webhook-signature": f"v1,{b64encode(digest).decode()}",
    }
