"""What the organizer tells people: one row for each message."""

from dataclasses import dataclass
from datetime import datetime

from django.db import models

LONGEST_WORDS = 300


class Way(models.TextChoices):
    """How a message reaches people."""

    ROOM = "room", "every phone and the wall"
    PHONE = "phone", "text from the organizer’s phone"
    EMAIL = "email", "e-mail"
    GATEWAY = "gateway", "text by the gateway"


@dataclass(frozen=True, kw_only=True)
class Occasion:
    """Why people are written to. ``words`` may have ``{event}`` and ``{team}``.

    ``leads`` is the URL name of the link at the end: one's own page, or the results of one's team.
    """

    title: str
    words: str = ""
    leads: str = ""


OCCASIONS = {
    "words": Occasion(title="Your own words"),
    "link": Occasion(
        title="Their page", words="{event}: your page, with your table and games.", leads="site:join"
    ),
    "moved-up": Occasion(
        title="Moved up", words="{event}: {team} has a place. Check in at the desk.", leads="site:join"
    ),
    "results": Occasion(
        title="Results", words="{event}: the results are in. Here are your games.", leads="games:team"
    ),
}


class MessageQuerySet(models.QuerySet["Message"]):
    def shown(self) -> "MessageQuerySet":
        """What every phone and the wall show now."""
        return self.filter(goes_by=Way.ROOM, ended_at=None)

    def written(self) -> "MessageQuerySet":
        """Those to one person."""
        return self.exclude(goes_by=Way.ROOM)

    def due(self, now: datetime) -> "MessageQuerySet":
        return self.filter(due_at__lte=now)


class Message(models.Model):
    """A message to everybody in the room, until ``ended_at``, or to one ``player``.

    The row has no address: a message goes to the player's contact as it is when it is sent. ``due_at`` is
    None once it is sent, or given up; ``answer`` is why it wasn't sent. ``site`` is the server's address.
    """

    key = models.UUIDField()
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="messages")
    player = models.ForeignKey(
        "tournament.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="messages"
    )
    goes_by = models.CharField(max_length=8, choices=Way)
    occasion = models.CharField(max_length=10, choices=[(key, each.title) for key, each in OCCASIONS.items()])
    words = models.CharField(max_length=LONGEST_WORDS)
    site = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    ended_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=200, blank=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("due_at",), name="message_due"),)
        constraints = (
            models.UniqueConstraint(
                fields=("event",),
                condition=models.Q(goes_by=Way.ROOM, ended_at=None),
                name="message_shown_once",
            ),
            models.UniqueConstraint(fields=("key", "player"), name="message_to_one_once"),
        )

    def __str__(self) -> str:
        return self.words

    @property
    def leads(self) -> str:
        return OCCASIONS[self.occasion].leads
