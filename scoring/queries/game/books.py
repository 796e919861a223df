"""What has to be known of a game before its hands change."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from scoring.models import Agreement, GameScore, Hand, Report
from scoring.queries.game.state import is_timed_by_hand
from tournament.models import Game, Round
from tournament.models.floor import GameKind
from tournament.queries.calling import has_whistled


@dataclass(frozen=True, kw_only=True, slots=True)
class Books:
    """What has to be known of a game before its hands change: its score, and what hangs on it.

    ``is_passed`` is whether a later round has been called; ``is_stood_by`` whether reports of its next hand
    wait, or somebody agreed to its result.
    """

    score: GameScore
    is_passed: bool
    is_stood_by: bool


def books(game: Game) -> Books:
    """The books of a game. Looked at under the lock, or they may be another's by now. One query."""
    later = Round.objects.called().filter(
        phase=OuterRef("game__phase"), number__gt=OuterRef("game__round__number")
    )
    waiting = Report.objects.filter(game=OuterRef("pk"), hand=None, withdrawn_at=None)
    agreed = Agreement.objects.filter(game=OuterRef("pk"), withdrawn_at=None)
    found: Any = GameScore.objects.annotate(
        is_passed=Q(game__kind=GameKind.GAME) & Exists(later), is_stood_by=Exists(waiting) | Exists(agreed)
    ).get(game=game)
    return Books(score=found, is_passed=bool(found.is_passed), is_stood_by=bool(found.is_stood_by))


def standing_hands(game: Game) -> list[Hand]:
    """The hands of a game that count, in order. One query."""
    return list(Hand.objects.standing().filter(game=game).order_by("sequence"))


def may_be_cut_off(game: Game, at: datetime) -> bool:
    """Whether the whistle of its round had gone, or a referee may say that time is up (Rulebook E-7).

    No query, if the round came with it.
    """
    return is_timed_by_hand(game) or has_whistled(game, at)


def where(game: Game) -> str:
    return str(game.table or game)


def effective_time(
    game: Game, written: Iterable[Hand], effective_at: datetime | None, at: datetime
) -> datetime:
    """The moment of a hand that comes in at ``at``. A game's facts stay in order, whenever they came.

    Never before its game was called, nor before the last of its hands ``written`` so far; never later than
    now. No query.
    """
    facts = [moment for moment in (game.called_at, *(hand.at for hand in written)) if moment]
    return min(at, max([effective_at or at, *facts]))
