"""The five minutes that a called team has to be seated, as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Exists, OuterRef, Subquery

from rules.time.clock import Span, merged
from tournament.event.sitting import late_at
from tournament.models import Deadline, Event, Game, Side
from tournament.models.events import LateForfeits
from tournament.schedule.clock import frozen_spans
from tournament.schedule.countdown import Countdown, five_minutes_left

LATE_HANDS = UUID("5c1b6a0e-7d0f-4a3a-9c35-6d0b1f0e5a01")
SHORT = timedelta(minutes=1)
"""With this much time left, a team counts as late."""


@dataclass(frozen=True, kw_only=True)
class SittingDown:
    """The time left, of ``total`` seconds, before a team that isn't seated forfeits its ``hand``-th hand."""

    left: Countdown
    total: int
    hand: int
    due_at: datetime

    @property
    def is_late(self) -> bool:
        """Whether a hand was forfeited, or a minute or less is left."""
        return self.hand > 1 or self.left.seconds <= SHORT.total_seconds()


def sitting_down(
    event: Event, at: datetime, games: Iterable[Game] | None = None, frozen: Sequence[Span] | None = None
) -> dict[int, SittingDown]:
    """The countdowns that run at ``at``, by game id, for all games or ``games`` (loaded with their sides).

    None runs after the whistle, when nobody forfeits a hand any more (Rulebook E-14).
    At most four queries; one if ``frozen`` is given; none if ``games`` are given and everybody is seated.
    """
    coming = event.deadlines.coming().filter(game__over_at=None).order_by("-due_at")
    coming = coming.exclude(game__round__whistle_at__lte=at)
    if games is None:
        is_late = Exists(Side.objects.filter(game=OuterRef("game"), seated_at=None))
        rows = list(coming.filter(is_late))
    else:
        late = [game.pk for game in games if game.called_at and not game.over_at and late_at(game)]
        rows = list(coming.filter(game__in=late)) if late else []
    spans = merged(frozen_spans(event, at) if frozen is None else frozen) if rows else ()
    return {
        row.game_id: SittingDown(
            left=five_minutes_left(event, at, row, spans),
            total=event.ready_minutes * 60,
            hand=row.step,
            due_at=row.due_at,
        )
        for row in rows
    }


def late_columns() -> dict[str, Any]:
    """Annotations of games, or of rows with a game's id: ``due_at`` and ``has_late_hands``.

    The first is when a late team's five minutes are over, the other whether a referee has to decide about a
    late hand.
    """
    deadlines = Deadline.objects.filter(game=OuterRef("pk"))
    return {
        "due_at": Subquery(deadlines.coming().order_by("due_at").values("due_at")[:1]),
        "has_late_hands": Exists(deadlines.proposed().order_by()),
    }


def what_comes(
    event: Event, down: SittingDown, *, late: int, has_hands: bool, is_called: bool = False
) -> str:
    """What comes when the time of ``late`` sides is up, such as "a forfeited hand". No query."""
    if late > 1:
        again = " again" if is_called else ""
        if event.way.many_sides:
            return f"a referee is called{again}: more than one is late, so nobody scores"
        return f"a referee is called{again}: both are late, so neither scores"
    if event.late_forfeits == LateForfeits.GAME and not has_hands:
        return "the game is forfeited"
    return "another forfeited hand" if down.hand > 1 and has_hands else "a forfeited hand"


def late_hand_id(deadline: Deadline) -> UUID:
    """The id of the hand that a deadline forfeits. Deterministic, so that a retry stores nothing new."""
    return uuid5(LATE_HANDS, f"{deadline.game_id}/{deadline.call}/{deadline.step}")
