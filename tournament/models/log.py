from datetime import datetime, timedelta
from typing import Any

from django.db import models

from tournament.errors.log_sentences import filled, sentence

LONGEST_PAUSE = timedelta(minutes=10)
"""Between two tries of a thing that keeps failing."""


class LogEntry(models.Model):
    """What happened, who did it, when, on which device: an entry of the audit log.

    It is written in the action's transaction.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    device = models.CharField(max_length=80, blank=True)
    action = models.CharField(max_length=40)
    """A code."""
    facts = models.JSONField(default=dict)
    """Numbers and keys that are the same in every database."""
    texts = models.JSONField(default=dict)
    """Names and typed texts, each with ``digest``, ``salt`` and ``text``. Erasing one removes its salt and
    text; the chain covers the digests, so it still verifies (``queries/log_chain.py``, docs/log.md).
    """
    # The hash of this entry and of all before it.
    chained = models.CharField(max_length=64)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("event", "action"), name="log_by_action"),)

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        return sentence(self.action, self.facts, self.texts_by_name)

    def text(self, name: str) -> str:
        return filled(name, self.texts_by_name)

    @property
    def texts_by_name(self) -> dict[str, str | None]:
        """The texts by name; None for one that was erased."""
        texts: dict[str, dict[str, Any]] = self.texts
        return {name: text.get("text") for name, text in texts.items()}


class Work(models.TextChoices):
    """What the scheduler does. Each member is about rows of one model; the label is what a person reads."""

    DOUBT = "doubt", "The clock jumped, and this event can’t be held"
    DEMO = "demo", "The demo can’t go on"
    CLOCK = "clock", "Nobody’s time to be seated is counted"
    LATE = "late", "The time to be seated can’t be counted out"
    PLACES = "places", "Nobody moves up from the waiting list by itself"
    OPEN = "open", "The next games can’t be called"
    ROOM = "room", "Games that wait for a table can’t be called"
    BRACKET = "bracket", "Games of the bracket aren’t called by themselves"
    NEXT = "next", "A game of the bracket can’t be called"
    RESULTS = "results", "Results aren’t agreed by themselves"
    QUIET = "quiet", "A result can’t be agreed by itself"
    SIMULATION = "simulation", "The simulation can’t go on"
    LIST = "list", "A list can’t be worked on"
    CALLED = "called", "Phones can’t be notified of a call"
    MESSAGE = "message", "A message can’t be sent"
    WEBHOOK = "webhook", "The log can’t be sent to a webhook"
    DELIVERY = "delivery", "An entry of the log can’t be sent to a webhook"
    DELETE = "delete", "The event can’t be deleted"
    TIDY = "tidy", "Contact data that is due can’t be erased"
    DEVICES = "devices", "Old sign-ins can’t be erased"
    FORGET = "forget", "A club’s people who are due can’t be forgotten"
    RATING = "rating", "A club’s grades can’t be computed"
    DRAW = "draw", "A league’s weeks can’t be drawn"
    BACKUP = "backup", "No copy of the database can be made"


class FailureQuerySet(models.QuerySet["Failure"]):
    def open(self) -> "FailureQuerySet":
        return self.filter(ended_at=None)


class Failure(models.Model):
    """A thing that was due and failed. The scheduler tries it again at ``next_at``, until it works.

    ``tries`` counts since ``since``, ``failed`` always. All times are real times.
    """

    work = models.CharField(max_length=10, choices=Work)
    row = models.PositiveBigIntegerField(default=0)
    """The id of the row that it is about; 0: of none."""
    event = models.ForeignKey(
        "tournament.Event", null=True, blank=True, on_delete=models.PROTECT, related_name="failures"
    )
    error = models.CharField(max_length=80)
    """Has no words of the exception, because these may contain names."""
    since = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    failed = models.PositiveIntegerField(default=0)
    next_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it worked again, or wasn't due any more."""

    objects = FailureQuerySet.as_manager()

    class Meta:
        ordering = ("since", "pk")
        constraints = (models.UniqueConstraint(fields=("work", "row"), name="failure_once"),)

    def __str__(self) -> str:
        return f"{self.get_work_display()} ({self.error})"

    def rests(self, now: datetime) -> bool:
        """Whether it isn't tried again yet. If the clock was set back, it is."""
        return now < self.next_at <= now + LONGEST_PAUSE
