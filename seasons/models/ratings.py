from datetime import timedelta

from django.db import models

from seasons.models.clubs import Club


class ClubRatings(models.Model):
    """Whether a club keeps grades and points, and what they are (Rulebook G-1). Without a row it keeps none.

    ``result`` is computed from games outside of requests. ``seen`` is what its facts looked like then, and
    ``done`` of ``total`` how far a running computation is.
    """

    club = models.OneToOneField(Club, models.PROTECT, related_name="ratings")
    is_on = models.BooleanField(default=False)
    window_days = models.PositiveSmallIntegerField(default=7)
    least_games = models.PositiveSmallIntegerField(default=12)
    result = models.JSONField(default=dict)
    seen = models.CharField(max_length=120, blank=True)
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
    """A game as it counts for grades for good: a later correction doesn't change them (Rulebook G-4).

    ``sides`` are the ids of the players who sat, ``bostons`` as many as each side made.
    """

    game = models.OneToOneField("tournament.Game", models.PROTECT, primary_key=True, related_name="+")
    club = models.ForeignKey(Club, models.PROTECT, related_name="final_games")
    sides = models.JSONField()
    winner = models.PositiveSmallIntegerField()
    bostons = models.JSONField()
    over_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.game}, final"
