"""Who hears of an event: a phone that asked for notifications, and a program with a webhook."""

import json
from base64 import urlsafe_b64encode

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone

from server.webhooks import deliver
from tests import build
from tournament.programs.commands_webhooks import add_webhook


class Phone:
    """A browser with its keys, whose push service is a local server."""

    def __init__(self, service) -> None:
        self.service, self.auth = service, b"sixteen letters."
        self.key = ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.asks = {
            "endpoint": self.service.url,
            "user_key": urlsafe_b64encode(point).rstrip(b"=").decode(),
            "auth": urlsafe_b64encode(self.auth).rstrip(b"=").decode(),
        }

    def shown(self) -> list[dict[str, str]]:
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))
            for _, body in self.service.messages
        ]


def hooked(url: str, **plan):
    """An event with a webhook that is up to date, and one new message for it."""
    event = build.event(**{"is_practice": True, **plan})
    by = build.organizer(event)
    webhook = add_webhook(event=event, url=url, by=by, at=build.MEET)
    deliver(timezone.now())
    build.team(event, "Aces", is_here=False)
    return event, webhook
