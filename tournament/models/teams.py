from django.db import models
from django.db.models.functions import Lower

from tournament.models.links import sealed

IN_ONE_ROOM = 100
"""The numbers of the younger event of a room come after this one (Rulebook E-201)."""

EMBLEMS = "▲■●◆★♠♥♦♣✚◐▼◢◤✿☀☂⚑⚓♫"


class TeamQuerySet(models.QuerySet["Team"]):
    def present(self) -> "TeamQuerySet":
        return self.filter(checked_in_at__isnull=False, withdrawn_at=None)

    def to_seat(self, round_number: int = 0) -> "TeamQuerySet":
        """The teams that can be seated in this round, without those that sit out (Rulebook E-170, E-195)."""
        return self.present().filter(models.Q(sits_out_at=None) | models.Q(sits_out_round__lt=round_number))

    def with_place(self) -> "TeamQuerySet":
        return self.filter(waits_since=None, withdrawn_at=None)

    def waiting(self) -> "TeamQuerySet":
        """The waiting list, in its order (Rulebook E-162)."""
        return self.filter(waits_since__isnull=False, withdrawn_at=None).order_by("waits_since", "number")


class Team(models.Model):
    """An entrant: two players who play together all day, or an individual.

    With ``waits_since`` it is on the waiting list, until it moves up at ``moved_up_at`` (Rulebook E-162). An
    entry that was ``merged_into`` another has withdrawn (Rulebook E-166).
    """

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="teams")
    number = models.PositiveIntegerField()
    """And ``emblem`` identify it next to its name."""
    name = models.CharField(max_length=60)
    home = models.CharField(max_length=60, blank=True)
    """Where the players are from."""
    needs_accessible = models.BooleanField(default=False)
    fixed_table = models.ForeignKey(
        "tournament.Table", null=True, blank=True, on_delete=models.PROTECT, related_name="kept_for"
    )
    signed_up_at = models.DateTimeField()
    checked_in_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    back_at = models.DateTimeField(null=True, blank=True)
    """When somebody confirmed that it is here for Phase II (Rulebook E-81)."""
    waits_since = models.DateTimeField(null=True, blank=True)
    part_here_at = models.DateTimeField(null=True, blank=True)
    """When its first players came and began to wait for the others."""
    sits_out_at = models.DateTimeField(null=True, blank=True)
    """When it began to sit out (E-169, E-170)."""
    sits_out_round = models.PositiveIntegerField(null=True, blank=True)
    """The round if it sits out only one (E-195)."""
    moved_up_at = models.DateTimeField(null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )

    objects = TeamQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="team_number_is_its_own"),
            models.UniqueConstraint(Lower("name"), "event", name="team_name_is_its_own"),
            models.CheckConstraint(
                condition=models.Q(waits_since=None)
                | models.Q(checked_in_at=None)
                | models.Q(withdrawn_at__isnull=False),
                name="team_that_waits_is_not_checked_in",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def sits_out_of(self, round_number: int) -> bool:
        """Whether it sits this round of Phase I out (Rulebook E-195)."""
        until = self.sits_out_round
        return self.sits_out_at is not None and (until is None or until >= round_number)

    @property
    def emblem(self) -> str:
        # Half the list away in each hundred, so that number 101 of a room has another emblem than number 1.
        return EMBLEMS[(self.number - 1 + self.number // IN_ONE_ROOM * len(EMBLEMS) // 2) % len(EMBLEMS)]

    @property
    def page_secret(self) -> str:
        """The secret of the page that they see after sign-up: that of the team's private link."""
        secret: str = self.badge.secret
        return secret


class Player(models.Model):
    """A person who plays: in a team, or still looking for a partner (``team`` is null).

    For a substitute, ``stands_in_for`` is the original player (Rulebook E-20). A substitute who is at the
    event anyway has another row, ``same_as``: on that list, or in another team. If their own team plays on,
    they substitute in ``for_game`` only (Rulebook E-126). A crew member (``is_crew``) plays so that nobody is
    left over (E-167, E-168).
    """

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="players")
    team = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(max_length=60)
    contact = models.CharField(max_length=120, blank=True)
    # When they agreed to messages about the event (Rulebook E-182).
    consent_at = models.DateTimeField(null=True, blank=True)
    about = models.CharField(max_length=140, blank=True, default="")
    """For others who look for a partner."""
    is_crew = models.BooleanField(default=False)
    signed_up_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    """When the player left the list of people looking for a partner, was replaced, or stopped being the
    substitute.
    """
    stands_in_for = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="substitutes"
    )
    same_as = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="helps_as"
    )
    for_game = models.ForeignKey(
        "tournament.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="helpers"
    )
    merged_into = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="merged"
    )

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name

    @property
    def page_secret(self) -> str:
        """The secret of the page that they see after they signed up alone."""
        return sealed("player", self.key)

    @property
    def may_message(self) -> bool:
        return self.consent_at is not None


class SubstituteRequestQuerySet(models.QuerySet["SubstituteRequest"]):
    def open(self) -> "SubstituteRequestQuerySet":
        """The requests that wait for an answer."""
        return self.filter(answered_at=None)


class SubstituteRequest(models.Model):
    """``person`` is asked on their own phone to substitute for ``player`` (Rulebook E-125)."""

    key = models.UUIDField(unique=True)
    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="requests")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="requests")
    person = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="asked_as")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    answered_at = models.DateTimeField(null=True, blank=True)
    is_accepted = models.BooleanField(null=True, blank=True)
    """None until they answer, and stays None if the request is closed without an answer."""

    objects = SubstituteRequestQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.person} for {self.player}"


class KeptApartQuerySet(models.QuerySet["KeptApart"]):
    def standing(self) -> "KeptApartQuerySet":
        return self.filter(ended_at=None)


class KeptApart(models.Model):
    """Two teams that shouldn't meet in Phase I, until ``ended_at`` (Rulebook E-65)."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="kept_apart")
    one = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = KeptApartQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(one=models.F("other")), name="kept_apart_are_two"),
        )

    def __str__(self) -> str:
        return f"{self.one} and {self.other}, kept apart"


class Namesakes(models.Model):
    """Two players with one name, confirmed to be two people: the desk isn't asked again (Rulebook E-166)."""

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="namesakes")
    one = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.one} and another"


class DrawnGame(models.Model):
    """A game of open play that was drawn in advance.

    Two teams with two such games meet twice, even in an event without rematches (L-9).
    """

    event = models.ForeignKey("tournament.Event", on_delete=models.PROTECT, related_name="drawn_games")
    north = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    """Sits North–South, or first (Rulebook L-25)."""
    east = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(north=models.F("east")), name="drawn_game_has_two"),
        )

    def __str__(self) -> str:
        return f"{self.north} against {self.east}"


NOBODY = "Somebody"


"""The name that replaces those of people who never found a partner, when they are erased."""
