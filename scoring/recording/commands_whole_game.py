"""Change all hands of a game in one press: correct them together, or swap its sides (Rulebook E-32)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from rules.ruleset.hands import HandFacts
from rules.ruleset.seats import swapped
from scoring.game.locked_score import counting_hands_of
from scoring.hands.conflict_of_interest import why_not_yours
from scoring.models import Ending, GameScore, Hand
from scoring.recording.commands_hands import Change, change_hands, check_may_change
from tournament.errors import Refused, refuse
from tournament.event.rules_of_event import game_ruleset
from tournament.event.sitting import sides_at
from tournament.log.commands_sent import sent_before
from tournament.log.locks import lock_game
from tournament.models import Actor, Game


@dataclass(frozen=True, kw_only=True)
class CorrectedHand:
    """A hand of a game as it really was.

    Without ``facts`` that hand wasn't played, and is taken back.
    """

    facts: HandFacts | None = None
    replaces: UUID | None = None
    """The hand on the sheet; None if it was left out."""


@transaction.atomic
def correct_game(
    *, game: Game, key: UUID, lines: Sequence[CorrectedHand], reason: str, by: Actor, at: datetime
) -> list[Hand]:
    """Make a game's hands those of ``lines``: correct, add and take back what differs.

    There is a line for each hand that counts. Only the result has to be possible. Sent twice with the same
    ``key``, it is done once.

    :raises Refused: if the hands were changed meanwhile, nothing differs, nobody played the game, or these
        can't be its hands.
    """
    game = lock_game(game)
    content = (game, [(line.replaces, line.facts and line.facts.as_json()) for line in lines], reason.strip())
    if known := _sent_before("game.corrected", game, key, content, reason):
        return known
    hands = {hand.pk: hand for hand in counting_hands_of(game)}
    kept = {line.replaces: line.facts for line in lines if line.replaces}
    if kept.keys() != hands.keys():
        raise Refused("game.changed")
    changes = [
        Change(hand_id=uuid5(key, f"{pk}"), hand=hand, facts=kept[pk])
        for pk, hand in hands.items()
        if kept[pk] != hand.parsed
    ]
    new = [line for line in lines if line.replaces is None]
    changes += [Change(hand_id=uuid5(key, f"{index}"), facts=line.facts) for index, line in enumerate(new)]
    return _changed(game, changes, key, reason, by=by, at=at)


@transaction.atomic
def swap_sides(*, game: Game, key: UUID, reason: str, by: Actor, at: datetime) -> list[Hand]:
    """Give each side the hands of the other: they were entered for the wrong side.

    Sent twice with the same ``key``, it is done once.

    :raises Refused: if the game has other than two sides, or no hands.
    """
    game = lock_game(game)
    if known := _sent_before("game.sides-swapped", game, key, (game, reason.strip()), reason):
        return known
    if len(sides_at(game)) != 2:
        raise Refused("game.no-two-sides")
    ruleset = game_ruleset(game)
    changes = [
        Change(hand_id=uuid5(key, f"{hand.pk}"), hand=hand, facts=swapped(ruleset, hand.parsed))
        for hand in counting_hands_of(game)
    ]
    return _changed(game, changes, key, reason, by=by, at=at)


def _sent_before(action: str, game: Game, key: UUID, content: Any, reason: str) -> list[Hand]:
    """The rows that this press has written already."""
    known = list(Hand.objects.filter(game=game).of_press(key).order_by("sequence"))
    row = known[0] if known else None
    sent_before(action, row, key=key, content=content, now=reason.strip(), was=_why)
    return known


def _why(hand: Hand) -> str:
    return hand.reason


def _changed(
    game: Game, changes: Sequence[Change], key: UUID, reason: str, *, by: Actor, at: datetime
) -> list[Hand]:
    refuse(why_not_yours(game, by.badge))
    check_may_change(game, reason)
    if game.recalled_at:
        raise Refused("game.taken-back")
    if GameScore.objects.filter(game=game, ending__in=(Ending.BYE, Ending.WALKOVER)).exists():
        raise Refused("game.not-played")
    if not changes:
        raise Refused("game.nothing-to-change")
    return change_hands(game, changes, press=key, reason=reason, by=by, at=at)
