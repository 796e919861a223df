from datetime import datetime

from django.db import models

from rules.competition.pairing.empty_chair import has_empty_chair
from rules.seating.known import BY_STANDING, SEATINGS, find_seating


class PhaseKind(models.TextChoices):
    MEET = "meet", "Meet & greet"
    ONE = "one", "Phase I"
    TWO = "two", "Phase II"
    AWARDS = "awards", "Awards"


class ShortOfTables(models.TextChoices):
    """What a round does if there are fewer tables than games (Rulebook E-1, E-66)."""

    WAVES = "waves", "A second wave: some play first, the others in the same round as tables open up"
    SIT_OUT = "sitout", "Some sit the round out, in turn"


class LeftOver(models.TextChoices):
    """What three left-over people do in an event where partners change (Rulebook E-52, E-212)."""

    SIT_OUT = "sitout", "They sit out, in turn, as one or two do"
    THREE = "three", "They make a table of three: one of them also plays the empty chair’s cards"


SEATING_CHOICES = [(seating.key, seating.name) for seating in SEATINGS.values()]


class PhaseSettings(models.Model):
    """An organizer's settings for Phase I, like ``EventSettings`` for the event."""

    seating = models.CharField(max_length=8, choices=SEATING_CHOICES, default=BY_STANDING.key)
    keeps_homes_apart = models.BooleanField(default=False)
    rematch_minutes = models.PositiveSmallIntegerField(default=60)
    short_of_tables = models.CharField(max_length=8, choices=ShortOfTables, default=ShortOfTables.WAVES)
    left_over = models.CharField(max_length=8, choices=LeftOver, default=LeftOver.SIT_OUT)

    class Meta:
        abstract = True


class Phase(PhaseSettings):
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="phases")
    kind = models.CharField(max_length=8, choices=PhaseKind)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # In open play: when the organizer began to hold back the next games.
    calls_held_at = models.DateTimeField(null=True, blank=True)

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

    @property
    def has_rounds(self) -> bool:
        return find_seating(self.seating).has_rounds

    @property
    def sits_out(self) -> bool:
        is_short = self.short_of_tables == ShortOfTables.SIT_OUT
        return is_short and find_seating(self.seating).pairs_each_round

    @property
    def seats_three(self) -> bool:
        """Whether three left-over people get a table (Rulebook E-212)."""
        return self.left_over == LeftOver.THREE

    def has_empty_chair(self, people: int) -> bool:
        """Whether this number of ``people`` leaves three over, who get a table."""
        return self.seats_three and has_empty_chair(people)


