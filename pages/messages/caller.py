"""The caller's sheet: who goes where, to be read aloud, and who hasn't moved."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.event.sitting import late_at, name_on
from tournament.floor.seats_now import SeatRow, Seats, seats
from tournament.models import Event, Game

SOON = timedelta(minutes=2)
"""Teams that aren't at their table this long after the call are listed (Rulebook E-184)."""


@dataclass(frozen=True, kw_only=True)
class Unmoved:
    """A called table that isn't complete: who is ``missing``, and for how many minutes."""

    game_id: int
    table: int
    missing: tuple[str, ...]
    minutes: int


@dataclass(frozen=True, kw_only=True)
class CallerSheet:
    seats: Seats
    names: tuple[SeatRow, ...]
    unmoved: tuple[Unmoved, ...]


def caller_sheet(event: Event, at: datetime) -> CallerSheet:
    """Who sits where, and who hasn't moved, longest first. Seven queries at most."""
    now = seats(event)
    return CallerSheet(
        seats=now,
        names=tuple(row for row in now.teams if row.table and row.has_game),
        unmoved=unmoved(event, at),
    )


def unmoved(event: Event, at: datetime) -> tuple[Unmoved, ...]:
    """The tables called at least ``SOON`` ago where somebody isn't there yet. Two queries."""
    called = (
        Game.objects.open()
        .filter(event=event, table__isnull=False, called_at__lte=at - SOON, sides__seated_at=None)
        .select_related("table", "event")
        .with_everybody()
        .distinct()
        .order_by("called_at", "table__number")
    )
    return tuple(
        Unmoved(
            game_id=game.pk,
            table=game.table.number if game.table else 0,
            missing=tuple(name_on(game, side).name for side in late_at(game)),
            minutes=int((at - game.called_at).total_seconds() // 60) if game.called_at else 0,
        )
        for game in called
    )
