"""A notification for a phone, sent to its browser's push service (RFC 8030), encrypted for it (RFC 8291)."""

import json
from functools import partial
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.urls import reverse

from pages.links import site_address
from pages.messages.push import CURVE, decoded, key_pair
from server.exchange import post
from server.sending import Answer, Exchange
from tournament.models import Message, Subscription

LASTS = 600
"""The seconds that a push service stores a notification for a phone that is off."""
GONE = "This phone doesn’t want it any more."


def push(message: Message, phone: Subscription) -> Exchange:
    """Encrypt a message for a phone. The exchange sends it; its answer is ``GONE`` if the phone is."""
    body = http_ece.encrypt(
        json.dumps(_notification(message)).encode(),
        private_key=ec.generate_private_key(CURVE),
        dh=decoded(phone.user_key),
        auth_secret=decoded(phone.auth),
    )
    return partial(_send, phone.endpoint, body, _headers(phone.endpoint, message.sent_as.hex))


def _send(endpoint: str, body: bytes, headers: dict[str, str]) -> Answer:
    status = post(endpoint, body, headers)
    if status in (404, 410):
        return Answer(GONE, is_over=True)
    return Answer(f"The phone’s push service answered {status}.", is_taken=200 <= status < 300)


def _notification(message: Message) -> dict[str, str]:
    """The payload for static/js/service_worker.js.

    A phone shows only the newest one of each ``tag``, and is quiet about one whose ``id`` it shows already.
    """
    return {
        "title": message.event.name,
        "body": message.words,
        "address": reverse("player:now", args=[message.event.slug]),
        "tag": f"{message.event.slug} {message.occasion}",
        "id": message.sent_as.hex,
    }


def _headers(endpoint: str, topic: str) -> dict[str, str]:
    parts, site = urlsplit(endpoint), urlsplit(site_address())
    who = f"https://{site.hostname}" if site.scheme == "https" else "mailto:uptown@localhost"
    signed: dict[str, str] = key_pair().sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": who})
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Topic": topic,  # The push service stores only the last one of a topic.
        "TTL": str(LASTS),
        "Urgency": "high",
    }
