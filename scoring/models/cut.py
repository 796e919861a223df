from django.db import models


class LotDraw(models.Model):
    """A lot drawn among tied teams. Anybody can repeat the draw from ``words``."""

    phase = models.ForeignKey("tournament.Phase", on_delete=models.PROTECT, related_name="lot_draws")
    words = models.CharField(max_length=100)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)

    def __str__(self) -> str:
        return f"Lot drawn from “{self.words}”"


class Lot(models.Model):
    draw = models.ForeignKey(LotDraw, on_delete=models.PROTECT, related_name="lots")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT)
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("place",)
        constraints = (
            models.UniqueConstraint(fields=("draw", "team"), name="lot_one_a_team"),
            models.UniqueConstraint(fields=("draw", "place"), name="lot_one_a_place"),
        )

    def __str__(self) -> str:
        return f"{self.team}: {self.place}"


class Cut(models.Model):
    """Phase I settled: who goes through, with the certificate that shows which cell decided."""

    phase = models.ForeignKey("tournament.Phase", on_delete=models.PROTECT, related_name="cuts")
    certificate = models.JSONField()
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    reopened_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("phase",), condition=models.Q(reopened_at=None), name="cut_stands_alone"
            ),
        )

    def __str__(self) -> str:
        return f"Cut of {self.phase}"


class Seed(models.Model):
    cut = models.ForeignKey(Cut, on_delete=models.PROTECT, related_name="seeds")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT)
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("cut", "team"), name="seed_one_a_team"),
            models.UniqueConstraint(fields=("cut", "number"), name="seed_number_once"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.team}"


class SidePrizeWin(models.Model):
    """Who won the hand or the card for a side prize that was tied (Rulebook E-107). The newest counts."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="side_prize_wins")
    prize = models.CharField(max_length=40)
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)

    def __str__(self) -> str:
        return f"{self.prize}: {self.team}"
