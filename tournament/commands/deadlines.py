"""Deadlines as rows: what the tick will find due."""

from datetime import datetime

from rules.contest.clock import deadline
from tournament.models import Deadline, Event, Game
from tournament.queries.clock import frozen_spans


def set_deadline(game: Game, *, step: int) -> Deadline:
    """When the ``step``-th five minutes of a called game are over, breaks not counted."""
    return Deadline.objects.create(event=game.event, game=game, step=step, due_at=_due(game, step))


def move_deadlines(event: Event) -> None:
    """Put every deadline still to come where the changed schedule has it."""
    for row in event.deadlines.filter(done_at=None).select_related("game", "event"):
        Deadline.objects.filter(pk=row.pk).update(due_at=_due(row.game, row.step))


def _due(game: Game, step: int) -> datetime:
    if game.called_at is None:
        raise ValueError("Nobody is late for a game that was not called.")
    return deadline(game.called_at, step * game.event.ready_minutes, frozen_spans(game.event))


def finish_deadlines(game: Game, *, at: datetime) -> None:
    """Nothing more can come due for this game."""
    game.deadlines.filter(done_at=None).update(done_at=at)
