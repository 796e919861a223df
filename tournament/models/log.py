from django.db import models


class LogEntry(models.Model):
    """What happened, who did it, when, from which device. Appended in the action's own transaction."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    device = models.CharField(max_length=80, blank=True)
    action = models.CharField(max_length=40)
    words = models.CharField(max_length=400)
    facts = models.JSONField(default=dict)
    # A hash over all this and the one of the event's entry before it (``queries/log_chain.py``).
    chained = models.CharField(max_length=64)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.words
