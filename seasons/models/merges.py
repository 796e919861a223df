from django.db import models


class Merge(models.Model):
    """Two entries became one (Rulebook E-166): what the undo needs (E-196).

    ``gone`` was a team's, or ``single`` was on the list for a partner. ``moved`` are the rows that hung on
    the entry that went: model, field, ids, from whom, to whom. ``before`` is what was written over, by model
    and id. Both are ids of this database.
    """

    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="merges")
    kept = models.ForeignKey("tournament.Team", models.PROTECT, related_name="+")
    gone = models.ForeignKey("tournament.Team", models.PROTECT, null=True, blank=True, related_name="+")
    single = models.ForeignKey("tournament.Player", models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    moved = models.JSONField(default=list)
    before = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.gone or self.single} into {self.kept}"
