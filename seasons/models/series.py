from django.db import models
from django.db.models.functions import Lower

from rules.seasons.series import PLACES, POINTS, WINS, SeriesRule
from seasons.models.clubs import Club


class Counts(models.TextChoices):
    """What an event adds to a person's points in the series."""

    PLACES = PLACES, "points by place"
    WINS = WINS, "games won"
    POINTS = POINTS, "own points"


class Series(models.Model):
    """Events of a club whose points are added up. ``counting`` to ``qualify`` are those of ``SeriesRule``."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="series")
    name = models.CharField(max_length=60)
    by_pairs = models.BooleanField(default=False)
    counting = models.CharField(max_length=6, choices=Counts, default=Counts.PLACES)
    table = models.JSONField(default=list, blank=True)
    below = models.PositiveSmallIntegerField(default=1)
    best = models.PositiveSmallIntegerField(default=0)
    least_field = models.PositiveSmallIntegerField(default=0)
    least_events = models.PositiveSmallIntegerField(default=0)
    qualify = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("name", "pk")
        constraints = (models.UniqueConstraint("club", Lower("name"), name="series_name_is_its_own"),)

    def __str__(self) -> str:
        return self.name

    @property
    def rule(self) -> SeriesRule:
        limits = ("counting", "below", "best", "least_field", "least_events", "qualify")
        return SeriesRule(table=tuple(self.table), **{name: getattr(self, name) for name in limits})


class SeriesEventQuerySet(models.QuerySet["SeriesEvent"]):
    def now(self) -> "SeriesEventQuerySet":
        return self.filter(ended_at=None)


class SeriesEvent(models.Model):
    """An event that belongs to a series, until ``ended_at``. The final adds no points."""

    series = models.ForeignKey(Series, models.PROTECT, related_name="events")
    event = models.ForeignKey("tournament.Event", models.PROTECT, related_name="in_series")
    is_final = models.BooleanField(default=False)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = SeriesEventQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("series", "event"), condition=models.Q(ended_at=None), name="event_in_a_series_once"
            ),
            models.UniqueConstraint(
                fields=("series",), condition=models.Q(ended_at=None, is_final=True), name="series_final_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event} of {self.series}"
