"""What referees do again and again: correct and take back hands, and mark a team as seated."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from rules.ruleset.hands import read_facts
from scoring.models import Hand
from scoring.recording.commands_hands import correct_hand, strike_hand
from scoring.recording.commands_late import start_five_minutes
from tests import build
from tournament.floor.commands_floor import mark_seated
from tournament.models import Actor, Game, Team


def last_hand(game: Game) -> Hand:
    """The last hand that counts."""
    return Hand.objects.standing().filter(game=game).select_related("game__event").latest("sequence")


def correct(
    hand: Hand, facts: Mapping[str, Any], *, at: datetime, by: Actor | None = None, reason: str = "Miscounted"
) -> Hand:
    """Correct a hand; by default the organizer does."""
    by = by or build.organizer(hand.game.event)
    return correct_hand(hand=hand, hand_id=uuid4(), facts=read_facts(facts), reason=reason, by=by, at=at)


def correct_all(game: Game, winner: str, *, at: datetime, by: Actor | None = None) -> None:
    """Correct every hand of a game: ``winner`` bid 4 and made it. The last correction decides."""
    for hand in Hand.objects.standing().filter(game=game).order_by("sequence"):
        correct(hand, replace(build.FOUR_MADE, bidder=winner), at=at, by=by)


def strike(hand: Hand, *, at: datetime, by: Actor | None = None, reason: str = "Wrong table") -> Hand:
    """Take a hand back; by default the organizer does."""
    by = by or build.organizer(hand.game.event)
    return strike_hand(hand=hand, hand_id=uuid4(), reason=reason, by=by, at=at)


def sit(game: Game, team: Team, at: datetime) -> None:
    """Mark a team as seated."""
    mark_seated(game=game, team=team, by=build.organizer(game.event), at=at)


def left_the_table(game: Game) -> None:
    """East-West have left their table, two minutes before the whistle of the first round."""
    by, at = build.organizer(game.event), build.at(15, 28)
    start_five_minutes(game=game, team=game.team("EW"), by=by, at=at)
