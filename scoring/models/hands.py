from typing import Any
from uuid import UUID

from django.db import models

from rules.ruleset.hands import HandFacts, read_facts


class HandQuerySet(models.QuerySet["Hand"]):
    def standing(self) -> "HandQuerySet":
        """The hands that count: neither replaced by a correction nor struck."""
        return self.filter(replaced_by=None, is_struck=False)

    def of_press(self, press: UUID) -> "HandQuerySet":
        """The rows that one press wrote."""
        return self.filter(models.Q(press=press) | models.Q(press=None, pk=press))


class Hand(models.Model):
    """One hand as reported, and its score by the rules. Never edited.

    The sending device makes its ``id``, so that a hand sent twice is stored once. A correction is a new row
    that ``replaces`` the old one and keeps its ``sequence``; a struck row takes a hand back. Rows that one
    press wrote have the same ``press``, so that one Undo takes all of them back.
    """

    id = models.UUIDField(primary_key=True)
    game = models.ForeignKey("tournament.Game", on_delete=models.PROTECT, related_name="hands")
    sequence = models.PositiveSmallIntegerField()
    facts = models.JSONField()
    # Facts that don't count for the score: the auction, the bidder's seat.
    notes = models.JSONField(default=dict, blank=True)
    is_decider = models.BooleanField(default=False)
    winner_side = models.CharField(max_length=2, blank=True)
    # By side name.
    units = models.JSONField(default=dict)
    points = models.JSONField(default=dict)
    is_boston = models.BooleanField(default=False)
    is_awarded = models.BooleanField(default=False)
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by"
    )
    is_struck = models.BooleanField(default=False)
    # None if the press wrote this row alone: then the row's id is the key of the press.
    press = models.UUIDField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()
    # When it arrived, if it had waited on a phone since ``at``.
    sent_at = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey("tournament.Badge", on_delete=models.PROTECT)
    device = models.CharField(max_length=80, blank=True)

    objects = HandQuerySet.as_manager()

    # Stored in ``notes``; everything else is in ``facts``.
    NOTES = ("bidder_seat", "calls")

    class Meta:
        # Few hands are awarded, and a season looks for them among all its hands.
        indexes = (models.Index(fields=("game",), condition=models.Q(is_awarded=True), name="hand_awarded"),)
        ordering = ("game", "sequence", "at")
        constraints = (
            models.UniqueConstraint(
                fields=("game", "sequence"), condition=models.Q(replaces=None), name="hand_has_its_place"
            ),
            models.CheckConstraint(
                condition=models.Q(is_struck=False) | models.Q(replaces__isnull=False),
                name="hand_struck_replaces_another",
            ),
            models.CheckConstraint(
                condition=models.Q(replaces=None) | ~models.Q(reason=""), name="hand_corrected_with_a_reason"
            ),
        )

    def __str__(self) -> str:
        return f"hand {self.sequence} of game {self.game_id}"

    @classmethod
    def columns(cls, hand_facts: HandFacts) -> dict[str, Any]:
        """The columns that store ``hand_facts``; ``Hand.parsed`` reads them back."""
        facts = hand_facts.as_json()
        notes = {field: facts.pop(field) for field in cls.NOTES if field in facts}
        return {"facts": facts, "notes": notes}

    @property
    def pressed(self) -> UUID:
        """The key of the press that wrote this row."""
        return self.press or self.pk

    @property
    def parsed(self) -> HandFacts:
        return read_facts({**self.facts, **self.notes})


class Ending(models.TextChoices):
    WON = "won", "won"
    WHISTLE = "whistle", "ahead at the whistle"
    DECIDER = "decider", "won by the deciding hand"
    FORFEIT = "forfeit", "forfeited"
    BYE = "bye", "bye"
    VOID = "void", "no result"
    WALKOVER = "walkover", "walkover"


class GameScore(models.Model):
    """A game's result, equal to what the integrity check computes. What each side won is on its ``Side``."""

    game = models.OneToOneField(
        "tournament.Game", primary_key=True, on_delete=models.PROTECT, related_name="score"
    )
    hands = models.PositiveSmallIntegerField(default=0)
    winner = models.ForeignKey("tournament.Team", null=True, blank=True, on_delete=models.PROTECT)
    ending = models.CharField(max_length=8, choices=Ending, blank=True)
    # Set when the whistle ended the game's ordinary hands; a hand after it is the deciding hand.
    whistled_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=300, blank=True)

    def __str__(self) -> str:
        return f"{self.game}: {self.get_ending_display() or 'open'}"

    @property
    def was_voided(self) -> bool:
        """Whether somebody ended the game with no result; otherwise its hands say how it ended."""
        return self.ending == Ending.VOID and bool(self.void_reason)
