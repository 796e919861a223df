"""Messages to the people of an event, and the phones that get notifications."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce, StrIndex, Substr

LONGEST_WORDS = 300


class Way(models.TextChoices):
    """The channel of a message."""

    ROOM = "room", "every phone and the wall"
    PHONE = "phone", "text from the organizer’s phone"
    EMAIL = "email", "e-mail"
    GATEWAY = "gateway", "text by the gateway"
    PUSH = "push", "notification"


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """A reason to write to people, with its text."""

    title: str
    words: str = ""
    """May contain ``{event}`` and ``{team}``."""
    leads: str = ""
    """The URL name of the link at the end: the player's own page, or their team's results."""


OCCASIONS = {
    "words": Occasion(title="Your own words"),
    "link": Occasion(
        title="Their page", words="{event}: your page, with your table and games.", leads="site:join"
    ),
    "moved-up": Occasion(
        title="Moved up", words="{event}: {team} has a place. Check in at the desk.", leads="site:join"
    ),
    "called": Occasion(
        title="Table called", words="{event}: {team} is called. Your page says where.", leads="site:join"
    ),
    "results": Occasion(
        title="Results", words="{event}: the results are in. Here are your games.", leads="games:team"
    ),
}


class SubscriptionQuerySet(models.QuerySet["Subscription"]):
    def open(self) -> "SubscriptionQuerySet":
        return self.filter(ended_at=None, badge__revoked_at=None)

    def of(self, teams: Iterable[int]) -> "SubscriptionQuerySet":
        """The subscriptions of these teams, and of entries that were merged into them (Rulebook E-166)."""
        return self.filter(Q(badge__team__in=teams) | Q(badge__team__merged_into__in=teams))

    def end(self, at: datetime) -> int:
        """End the open subscriptions and erase their addresses and keys. Returns how many."""
        return self.filter(ended_at=None).update(endpoint="", user_key="", auth="", ended_at=at)


class Subscription(models.Model):
    """A phone that gets notifications even while its team's page is closed (Rulebook E-186)."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="subscriptions")
    badge = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT, related_name="subscriptions")
    endpoint = models.CharField(max_length=1000, blank=True)
    """A URL of the browser's push service. Its payloads are encrypted with ``user_key`` and ``auth``, which
    are base64url, as browsers give them.
    """
    user_key = models.CharField(max_length=100, blank=True)
    auth = models.CharField(max_length=40, blank=True)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SubscriptionQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("badge", "endpoint"), condition=Q(ended_at=None), name="subscription_once"
            ),
        )

    def __str__(self) -> str:
        return f"A phone of {self.badge}"


class MessageQuerySet(models.QuerySet["Message"]):
    def shown(self) -> "MessageQuerySet":
        """The message that every phone and the wall show now."""
        return self.filter(goes_by=Way.ROOM, ended_at=None)

    def written(self) -> "MessageQuerySet":
        """The messages to one person or one phone."""
        return self.exclude(goes_by=Way.ROOM)

    def due(self, now: datetime) -> "MessageQuerySet":
        """The messages that may be sent now. Their ``receiver`` is a channel, or a phone's push service."""
        phone = "subscription__endpoint"
        push_service = Substr(
            phone, 1, StrIndex(Substr(phone, len("https://") + 1), Value("/")) + len("https://")
        )
        receiver = Case(When(goes_by=Way.PUSH, then=Coalesce(push_service, Value(""))), default=F("goes_by"))
        return self.filter(due_at__lte=now).annotate(receiver=receiver)


class Message(models.Model):
    """A message to everybody in the room, until ``ended_at``, or to one ``player`` or phone.

    The row has no address: a message goes to the player's contact as of when it is sent. Messages that were
    written together have the same ``key``. Receivers know each by ``sent_as``: a retry has the same one, and
    *Again* makes another.
    """

    key = models.UUIDField()
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="messages")
    player = models.ForeignKey(
        "tournament.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="messages"
    )
    subscription = models.ForeignKey(
        Subscription, null=True, blank=True, on_delete=models.PROTECT, related_name="messages"
    )
    goes_by = models.CharField(max_length=8, choices=Way)
    occasion = models.CharField(max_length=10, choices=[(key, each.title) for key, each in OCCASIONS.items()])
    words = models.CharField(max_length=LONGEST_WORDS)
    site = models.CharField(max_length=200, blank=True)
    """The server's base URL, for links."""
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    ended_at = models.DateTimeField(null=True, blank=True)
    sent_as = models.UUIDField(default=uuid4)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    """None once it was sent or given up."""
    claimed_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=200, blank=True)
    """Why it wasn't sent."""

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("due_at",), name="message_due"),)
        constraints = (
            models.UniqueConstraint(
                fields=("event",),
                condition=Q(goes_by=Way.ROOM, ended_at=None),
                name="message_shown_once",
            ),
            models.UniqueConstraint(fields=("key", "player"), name="message_to_one_once"),
            models.UniqueConstraint(fields=("key", "subscription"), name="message_to_a_phone_once"),
        )

    def __str__(self) -> str:
        return self.words

    @property
    def is_test(self) -> bool:
        """Whether it is a test e-mail. Its address is in the cache until it is sent."""
        return self.goes_by == Way.EMAIL and self.player_id is None

    @property
    def leads(self) -> str:
        return OCCASIONS[self.occasion].leads
