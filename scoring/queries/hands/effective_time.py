"""When a hand was entered: what waited on a phone was entered before it came in (Rulebook E-63)."""

from collections.abc import Iterable
from datetime import datetime

from scoring.models import Hand
from tournament.models import Game


def effective_time(
    game: Game, written: Iterable[Hand], effective_at: datetime | None, at: datetime
) -> datetime:
    """The moment of a hand that comes in at ``at``. A game's facts stay in order, whatever a phone says.

    Never before its game was called, nor before the last of its hands ``written`` so far; never later than
    now. No query.
    """
    facts = [moment for moment in (game.called_at, *(hand.at for hand in written)) if moment]
    return min(at, max([effective_at or at, *facts]))
