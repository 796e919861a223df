"""One action at a time at each event: every action locks the event first, and then reads.

Every action updates the event's version at its end (``log``). If the event were locked last, two actions
could deadlock: one holds a game and needs the event, the other holds the event and needs that game. Because
it is locked first, no other row need be locked, nothing read under the lock is stale, and versions follow the
order of commits. On SQLite the write transaction does the same.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model, Q

from tournament.models import Event, Game, Phase, Team


def write(row: Model, **values: Any) -> None:
    """Set columns of a row, in memory and in the database. One query."""
    for name, value in values.items():
        setattr(row, name, value)
    type(row)._default_manager.filter(pk=row.pk).update(**values)


def lock_events(event_ids: Iterable[int]) -> dict[int, Event]:
    """Lock these events, and the others of their rooms. Returns the current rows by id. One query.

    ``no_key`` lets other transactions write rows that only refer to the event, such as a badge.
    """
    keys = [*event_ids]
    rooms = Event.objects.filter(pk__in=keys).values("room")
    locked = Event.objects.select_for_update(no_key=True).filter(Q(pk__in=keys) | Q(room__in=rooms))
    return {event.pk: event for event in locked.order_by("pk")}


def lock_event(event_id: int) -> Event:
    """Lock an event and the other one of its room until the action ends. Returns its current row. One query.

    :raises Event.DoesNotExist: if there is none.
    """
    locked = lock_events([event_id])
    if event_id in locked and locked[event_id].room and len(locked) == 1:
        # It joined the room while this action waited for the lock.
        locked = lock_events([event_id])
    if event_id not in locked:
        raise Event.DoesNotExist
    return locked[event_id]


def lock_game(game: Game) -> Game:
    """Lock a game's event. Returns the game with the rows that actions need. Three queries."""
    event = lock_event(game.event_id)
    row = Game.objects.with_everybody().select_related("phase", "round", "table").get(pk=game.pk)
    row.event = row.phase.event = event
    return row


def lock_team(team: Team) -> Team:
    """Lock a team's event. Returns the current row of the team. Two queries."""
    event = lock_event(team.event_id)
    row = Team.objects.get(pk=team.pk)
    row.event = event
    return row


def lock_phase(event: Event, kind: str) -> Phase:
    """Lock an event. Returns the current row of its phase. Two queries."""
    event = lock_event(event.pk)
    row = Phase.objects.get(event=event, kind=kind)
    row.event = event
    return row
