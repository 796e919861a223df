"""A notification for a phone, sent to its browser's push service (RFC 8030), encrypted for it (RFC 8291)."""

import json
from datetime import datetime
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse

from pages.links import site_address
from pages.messages.push import CURVE, decoded, key_pair
from server.webhooks import NotSent, post
from tournament.commands.messages import end_subscription
from tournament.models import Message

LASTS = 600
"""The seconds that a push service stores a notification for a phone that is off."""
GONE = "This phone doesn’t want it any more."


def push(message: Message, now: datetime) -> None:
    """Send a message as a notification. If the push service no longer knows the phone, end its subscription.

    :raises NotSent: with the reason.
    """
    phone = message.subscription
    if phone is None or phone.ended_at or phone.badge.revoked_at:
        raise NotSent(GONE)
    body = http_ece.encrypt(
        json.dumps(_notification(message)).encode(),
        private_key=ec.generate_private_key(CURVE),
        dh=decoded(phone.user_key),
        auth_secret=decoded(phone.auth),
    )
    status = post(phone.endpoint, body, _headers(phone.endpoint))
    if status in (404, 410):
        end_subscription(subscription=phone, now=now)
        raise NotSent(GONE)
    if not 200 <= status < 300:
        raise NotSent(f"The phone’s push service answered {status}.")


def _notification(message: Message) -> dict[str, str]:
    """The payload for static/js/service_worker.js. A phone shows only the newest one of each ``tag``."""
    return {
        "title": message.event.name,
        "body": message.words,
        "address": reverse("player:now", args=[message.event.slug]),
        "tag": f"{message.event.slug} {message.occasion}",
    }


def _headers(endpoint: str) -> dict[str, str]:
    parts, site = urlsplit(endpoint), urlsplit(site_address())
    who = f"https://{site.hostname}" if site.scheme == "https" else "mailto:uptown@localhost"
    signed: dict[str, str] = key_pair().sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": who})
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LASTS),
        "Urgency": "high",
    }
