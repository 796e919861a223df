from django.db import models
from django.db.models import F, Q

from tournament.models.teams import Team


class Table(models.Model):
    """A table in the hall, with the number on its placard, its zone, and the referee who looks after it."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    zone = models.CharField(max_length=30, blank=True)
    is_accessible = models.BooleanField(default=False)
    is_out_of_use = models.BooleanField(default=False)
    referee = models.ForeignKey(
        "tournament.Badge", null=True, blank=True, on_delete=models.PROTECT, related_name="tables"
    )

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="table_number_once"),)

    def __str__(self) -> str:
        return f"Table {self.number}"


class RefereeCall(models.TextChoices):
    """What a referee is wanted for at a table; the words that were said stand beside it."""

    ASKED = "asked", "somebody at the table asks"
    BOTH_LATE = "both", "nobody sits"
    LATE_HAND = "late", "a late hand is to be decided"
    REPORTS = "reports", "the reports of a hand differ"
    OBJECTION = "objects", "somebody objects to the result"
    HEAD = "head", "the head referee is wanted"


class GameKind(models.TextChoices):
    """Why a game is played."""

    GAME = "game", "game"
    BYE = "bye", "bye"
    PLAYOFF = "playoff", "play-off hand"


class GameQuerySet(models.QuerySet["Game"]):
    def with_everybody(self) -> "GameQuerySet":
        """The games, each with all who sit there."""
        return self.select_related("ns", "ew", "south", "west")

    def with_its_place(self) -> "GameQuerySet":
        """The games, each with all who sit there, and its event, phase, round and table."""
        return self.with_everybody().select_related("event", "phase", "round", "table")

    def standing(self) -> "GameQuerySet":
        """The games that count: not taken back, and not in a round that is only a draft."""
        return self.filter(Q(round=None) | Q(round__called_at__isnull=False), recalled_at=None)

    def of(self, *teams: object) -> "GameQuerySet":
        """The games in which one of these sits, wherever at the table."""
        return self.filter(Q(ns__in=teams) | Q(ew__in=teams) | Q(south__in=teams) | Q(west__in=teams))

    def waiting(self) -> "GameQuerySet":
        """The games of a called round for which there was no table yet."""
        return self.filter(
            kind=GameKind.GAME,
            round__called_at__isnull=False,
            called_at=None,
            over_at=None,
            recalled_at=None,
        )

    def open(self) -> "GameQuerySet":
        """The games called to a table and not over."""
        return self.standing().filter(called_at__isnull=False, over_at=None)


OPEN = Q(called_at__isnull=False, over_at=None, recalled_at=None)


class Game(models.Model):
    """One game at one table: two teams, or one team and a bye.

    ``bracket_position`` is its place in the bracket ("F" is the final); empty in Phase I. Where people come
    alone, ``south`` and ``west`` sit there too: as the partners of ``ns`` and ``ew`` for this game, or, if it
    ``is_alone``, each for themselves (Rulebook E-51).
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="games")
    phase = models.ForeignKey("tournament.Phase", on_delete=models.PROTECT, related_name="games")
    round = models.ForeignKey(
        "tournament.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    kind = models.CharField(max_length=8, choices=GameKind, default=GameKind.GAME)
    bracket_position = models.CharField(max_length=8, blank=True)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    ns = models.ForeignKey("tournament.Team", on_delete=models.PROTECT, related_name="games_ns")
    ew = models.ForeignKey(
        "tournament.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="games_ew"
    )
    south = models.ForeignKey(
        "tournament.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="games_south"
    )
    west = models.ForeignKey(
        "tournament.Team", null=True, blank=True, on_delete=models.PROTECT, related_name="games_west"
    )
    is_alone = models.BooleanField(default=False)
    made_at = models.DateTimeField()
    called_at = models.DateTimeField(null=True, blank=True)
    ns_seated_at = models.DateTimeField(null=True, blank=True)
    ew_seated_at = models.DateTimeField(null=True, blank=True)
    # Used only where everybody plays alone; partners of one game say it for their side (Rulebook E-54).
    south_seated_at = models.DateTimeField(null=True, blank=True)
    west_seated_at = models.DateTimeField(null=True, blank=True)
    referee_called_at = models.DateTimeField(null=True, blank=True)
    referee_called_for = models.CharField(max_length=200, blank=True)
    referee_call = models.CharField(max_length=8, choices=RefereeCall, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    recalled_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(ns=F("ew")), name="game_needs_two_teams"),
            models.CheckConstraint(
                condition=Q(kind="bye", ew=None) | (~Q(kind="bye") & Q(ew__isnull=False)),
                name="game_without_opponent_is_a_bye",
            ),
            models.UniqueConstraint(fields=("table",), condition=OPEN, name="game_has_the_table_alone"),
            models.UniqueConstraint(fields=("ns",), condition=OPEN, name="game_team_sits_once_ns"),
            models.UniqueConstraint(fields=("ew",), condition=OPEN, name="game_team_sits_once_ew"),
            models.UniqueConstraint(fields=("south",), condition=OPEN, name="game_team_sits_once_south"),
            models.UniqueConstraint(fields=("west",), condition=OPEN, name="game_team_sits_once_west"),
            models.CheckConstraint(
                condition=~Q(ns=F("south"))
                & ~Q(ns=F("west"))
                & ~Q(ew=F("south"))
                & ~Q(ew=F("west"))
                & ~Q(south=F("west")),
                name="game_seats_nobody_twice",
            ),
            models.CheckConstraint(
                condition=Q(south=None, west=None) | Q(kind="game", bracket_position=""),
                name="game_of_individuals_is_a_game",
            ),
            models.CheckConstraint(
                condition=Q(is_alone=True) & (Q(south__isnull=False) | Q(west__isnull=False))
                | Q(is_alone=False, south=None, west=None)
                | Q(is_alone=False, south__isnull=False, west__isnull=False),
                name="game_has_both_partners_or_none",
            ),
            models.UniqueConstraint(
                fields=("phase", "bracket_position"),
                condition=Q(recalled_at=None) & ~Q(bracket_position=""),
                name="game_fills_its_slot_once",
            ),
        )

    def __str__(self) -> str:
        if self.is_alone:
            return ", ".join(team.name for team in self.everybody())
        if self.south and self.west:
            return f"{self.ns} & {self.south} v {self.ew} & {self.west}"
        return f"{self.ns} v {self.ew}" if self.ew else f"{self.ns}, bye"

    def everybody(self) -> "tuple[Team, ...]":
        """All who sit at the table, in the order of the columns."""
        return tuple(team for team in (self.ns, self.ew, self.south, self.west) if team is not None)

    def everybody_ids(self) -> tuple[int, ...]:
        """The ids of all who sit at the table."""
        ids = (self.ns_id, self.ew_id, self.south_id, self.west_id)
        return tuple(pk for pk in ids if pk is not None)

    def teams(self) -> "tuple[Team, Team]":
        """Both teams, North-South first.

        :raises ValueError: if the game is a bye.
        """
        if self.ew is None:
            raise ValueError("A bye has one team.")
        return self.ns, self.ew
