from django.db import models


class Merge(models.Model):
    """A merge of two entries (Rulebook E-166), with what the undo needs (E-196).

    The entry that went is a team (``gone``) or a player who looked for a partner (``single``). All ids are
    those of this database.
    """

    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="merges")
    kept = models.ForeignKey("tournament.Team", models.PROTECT, related_name="+")
    gone = models.ForeignKey("tournament.Team", models.PROTECT, null=True, blank=True, related_name="+")
    single = models.ForeignKey("tournament.Player", models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    moved = models.JSONField(default=list)
    """Lists its rows that were repointed: model, field, ids, old id, new id."""
    before = models.JSONField(default=dict)
    """Has the overwritten columns by ``"model id"``."""

    def __str__(self) -> str:
        return f"{self.gone or self.single} into {self.kept}"
