from django.db import models

from rules.ruleset.hands import HandFacts, read_facts


class Report(models.Model):
    """A hand as one team at the table reported it (Rulebook E-27). Never edited.

    The phone that sends it makes its ``id``. Two equal reports make the ``hand``; different ones wait for a
    referee.
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
    """Set when the team reports the hand again, or a referee decides otherwise."""
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
    def parsed(self) -> HandFacts:
        """The reported hand; empty if the team only disputes the other report."""
        return read_facts(self.facts)


class Agreement(models.Model):
    """An agreement with the result of a finished game. Withdrawn when one of its hands changes."""

    class How(models.TextChoices):
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