class Break(models.Model):
    """A break of the event (Rulebook E-10), or the gap between two sessions of Phase I (E-69).

    A break without a length only ends a round, on a day without breaks (E-219). A gap has the ``seating`` of
    the session after it; empty if that doesn't change.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="breaks")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    is_gap = models.BooleanField(default=False)
    seating = models.CharField(max_length=8, choices=SEATING_CHOICES, blank=True, default="")

    class Meta:
        ordering = ("starts_at",)
        constraints = (
            models.UniqueConstraint(fields=("event", "starts_at"), name="break_starts_once"),
            models.CheckConstraint(
                condition=models.Q(ends_at__gte=models.F("starts_at")), name="break_ends_after_it_starts"
            ),
        )

    def __str__(self) -> str:
        return f"Break at {self.starts_at:%H:%M}"


class ScheduleChangeQuerySet(models.QuerySet["ScheduleChange"]):
    def standing(self) -> "ScheduleChangeQuerySet":
        return self.filter(undone_at=None)


class ScheduleChange(models.Model):
    """A change to the schedule during the event. The clock is computed from the plan and these changes.

    Append-only. A mistaken change can be undone within a minute, and then has no effect.

    ``part`` names the phase that was started, ``minutes`` how many were added, ``break_at`` a moment within
    the break that was called off, or the whistle of the round that was ended or made longer.
    """

    class Kind(models.TextChoices):
        STARTED = "started", "a phase was started"
        PAUSED = "paused", "everything was paused"
        RESUMED = "resumed", "play went on"
        MINUTES = "minutes", "minutes were added"
        BREAK_OFF = "breakoff", "a break was called off"
        ENDED = "ended", "a round was ended"
        LONGER = "longer", "a round was made longer"

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="schedule_changes")
    kind = models.CharField(max_length=8, choices=Kind)
    part = models.CharField(max_length=8, choices=PhaseKind, blank=True)
    minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    break_at = models.DateTimeField(null=True, blank=True)
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    """The planned last half-hour of a round with fewer tables than games, if the round was ended in an
    earlier one.
    """
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = ScheduleChangeQuerySet.as_manager()

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(kind="started") & ~models.Q(part="")
                | ~models.Q(kind="started") & models.Q(part=""),
                name="schedule_change_starts_a_phase",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=("minutes", "longer"), minutes__gte=1)
                | ~models.Q(kind__in=("minutes", "longer")) & models.Q(minutes=None),
                name="schedule_change_adds_minutes",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=("breakoff", "ended", "longer"), break_at__isnull=False)
                | ~models.Q(kind__in=("breakoff", "ended", "longer")) & models.Q(break_at=None),
                name="schedule_change_names_its_break",
            ),
        )

    def __str__(self) -> str:
        return self.get_kind_display()


class RoundQuerySet(models.QuerySet["Round"]):
    def called(self) -> "RoundQuerySet":
        """The rounds that count: neither drafts nor recalled."""
        return self.filter(called_at__isnull=False, recalled_at=None)

    def drafts(self) -> "RoundQuerySet":
        """The rounds that are not called yet: at most one in a phase."""
        return self.filter(called_at=None, recalled_at=None)


class Round(models.Model):
    """A round of games. In Phase I it ends at the whistle; in the bracket there is no whistle.

    Without ``called_at`` it is a draft. A round with fewer tables than games takes several half-hours;
    ``slot`` is the last of them.
    """

    phase = models.ForeignKey(Phase, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    slot = models.PositiveSmallIntegerField()
    called_at = models.DateTimeField(null=True, blank=True)
    play_from = models.DateTimeField()
    whistle_at = models.DateTimeField(null=True, blank=True)
    recalled_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ("number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("phase", "number"), condition=models.Q(recalled_at=None), name="round_number_once"
            ),
            models.UniqueConstraint(
                fields=("phase", "slot"), condition=models.Q(recalled_at=None), name="round_slot_once"
            ),
        )

    def __str__(self) -> str:
        return f"Round {self.number}"


class DeadlineQuerySet(models.QuerySet["Deadline"]):
    def coming(self) -> "DeadlineQuerySet":
        return self.filter(done_at=None, proposed_at=None)

    def due(self, at: datetime) -> "DeadlineQuerySet":
        """The deadlines that have come due; none while the computer's clock is doubted."""
        return self.coming().filter(due_at__lte=at, event__clock_doubted_at=None)

    def proposed(self) -> "DeadlineQuerySet":
        """The deadlines that wait for a referee's decision, in the order in which they fell due."""
        return self.filter(done_at=None, proposed_at__isnull=False).order_by("due_at", "pk")


class Deadline(models.Model):
    """The time at which a late team forfeits a hand. The tick acts on it once, however late the tick is.

    Where the event asks a referee first, the tick only sets ``proposed_at``; the referee forfeits the hand,
    or waives it with a reason.
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="deadlines")
    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="deadlines")
    call = models.PositiveSmallIntegerField(default=1)
    """Counts how often they began in the game: when it was called, called again after a recall, or a referee
    restarted them (Rulebook E-13).
    """
    step = models.PositiveSmallIntegerField()
    """The hand: the first five minutes, the second, the third."""
    from_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    done_at = models.DateTimeField(null=True, blank=True)
    proposed_at = models.DateTimeField(null=True, blank=True)
    waived_at = models.DateTimeField(null=True, blank=True)
    waived_because = models.CharField(max_length=300, blank=True)

    objects = DeadlineQuerySet.as_manager()

    class Meta:
        ordering = ("due_at", "pk")
        constraints = (models.UniqueConstraint(fields=("game", "call", "step"), name="deadline_once"),)

    def __str__(self) -> str:
        return f"{self.game}, late hand {self.step}"
