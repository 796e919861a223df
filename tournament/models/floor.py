from collections.abc import Iterable, Sequence
from typing import Any
from uuid import uuid4

from django.db import models
from django.db.models import Q, Subquery
from django.utils.functional import cached_property

from rules.competition.phase_two.games import SECOND_CHANCE, is_second_chance, nth
from tournament.models.sides import Seat, Side, everybody_in
from tournament.models.teams import Team


class Table(models.Model):
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


class TableState(models.TextChoices):
    """The state of a table or a game, and its word on every page."""

    FREE = "free", "Free"
    WAITING = "waiting", "Waits to be called"
    SITTING = "sitting", "Being seated"
    LATE = "late", "Late"
    PLAYING = "playing", "Playing"
    WHISTLE = "whistle", "Time’s up"
    DECIDER = "decider", "One hand decides"
    CALLED = "called", "Wants a referee"
    OVER = "over", "Over"
    BYE = "bye", "Bye"
    # Over, as seen by one of its teams.
    WON = "won", "Won"
    LOST = "lost", "Lost"


class RefereeCall(models.TextChoices):
    ASKED = "asked", "somebody at the table asks"
    BOTH_LATE = "both", "nobody sits"
    LATE_HAND = "late", "a late hand is to be decided"
    REPORTS = "reports", "the reports of a hand differ"
    OBJECTION = "objects", "somebody objects to the result"
    HEAD = "head", "the head referee is wanted"


LATE_CALLS = (RefereeCall.BOTH_LATE, RefereeCall.LATE_HAND)
"""The clock's own calls, for teams that are late."""


class GameKind(models.TextChoices):
    GAME = "game", "game"
    BYE = "bye", "bye"
    PLAYOFF = "playoff", "play-off hand"


class GameQuerySet(models.QuerySet["Game"]):
    def with_everybody(self) -> "GameQuerySet":
        """Prefetch the sides and everybody's seats. One more query, however many games."""
        return self.prefetch_related(everybody_in("seats"))

    def with_table_and_round(self) -> "GameQuerySet":
        return self.with_everybody().select_related("event", "phase", "round", "table")

    def standing(self) -> "GameQuerySet":
        """The games that count: neither taken back nor in a draft."""
        return self.filter(Q(round=None) | Q(round__called_at__isnull=False), recalled_at=None)

    def without_past_rounds(self) -> "GameQuerySet":
        """The games of the newest round, those without a round, and older ones that aren't finished."""
        newest = self.filter(round__isnull=False).order_by("-round_id").values("round_id")[:1]
        to_do = Q(over_at=None) | Q(referee_called_at__isnull=False)
        return self.filter(to_do | Q(round=None) | Q(round=Subquery(newest)))

    def of(self, *teams: Team | int | None) -> "GameQuerySet":
        return self.filter(pk__in=Seat.objects.filter(team__in=teams).values("game"))

    def among(self, teams: Iterable[Team | int]) -> "GameQuerySet":
        """The games in which nobody else sits."""
        return self.exclude(pk__in=Seat.objects.exclude(team__in=teams).values("game"))

    def waiting(self) -> "GameQuerySet":
        """The games of a called round that have no table yet."""
        return self.filter(
            kind=GameKind.GAME, round__called_at__isnull=False, called_at=None, over_at=None, recalled_at=None
        )

    def never_called(self) -> "GameQuerySet":
        """The games that were neither called nor recalled after a call."""
        return self.standing().filter(called_at=None, over_at=None, deadlines=None)

    def of_places(self) -> "GameQuerySet":
        """Without those of the second chance, which decide no place (Rulebook E-227)."""
        return self.exclude(bracket_position__startswith=SECOND_CHANCE)

    def bracket_first(self) -> "GameQuerySet":
        """Ordered as they are called: those of the second chance last."""
        is_last = Q(bracket_position__startswith=SECOND_CHANCE)
        return self.alias(is_last=is_last).order_by("is_last", "-number", "pk")

    def open(self) -> "GameQuerySet":
        return self.standing().filter(called_at__isnull=False, over_at=None)


OPEN = Q(called_at__isnull=False, over_at=None, recalled_at=None)


