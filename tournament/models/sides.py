from django.db import models
from django.db.models import Prefetch, Q


class Side(models.Model):
    """One side of a game: when it was seated, and what it won. Named by its seats: ``NS``, or ``N`` alone.

    ``scoring`` stores what it won, so that standings take one query. The integrity check recomputes it from
    the hands.
    """

    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="sides")
    name = models.CharField(max_length=2)
    # When the whole side was seated, as reported by one of its people or a referee (Rulebook E-54).
    seated_at = models.DateTimeField(null=True, blank=True)
    units = models.PositiveSmallIntegerField(default=0)
    points = models.SmallIntegerField(default=0)
    bostons = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("game", "name"), name="side_once_a_game"),)

    def __str__(self) -> str:
        return self.name


class SeatQuerySet(models.QuerySet["Seat"]):
    def helped(self) -> "SeatQuerySet":
        """The seats on which a person at the event substituted (Rulebook E-151).

        Not if they replace the player of a team of three who rests: nobody sits for that player.
        """
        return self.filter(helper__isnull=False).exclude(
            rests__isnull=False, rests=models.F("helper__stands_in_for")
        )


class Seat(models.Model):
    """A place on a side: a team has the whole side, an individual one chair.

    The seat ``is_taken`` while its game is called to a table and not over; nobody has two such seats.
    """

    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="seats")
    side = models.ForeignKey(Side, on_delete=models.PROTECT, related_name="seats")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, related_name="seats")
    chair = models.CharField(max_length=2)
    """The side's name for a team, else one of its seats."""
    rests = models.ForeignKey(
        "tournament.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="rests"
    )
    """The player of a team of three who sits this game out, even if somebody substitutes for them (Rulebook
    E-122).
    """
    helper = models.ForeignKey(
        "tournament.Player", null=True, blank=True, on_delete=models.PROTECT, related_name="helped"
    )
    """The person at the event who substituted when the game ended, or does now (E-151)."""
    is_taken = models.BooleanField(default=False)
    own_points = models.SmallIntegerField(default=0)
    """An individual's points beyond the side's (Rulebook SC-9)."""

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("game", "team"), name="seat_nobody_twice_in_a_game"),
            models.UniqueConstraint(fields=("game", "chair"), name="seat_one_a_chair"),
            models.UniqueConstraint(
                fields=("team",), condition=Q(is_taken=True), name="seat_nobody_at_two_tables"
            ),
        )

    def __str__(self) -> str:
        return f"{self.team}, {self.chair}"


def everybody_in(lookup: str) -> "Prefetch[str, models.QuerySet[Seat], str]":
    """Prefetch the seats of games into ``seating``. One query, and no queryset for each game."""
    return Prefetch(lookup, queryset=Seat.objects.select_related("side", "team"), to_attr="seating")
