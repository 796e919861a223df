from django.db import models


class PhaseKind(models.TextChoices):
    """The parts of the day, in order."""

    MEET = "meet", "Meet & greet"
    ONE = "one", "Phase I"
    TWO = "two", "Phase II"
    AWARDS = "awards", "Awards"


class Phase(models.Model):
    """A part of the day: when it is planned, and when it really began and ended."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="phases")
    kind = models.CharField(max_length=8, choices=PhaseKind)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("starts_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("event", "kind"), name="phase_once_a_day"),
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")), name="phase_ends_after_it_starts"
            ),
        )

    def __str__(self) -> str:
        return self.get_kind_display()


class Break(models.Model):
    """A rest of the whole hall (Rulebook E-10)."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="breaks")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        ordering = ("starts_at",)
        constraints = (
            models.UniqueConstraint(fields=("event", "starts_at"), name="break_starts_once"),
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("starts_at")), name="break_lasts"),
        )

    def __str__(self) -> str:
        return f"Break at {self.starts_at:%H:%M}"


class Round(models.Model):
    """One seating of the hall. In Phase I it ends at the whistle; in the bracket it has none."""

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField()
    called_at = models.DateTimeField()
    play_from = models.DateTimeField()
    whistle_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("phase", "number"), name="round_number_once"),
            models.UniqueConstraint(fields=("phase", "slot"), name="round_slot_once"),
        )

    def __str__(self) -> str:
        return f"Round {self.number}"


class Deadline(models.Model):
    """Something that must happen later, and when. The tick does it once, however late it comes.

    ``step`` counts the five minutes of a late team: the first hand, the second, the third.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="deadlines")
    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="deadlines")
    step = models.PositiveSmallIntegerField()
    due_at = models.DateTimeField(db_index=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("due_at", "pk")
        constraints = (models.UniqueConstraint(fields=("game", "step"), name="deadline_once"),)

    def __str__(self) -> str:
        return f"{self.game}, late hand {self.step}"
