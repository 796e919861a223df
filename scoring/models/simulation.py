from django.db import models


class SimulationRun(models.Model):
    """A simulation of an event's day in several formats, played slice by slice.

    The hands are drawn from ``figures``; ``totals`` are the sums so far, by format. It is over once it has
    ``finished_at`` or ``stopped_at``.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="simulation_runs")
    teams = models.PositiveSmallIntegerField()
    tables = models.PositiveSmallIntegerField()
    days = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    formats = models.JSONField()
    figures = models.JSONField(default=dict, blank=True)
    totals = models.JSONField(default=dict, blank=True)
    done = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    finished_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("event",),
                condition=models.Q(finished_at=None, stopped_at=None),
                name="simulation_runs_alone",
            ),
            models.CheckConstraint(
                condition=models.Q(teams__gte=2, tables__gte=1, days__gte=1), name="simulation_has_a_day"
            ),
        )

    def __str__(self) -> str:
        return f"{self.days} days of {self.teams} teams"
