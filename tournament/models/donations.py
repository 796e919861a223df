from django.db import models


class Method(models.TextChoices):
    CASH = "cash", "cash"
    OTHER = "other", "other"


class Donation(models.Model):
    """Never edited: a counter-entry takes back the one it ``counters``."""

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="donations")
    team = models.ForeignKey("tournament.Team", null=True, blank=True, on_delete=models.PROTECT)
    player = models.ForeignKey("tournament.Player", null=True, blank=True, on_delete=models.PROTECT)
    amount_cents = models.IntegerField()
    method = models.CharField(max_length=8, choices=Method)
    counters = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(counters=None, amount_cents__gt=0)
                | models.Q(counters__isnull=False, amount_cents__lt=0),
                name="donation_is_given_or_countered",
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount_cents / 100:.2f} {self.method}"
