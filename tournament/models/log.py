from typing import Any

from django.db import models

from tournament.models.log_sentences import filled, sentence


class LogEntry(models.Model):
    """What happened, who did it, when, on which device: an entry of the audit log.

    It is written in the action's transaction. ``action`` is a code. ``facts`` are numbers and keys that are
    the same in every database. ``texts`` are names and typed texts, each with ``digest``, ``salt`` and
    ``text``. Erasing one removes its salt and text; the chain covers the digests, so it still verifies
    (``queries/log_chain.py``, docs/log.md).
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    device = models.CharField(max_length=80, blank=True)
    action = models.CharField(max_length=40)
    facts = models.JSONField(default=dict)
    texts = models.JSONField(default=dict)
    # The hash of this entry and of all before it.
    chained = models.CharField(max_length=64)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("event", "action"), name="log_by_action"),)

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        return sentence(self.action, self.facts, self.said)

    def text(self, name: str) -> str:
        return filled(name, self.said)

    @property
    def said(self) -> dict[str, str | None]:
        """The texts by name; None for one that was erased."""
        texts: dict[str, dict[str, Any]] = self.texts
        return {name: text.get("text") for name, text in texts.items()}
