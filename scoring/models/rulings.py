from django.db import models


class RulingKind(models.TextChoices):
    RENEGE = "renege", "Renege"
    MISDEAL = "misdeal", "Misdeal"
    OUT_OF_TURN = "turn", "Card out of turn"
    INTERFERENCE = "outside", "Outside interference"
    DELAY = "delay", "Delay"
    CONDUCT = "conduct", "Conduct"
    OTHER = "other", "Something else"


class RulingQuerySet(models.QuerySet["Ruling"]):
    def in_force(self) -> "RulingQuerySet":
        """The rulings that count: neither superseded nor undone."""
        return self.filter(superseded_by=None, taken_back_at=None)


class Ruling(models.Model):
    """A referee's decision and its reason. Final for players; a head referee may supersede it. Never edited.

    A ruling that changes a hand names the ``hand`` that was written for it. One with ``taken_back_at`` was
    undone with all that it did, and counts for nothing.
    """

    id = models.UUIDField(primary_key=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="rulings")
    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="rulings")
    hand = models.ForeignKey(
        "scoring.Hand", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    kind = models.CharField(max_length=8, choices=RulingKind)
    against = models.ForeignKey("tournament.Team", null=True, blank=True, on_delete=models.PROTECT)
    penalty = models.CharField(max_length=20, blank=True)
    facts = models.JSONField(default=dict)
    """The answers to the guide's questions; each time the ruling is shown, it is judged again from them."""
    reason = models.CharField(max_length=300)
    supersedes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="superseded_by"
    )
    at = models.DateTimeField()
    taken_back_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    device = models.CharField(max_length=80, blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ("at", "pk")
        constraints = (models.CheckConstraint(condition=~models.Q(reason=""), name="ruling_has_a_reason"),)

    def __str__(self) -> str:
        return self.get_kind_display()
