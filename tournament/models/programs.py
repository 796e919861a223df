"""API tokens and webhooks: what other programs may do at an event, and what they are sent."""

from base64 import b64encode
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q

from tournament.models.links import secret_of


class Scope(models.TextChoices):
    """What a token may do. Public data needs no token."""

    READ = "read", "Read the log"
    RESULTS = "results", "Enter results"
    DESK = "desk", "Do the desk’s work"
    RUN = "run", "Run the event"
    """All of the above, and what an organizer presses."""


class Token(models.Model):
    """A program's API token. The database has only its hash.

    Its ``badge`` names the program, signs what it does, and revokes it. The token of a club has a ``giver``,
    an organizer: it does at the club's other events what they may do, and opens events in their name.
    """

    badge = models.OneToOneField("tournament.Badge", on_delete=models.PROTECT, related_name="token")
    scope = models.CharField(max_length=7, choices=Scope)
    tables = models.JSONField(default=list)
    """The numbers of the tables whose results it may enter; empty: all."""
    hashed = models.CharField(max_length=64, unique=True)
    giver: Any = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True)
    secret = ""

    def __str__(self) -> str:
        return f"{self.badge}: {self.get_scope_display()}"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def open(self) -> "WebhookQuerySet":
        return self.filter(ended_at=None)


class Webhook(models.Model):
    """An address that gets new entries of the event's log (Standard Webhooks).

    With ``actions`` it gets no others.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="webhooks")
    url = models.URLField(max_length=400)
    actions = models.JSONField(default=list, blank=True)
    nonce = models.CharField(max_length=44)
    seen = models.PositiveBigIntegerField()
    """The id of the last entry with a delivery."""
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = WebhookQuerySet.as_manager()

    def __str__(self) -> str:
        return self.url

    def wants(self, action: str) -> bool:
        """Whether it gets entries with this action: ``hand`` takes all that begin with ``hand.``."""
        return not self.actions or any(f"{action}.".startswith(f"{wanted}.") for wanted in self.actions)

    @property
    def key(self) -> bytes:
        """The key that signs its payloads."""
        return secret_of(self.nonce).encode()

    @property
    def secret(self) -> str:
        """The key as Standard Webhooks writes it."""
        return f"whsec_{b64encode(self.key).decode()}"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def open(self) -> "DeliveryQuerySet":
        return self.exclude(due_at=None)

    def due(self, now: datetime, failing: Iterable[int] = ()) -> "DeliveryQuerySet":
        """The deliveries that may be sent now: of each webhook the first one that isn't done.

        So its entries arrive in order, and all wait while the first is being sent or has a pause. Those that
        are ``failing`` on our side hold up no others. Their ``receiver`` is the webhook.
        """
        earlier = Delivery.objects.open().filter(webhook=OuterRef("webhook"), pk__lt=OuterRef("pk"))
        is_first = ~Exists(earlier.exclude(pk__in=list(failing)))
        due = self.filter(is_first, due_at__lte=now, webhook__ended_at=None)
        return due.annotate(receiver=F("webhook"))


class Delivery(models.Model):
    """An entry of the log on its way to a webhook, or without one a ping, which an organizer asked for.

    Times are real times, not the event's.
    """

    key = models.UUIDField(unique=True, default=uuid4)
    webhook = models.ForeignKey(Webhook, on_delete=models.PROTECT, related_name="deliveries")
    entry = models.ForeignKey("tournament.LogEntry", on_delete=models.PROTECT, null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    """None once it was delivered or given up."""
    claimed_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=100, blank=True)
    """The last HTTP status, or why there was none."""

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("due_at",), name="delivery_due"),
            models.Index(fields=("webhook", "id"), condition=~Q(due_at=None), name="delivery_open"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id or 'A ping'} to {self.webhook}"
