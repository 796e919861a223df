from django.db import models

from rules.games.hands import HandFacts, read_facts


class Report(models.Model):
    """A hand as one of the teams at the table reported it (Rulebook E-27). Never edited.

    ``id`` is made on the phone that sent it. Both sides reporting the same makes the ``hand``; different
    reports stay side by side until a referee settles them. ``withdrawn_at`` is set when the team reports
    the hand anew or a referee has settled it otherwise.
    """

    id = models.UUIDField(primary_key=True)
    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="reports")
    sequence = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=2)
    facts = models.JSONField()
    is_dispute = models.BooleanField(default=False)
    hand = models.ForeignKey(
        "scoring.Hand", null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    device = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ("game", "sequence", "at")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "sequence", "side"),
                condition=models.Q(hand=None, withdrawn_at=None),
                name="report_one_a_side_and_hand",
            ),
        )

    def __str__(self) -> str:
        return f"report {self.pk} of game {self.game_id}"

    @property
    def told(self) -> HandFacts:
        """The hand as the team told it; empty where it only says no."""
        return read_facts(self.facts)


class Agreement(models.Model):
    """Somebody stands by a finished game as it is written down. Withdrawn when a hand of it changes."""

    class How(models.TextChoices):
        """Who stands by it."""

        TEAM = "team", "a team"
        REFEREE = "referee", "a referee witnessed it"
        QUIET = "quiet", "three quiet minutes"

    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="agreements")
    how = models.CharField(max_length=8, choices=How)
    side = models.CharField(max_length=2, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("game", "how", "side"),
                condition=models.Q(withdrawn_at=None),
                name="agreement_once_a_side",
            ),
            models.CheckConstraint(
                condition=models.Q(how="team") & ~models.Q(side="")
                | ~models.Q(how="team") & models.Q(side=""),
                name="agreement_of_a_team_names_its_side",
            ),
        )

    def __str__(self) -> str:
        return self.get_how_display()
