"""The five minutes to be seated, as the people at the table see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid5

from rules.competition.clock import Span
from tournament.models import Deadline, Event, Game
from tournament.queries.clock import frozen_spans
from tournament.queries.countdown import Countdown, five_minutes_left
from tournament.queries.sitting import is_everybody_seated

LATE_HANDS = UUID("5c1b6a0e-7d0f-4a3a-9c35-6d0b1f0e5a01")


@dataclass(frozen=True, kw_only=True)
class SittingDown:
    """The time left before a team that doesn't sit forfeits a hand: its first, its second (``hand``)."""

    left: Countdown
    total: int
    hand: int


def sitting_down(
    event: Event, game: Game, at: datetime, frozen: Sequence[Span] | None = None
) -> SittingDown | None:
    """The five minutes of a called game; None when nothing comes due any more. Four queries at most.

    One, where it is known already when timer paused (``frozen``).
    """
    if is_everybody_seated(game):
        return None
    due = game.deadlines.coming().order_by("due_at").first()
    if due is None:
        return None
    left = five_minutes_left(event, at, due, frozen_spans(event, at) if frozen is None else frozen)
    return SittingDown(left=left, total=event.ready_minutes * 60, hand=due.step)


def late_hand_id(deadline: Deadline) -> UUID:
    """The id of the hand that a deadline forfeits, whoever does it and however often. No query."""
    return uuid5(LATE_HANDS, f"{deadline.game_id}/{deadline.call}/{deadline.step}")
