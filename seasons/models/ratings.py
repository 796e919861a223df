from datetime import timedelta

from django.db import models

from seasons.models.clubs import Club


class ClubRatings(models.Model):
    """A club's settings and results of grades and points (Rulebook G-1). Without a row it keeps none.

    The scheduler computes ``result`` from games. ``done`` of ``total`` games is the progress of a running
    computation.
    """

    club = models.OneToOneField(Club, models.PROTECT, related_name="ratings")
    is_on = models.BooleanField(default=False)
    window_days = models.PositiveSmallIntegerField(default=7)
    least_games = models.PositiveSmallIntegerField(default=12)
    result = models.JSONField(default=dict)
    seen = models.CharField(max_length=120, blank=True)
    """The fingerprint of the facts it used (``facts_seen``)."""
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(window_days__lte=90), name="ratings_window_ends"),
        )

    def __str__(self) -> str:
        return f"grades of {self.club}"

    @property
    def window(self) -> timedelta:
        return timedelta(days=self.window_days)


class FinalGame(models.Model):
    """The final facts of a game for grades. A later correction doesn't change them (Rulebook G-4).

    ``sides`` has the ids of the players who sat on each side, ``winner`` is an index of it, and ``bostons``
    has the number each side made.
    """

    game = models.OneToOneField("tournament.Game", models.PROTECT, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, models.PROTECT, related_name="final_games")
    sides = models.JSONField()
    winner = models.PositiveSmallIntegerField()
    bostons = models.JSONField()
    over_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game}, final"
