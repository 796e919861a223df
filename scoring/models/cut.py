from django.db import models

from tournament.models import Team


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
    """The settled cut: its seeds go through, and the certificate shows which figure decided each place.

    Where people pair up by lot, anybody can draw the pairs again from ``words`` (Rulebook E-113).
    """

    phase = models.ForeignKey("tournament.Phase", on_delete=models.PROTECT, related_name="cuts")
    certificate = models.JSONField()
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    reopened_at = models.DateTimeField(null=True, blank=True)
    words = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("phase",), condition=models.Q(reopened_at=None), name="cut_stands_alone"
            ),
        )

    def __str__(self) -> str:
        return f"Cut of {self.phase}"


class SeedQuerySet(models.QuerySet["Seed"]):
    def through(self) -> "SeedQuerySet":
        return self.filter(is_second_chance=False)

    def standing(self) -> "SeedQuerySet":
        return self.filter(taken_back_at=None)


class Seed(models.Model):
    """A seed of Phase II: a team, or a pair of people who came alone, the better one as ``team``.

    Those of the second chance follow the others (Rulebook E-227). They are drawn when Phase II starts, and
    taken back with its start.
    """

    cut = models.ForeignKey(Cut, on_delete=models.PROTECT, related_name="seeds")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT)
    partner = models.ForeignKey(
        "tournament.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    number = models.PositiveSmallIntegerField()
    is_second_chance = models.BooleanField(default=False)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    objects = SeedQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(
                fields=("cut", "team"), condition=models.Q(taken_back_at=None), name="seed_one_a_team"
            ),
            models.UniqueConstraint(fields=("cut", "partner"), name="seed_one_a_partner"),
            models.UniqueConstraint(
                fields=("cut", "number"), condition=models.Q(taken_back_at=None), name="seed_number_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.side}"

    @property
    def teams(self) -> tuple[Team, ...]:
        return (self.team, self.partner) if self.partner else (self.team,)

    @property
    def side(self) -> str:
        return " & ".join(team.name for team in self.teams)


class SidePrizeWin(models.Model):
    """The winner of a tied side prize or pot place (Rulebook E-107, M-8). The newest row counts."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="side_prize_wins")
    prize = models.CharField(max_length=40)
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)

    def __str__(self) -> str:
        return f"{self.prize}: {self.team}"


class BuyBack(models.Model):
    """A team that lost once in Phase II and plays on (Rulebook E-116); for a pair, the seed's ``team``.

    It can be taken back until the next game has begun (E-144).
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="buy_backs")
    team = models.ForeignKey("tournament.Team", on_delete=models.PROTECT)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["team"], condition=models.Q(taken_back_at=None), name="buy_back_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.team} bought back in"