class Game(models.Model):
    """One game at one table, or a bye. Its sides and people are ``Side`` and ``Seat`` rows."""

    key = models.UUIDField(unique=True, default=uuid4)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="games")
    phase = models.ForeignKey("tournament.Phase", on_delete=models.PROTECT, related_name="games")
    round = models.ForeignKey(
        "tournament.Round", null=True, blank=True, on_delete=models.PROTECT, related_name="games"
    )
    kind = models.CharField(max_length=8, choices=GameKind, default=GameKind.GAME)
    bracket_position = models.CharField(max_length=8, blank=True)
    """Its place in the bracket ("F" is the final); empty in Phase I. There it may be game ``number`` of a
    series of at most ``best_of`` (Rulebook E-80). Individuals are partners for this game only, or play each
    for themselves (Rulebook E-51). A game with ``recalled_at`` was taken back and counts for nothing.
    """
    number = models.PositiveSmallIntegerField(default=1)
    best_of = models.PositiveSmallIntegerField(default=1)
    table = models.ForeignKey(Table, null=True, blank=True, on_delete=models.PROTECT, related_name="games")
    made_at = models.DateTimeField()
    called_at = models.DateTimeField(null=True, blank=True)
    referee_called_at = models.DateTimeField(null=True, blank=True)
    referee_called_for = models.CharField(max_length=200, blank=True)
    referee_call = models.CharField(max_length=8, choices=RefereeCall, blank=True)
    # The name of the referee who has said that they are coming, or to whom the call was passed.
    referee_coming = models.CharField(max_length=80, blank=True, default="")
    over_at = models.DateTimeField(null=True, blank=True)
    recalled_at = models.DateTimeField(null=True, blank=True)

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("table",), condition=OPEN, name="game_has_the_table_alone"),
            models.UniqueConstraint(
                fields=("phase", "bracket_position", "number"),
                condition=Q(recalled_at=None) & ~Q(bracket_position=""),
                name="game_fills_its_slot_once",
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=models.F("best_of")), name="game_is_one_of_its_series"
            ),
        )

    def __str__(self) -> str:
        if self.is_bye:
            return f"{self.everybody()[0]}, bye"
        if len(self.by_side()) > 2:
            return ", ".join(team.name for team in self.everybody())
        return " vs. ".join(
            " & ".join(team.name for team in teams) for teams in self.teams_by_side().values()
        )

    @cached_property
    def seating(self) -> "Sequence[Seat]":
        """Everybody's seat, in the order of the sides. One query, unless the game came ``with_everybody``."""
        # Django's cached_property, because prefetch_related can fill it.
        return list(self.seats.select_related("side", "team"))

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        vars(self).pop("seating", None)
        super().refresh_from_db(*args, **kwargs)

    def by_side(self) -> "dict[str, Side]":
        sides: dict[str, Side] = {}
        for seat in self.seating:
            sides.setdefault(seat.side.name, seat.side)
        return sides

    def teams_by_side(self) -> "dict[str, tuple[Team, ...]]":
        """The teams of each side, in the order of their chairs."""
        teams: dict[str, tuple[Team, ...]] = {}
        for seat in self.seating:
            teams[seat.side.name] = (*teams.get(seat.side.name, ()), seat.team)
        return teams

    def everybody(self) -> "tuple[Team, ...]":
        return tuple(seat.team for seat in self.seating)

    def everybody_ids(self) -> tuple[int, ...]:
        return tuple(seat.team_id for seat in self.seating)

    def side(self, name: str) -> Side:
        return self.by_side()[name]

    def team(self, seat: str) -> Team:
        return next(each.team for each in self.seating if seat in each.chair or seat == each.side.name)

    def teams(self) -> "tuple[Team, Team]":
        """The two teams of a game, in the order of the sides; for partners, the one in the first chair.

        :raises ValueError: if the game is a bye.
        """
        first, second = self.teams_by_side().values()
        return first[0], second[0]

    @property
    def call_in_words(self) -> str:
        """Why a referee is wanted, and who is coming; empty without a call."""
        coming = f" {self.referee_coming} is coming." if self.referee_coming else ""
        return f"{self.referee_called_for}{coming}"

    @property
    def who_comes(self) -> str:
        """The subject of "… is on the way"."""
        return self.referee_coming or "A referee"

    @property
    def bracket_key(self) -> str:
        """The game's key in the bracket: ``F``, or ``F:2`` in a series. Empty in Phase I."""
        return nth(self.bracket_position, self.number)

    @property
    def is_second_chance(self) -> bool:
        return is_second_chance(self.bracket_position)

    @property
    def is_bye(self) -> bool:
        return self.kind == GameKind.BYE

    @property
    def is_one_hand(self) -> bool:
        """Whether one hand decides it: a play-off, unless the event plays whole games off (E-3, E-215)."""
        return self.kind == GameKind.PLAYOFF and not self.event.plays_off_games

    @property
    def is_of_individuals(self) -> bool:
        return len(self.seating) > 2
