from uuid import uuid4

from django.db import models
from django.db.models.functions import Lower

from seasons.models.clubs import Club
from seasons.models.people import Person
from tournament.models.events import SubstitutesCount


class Absence(models.TextChoices):
    """How games that a team missed are counted (Rulebook L-10, L-31, L-32, L-41)."""

    OWES = "owes", "are owed, and made up in another week"
    AVERAGE = "average", "count as the average of the team’s other games"
    FORFEIT = "forfeit", "are lost, and won by the team that was there"
    POOL = "pool", "are played by substitutes from the pool, or else owed"


class League(models.Model):
    """Teams that meet week after week, with one table.

    If missed games are lost, the team that was there gets ``forfeit_points``.
    """

    club = models.ForeignKey(Club, models.PROTECT, related_name="leagues")
    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60, unique=True)
    """For URLs."""
    absence = models.CharField(max_length=7, choices=Absence, default=Absence.OWES)
    forfeit_points = models.PositiveSmallIntegerField(default=0)
    substitutes_count = models.CharField(
        max_length=6, choices=SubstitutesCount, default=SubstitutesCount.CHAIR
    )
    """The rule for weeks opened from now on."""
    made_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint("club", Lower("name"), name="league_name_is_its_own"),)

    def __str__(self) -> str:
        return self.name


class LeagueTeam(models.Model):
    """A team of the league, the same in all weeks."""

    league = models.ForeignKey(League, models.PROTECT, related_name="teams")
    key = models.UUIDField(unique=True, default=uuid4)
    number = models.PositiveSmallIntegerField()
    """Its place in the league's draws."""
    own_number = models.PositiveSmallIntegerField(null=True, blank=True)
    """The one that the club gave it: the lower one breaks a tie in wins and points (Rulebook L-2)."""
    name = models.CharField(max_length=60)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("league", "number"), name="league_team_number_once"),
            models.UniqueConstraint(fields=("league", "own_number"), name="league_team_own_number_once"),
            models.UniqueConstraint(Lower("name"), "league", name="league_team_name_is_its_own"),
        )

    def __str__(self) -> str:
        return self.name


class LeagueWeekQuerySet(models.QuerySet["LeagueWeek"]):
    def now(self) -> "LeagueWeekQuerySet":
        return self.filter(ended_at=None)


class LeagueWeek(models.Model):
    """The event of a league's week, until ``ended_at``, when another event replaces it or it is undone."""

    league = models.ForeignKey(League, models.PROTECT, related_name="weeks")
    number = models.PositiveSmallIntegerField()
    event = models.OneToOneField("tournament.Event", models.PROTECT, related_name="of_week")
    is_imported = models.BooleanField(default=False)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = LeagueWeekQuerySet.as_manager()

    class Meta:
        ordering = ("number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("league", "number"), condition=models.Q(ended_at=None), name="league_week_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.league}, week {self.number}"


class LeagueEntry(models.Model):
    """The link from a team of one event to its team in the league."""

    team = models.OneToOneField("tournament.Team", models.PROTECT, related_name="in_league")
    of = models.ForeignKey(LeagueTeam, models.PROTECT, related_name="entries")

    def __str__(self) -> str:
        return f"{self.team} in {self.of.league}"


class PoolPlaceQuerySet(models.QuerySet["PoolPlace"]):
    def now(self) -> "PoolPlaceQuerySet":
        return self.filter(ended_at=None)


class PoolPlace(models.Model):
    """A person who is ready to substitute in a league, until ``ended_at`` (Rulebook L-41).

    With ``is_own`` they said so on their own page, else to an organizer or the desk.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="pool")
    person = models.ForeignKey(Person, models.PROTECT, related_name="pools")
    at = models.DateTimeField()
    is_own = models.BooleanField(default=False)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = PoolPlaceQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("league", "person"), condition=models.Q(ended_at=None), name="in_a_pool_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} is ready in {self.league}"


class CreditQuerySet(models.QuerySet["Credit"]):
    def now(self) -> "CreditQuerySet":
        return self.filter(ended_at=None)


class Credit(models.Model):
    """A make-up game that counts for week ``number``, not its event's, until ``ended_at`` (Rulebook L-10)."""

    game = models.ForeignKey("tournament.Game", models.PROTECT, related_name="credits")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = CreditQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("game",), condition=models.Q(ended_at=None), name="game_is_credited_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game} counts for week {self.number}"


class DrawnWeekQuerySet(models.QuerySet["DrawnWeek"]):
    def now(self) -> "DrawnWeekQuerySet":
        return self.filter(replaced_at=None)


class DrawnWeek(models.Model):
    """A drawn week: which teams share a room, and which meet twice (Rulebook L-21).

    The JSON fields hold team numbers. ``rooms`` are lists of teams; ``twice`` and ``games`` are pairs, in
    ``games`` with the team that sits North–South first.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="drawn")
    number = models.PositiveSmallIntegerField()
    rooms = models.JSONField()
    twice = models.JSONField()
    games = models.JSONField()
    at = models.DateTimeField()
    replaced_at = models.DateTimeField(null=True, blank=True)

    objects = DrawnWeekQuerySet.as_manager()

    class Meta:
        ordering = ("number", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("league", "number"), condition=models.Q(replaced_at=None), name="week_drawn_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.league}, week {self.number} as drawn"


class DrawJobQuerySet(models.QuerySet["DrawJob"]):
    def waiting(self) -> "DrawJobQuerySet":
        return self.filter(ended_at=None)


class DrawJob(models.Model):
    """A draw that an organizer requested. The scheduler runs it, because the search takes seconds."""

    league = models.ForeignKey(League, models.PROTECT, related_name="draws")
    weeks = models.PositiveSmallIntegerField()
    rooms = models.PositiveSmallIntegerField()
    games = models.PositiveSmallIntegerField()
    first = models.PositiveSmallIntegerField()
    seed = models.PositiveIntegerField()
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True, blank=True)
    stage = models.CharField(max_length=80, blank=True)
    """Its progress in words."""
    said = models.CharField(max_length=300, blank=True)
    """The result or refusal as a sentence."""
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = DrawJobQuerySet.as_manager()

    def __str__(self) -> str:
        return f"weeks {self.first} to {self.weeks} of {self.league}"
