from datetime import datetime, timedelta

from django.db import models

BEGUN_AGAIN = timedelta(minutes=5)
"""How long a task stays claimed. After that its worker counts as gone, and another may take it."""


class ListImportQuerySet(models.QuerySet["ListImport"]):
    def open(self) -> "ListImportQuerySet":
        return self.filter(imported_at=None, dropped_at=None)

    def due(self, now: datetime) -> "ListImportQuerySet":
        """The lists with a task that no worker has claimed, by the real clock."""
        idle = models.Q(begun_at=None) | models.Q(begun_at__lt=now - BEGUN_AGAIN)
        return self.exclude(task="").filter(idle)


class ListImport(models.Model):
    """An uploaded list of teams: read, previewed, then imported or discarded.

    Its ``choices`` are what an organizer said of headings. The content and the rows hold contact data, so
    only the choices are kept once the list is imported or discarded.
    """

    class Task(models.TextChoices):
        READ = "read", "is read"
        WRITE = "write", "is imported"
        UNDO = "undo", "is undone"

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="imports")
    name = models.CharField(max_length=100, blank=True)
    content = models.BinaryField(default=b"")
    columns = models.JSONField(default=dict)
    """Says what each column contains, and which sheet is read."""
    rows = models.JSONField(default=list)
    """The entries (``queries/lists/entries.py``)."""
    problem = models.JSONField(default=dict)
    """A refusal's code and values."""
    made = models.JSONField(default=dict)
    """Has the ids of the teams and players that it created."""
    task = models.CharField(max_length=5, choices=Task, blank=True)
    """The scheduler's next task for it."""
    begun_at = models.DateTimeField(null=True, blank=True)
    """When a worker claimed it, by the real clock."""
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    imported_at = models.DateTimeField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)

    objects = ListImportQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("event",),
                condition=models.Q(imported_at=None, dropped_at=None),
                name="list_is_looked_at_alone",
            ),
        )

    def __str__(self) -> str:
        return self.name or "Pasted lines"
