"""The five minutes to sit down, as the people at the table see them."""

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Event, Game
from tournament.queries.clock import frozen_spans
from tournament.queries.countdown import Countdown, playing_countdown


@dataclass(frozen=True, kw_only=True)
class SittingDown:
    """The time left before a team that doesn't sit forfeits a hand: its first, its second (``hand``)."""

    left: Countdown
    total: int
    hand: int


def sitting_down(event: Event, game: Game, at: datetime) -> SittingDown | None:
    """The five minutes of a called game; None when nothing comes due any more. Two queries."""
    spans = frozen_spans(event)
    due = game.deadlines.filter(done_at=None).order_by("due_at").first()
    if due is None or (game.ns_seated_at and game.ew_seated_at):
        return None
    return SittingDown(
        left=playing_countdown(event, at, due.due_at, spans), total=event.ready_minutes * 60, hand=due.step
    )
