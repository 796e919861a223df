"""A game's score under lock, its counting hands, and the time to store for a new one."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from scoring.game.table_state import is_timed_by_hand
from scoring.models import Agreement, GameScore, Hand, Report, Ruling
from tournament.floor.calling import has_whistled
from tournament.models import Game, Round
from tournament.models.floor import GameKind
from tournament.schedule.five_minutes import late_columns


@dataclass(frozen=True, kw_only=True, slots=True)
class LockedScore:
    """A game's score, read under the game's lock."""

    score: GameScore
    is_passed: bool
    """Whether a later round has been called."""
    has_answers: bool
    """Whether there are reports of the next hand, or agreements with the result."""


def locked_score(game: Game) -> LockedScore:
    """The score, which is then also the game's ``score``. The caller holds the game's lock. One query.

    The score also has ``late_columns``, and whether there ``has_rulings`` of the game been, for the sheet.
    """
    later = Round.objects.called().filter(
        phase=OuterRef("game__phase"), number__gt=OuterRef("game__round__number")
    )
    waiting = Report.objects.filter(game=OuterRef("pk"), hand=None, withdrawn_at=None)
    agreed = Agreement.objects.filter(game=OuterRef("pk"), withdrawn_at=None)
    found: Any = GameScore.objects.annotate(
        is_passed=Q(game__kind=GameKind.GAME) & Exists(later),
        has_answers=Exists(waiting) | Exists(agreed),
        has_rulings=Exists(Ruling.objects.filter(game=OuterRef("pk"))),
        **late_columns(),
    ).get(game=game)
    game.score = found
    return LockedScore(score=found, is_passed=bool(found.is_passed), has_answers=bool(found.has_answers))


def counting_hands_of(game: Game) -> list[Hand]:
    """The hands of a game that count, in order. One query."""
    return list(Hand.objects.standing().filter(game=game).order_by("sequence"))


def may_be_cut_off(game: Game, at: datetime) -> bool:
    """Whether the whistle has sounded, or a referee may call time (E-7). No query, with its round."""
    return is_timed_by_hand(game) or has_whistled(game, at)


def where(game: Game) -> str:
    return str(game.table or game)


def effective_time(
    game: Game, written: Iterable[Hand], effective_at: datetime | None, at: datetime
) -> datetime:
    """The time to store for a hand that arrives at ``at``, so that a game's hands stay in order. No query.

    Not before the game's call or the last hand ``written`` so far, and not later than now.
    """
    facts = [moment for moment in (game.called_at, *(hand.at for hand in written)) if moment]
    return min(at, max([effective_at or at, *facts]))
