from django.db import models

from rules.money.ledger import COUNTED, GIVEN, KINDS, OUT, LedgerEntry


class Method(models.TextChoices):
    CASH = "cash", "cash"
    CASH_APP = "cashapp", "Cash App"
    ZELLE = "zelle", "Zelle"
    CARD = "card", "card"
    OTHER = "other", "other"


_IS_OUT = models.Q(kind__in=OUT)
_IS_BELOW, _IS_ABOVE = models.Q(amount_cents__lt=0), models.Q(amount_cents__gt=0)


class Donation(models.Model):
    """An entry of the ledger: money given, paid as a prize, handed over, or put or counted in the drawer.

    Never edited: a counter-entry reverses the one that it ``counters``. Amounts paid out are negative.
    """

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="donations")
    team = models.ForeignKey("tournament.Team", null=True, blank=True, on_delete=models.PROTECT)
    player = models.ForeignKey("tournament.Player", null=True, blank=True, on_delete=models.PROTECT)
    kind = models.CharField(max_length=8, choices=tuple(KINDS.items()), default=GIVEN)
    pot = models.CharField(max_length=40, blank=True, default="")
    """The name of a pot; empty for plain donations or entry fees."""
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
                condition=models.Q(kind=COUNTED, counters=None, amount_cents__gte=0)
                | ~models.Q(kind=COUNTED)
                & (
                    (models.Q(counters=None) & (_IS_OUT & _IS_BELOW | ~_IS_OUT & _IS_ABOVE))
                    | (models.Q(counters__isnull=False) & (_IS_OUT & _IS_ABOVE | ~_IS_OUT & _IS_BELOW))
                ),
                name="donation_has_its_sign",
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount_cents / 100:.2f} {self.method}"

    @property
    def as_entry(self) -> LedgerEntry:
        is_cash = self.method == Method.CASH
        return LedgerEntry(kind=self.kind, cents=self.amount_cents, is_cash=is_cash, pot=self.pot)
