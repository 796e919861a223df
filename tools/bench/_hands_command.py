"""The speed of ``record_hand``, compared with one durable insert through Django.

Import it only where Django is set up, with a separate migrated database.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.db import connection, connections, transaction
from django.utils import timezone

from scoring.integrity import integrity
from scoring.recording.commands_hands import record_hand
from scoring.standings.standings import standings
from tests import build
from tests.pages.visit import still_clock
from tools.bench._hands_http import SIDES, WARM
from tools.bench._together import Action, Measured, dealt, merged, nothing, together
from tournament.models import Event, LogEntry

TABLES = 32


def measure_commands(referees: tuple[int, ...], at_least: float) -> Iterator[Measured]:
    """Measure the bare insert and the command in turn, for each number of concurrent referees."""
    _batch(WARM, together_by=1)
    for people in referees:
        bare: list[Measured] = []
        commands: list[Measured] = []
        while sum(batch.seconds for batch in commands) < at_least:
            bare.append(_bare(people))
            commands.append(_batch(TABLES, together_by=people))
        yield merged(bare)
        yield merged(commands)


def _together(what: str, actions: list[list[Action]]) -> Measured:
    """Run the actions concurrently. With a pool, each returns its connection, as a request does."""
    is_pooled = connection.vendor == "postgresql"
    rest = connections.close_all if is_pooled else nothing
    return together(what, actions, leave=connections.close_all, rest=rest)


def _bare(people: int) -> Measured:
    event = Event.objects.order_by("pk")[0]
    badge = event.badges.order_by("pk")[0]

    def insert() -> None:
        with transaction.atomic():
            LogEntry.objects.create(event=event, action="bench.bare", by=badge, at=timezone.now())

    return _together("bare insert", dealt([insert] * TABLES * len(SIDES), people))


def _batch(tables: int, *, together_by: int) -> Measured:
    """Measure one event: every table's game from its first hand to its last."""
    event, games = hall(tables)
    by, at = build.referee(event), build.at(15, 10)

    def entering(game: Any, sequence: int, side: str) -> Callable[[], Any]:
        facts = replace(build.FOUR_MADE, bidder=side)
        return lambda: record_hand(hand_id=uuid4(), game=game, facts=facts, sequence=sequence, by=by, at=at)

    actions = [
        [entering(game, sequence, side) for game in mine for sequence, side in enumerate(SIDES, start=1)]
        for mine in dealt(games, min(together_by, tables))
    ]
    if together_by == 1:
        _watch_standings(event, games, actions[0])
    measured = _together("command", actions)
    _check(event, tables)
    return measured


def _watch_standings(event: Any, games: list[Any], actions: list[Action]) -> None:
    """Play the first table's game before measuring, and check the standings after every hand."""
    units = {games[0].team("NS").pk: 0, games[0].team("EW").pk: 0}
    for side in SIDES:
        actions.pop(0)()
        units[games[0].team("NS").pk if side == "NS" else games[0].team("EW").pk] += 1
        now = {row.team_id: row.units for row in standings(event).rows}
        assert {team: now[team] for team in units} == units, "The standings are behind."


def check_all() -> None:
    """Check the integrity of every event."""
    for event in Event.objects.all():
        assert integrity(event) == []


def _check(event: Any, tables: int) -> None:
    """Check that every hand counts, once."""
    assert integrity(event) == []
    assert sum(row.units for row in standings(event).rows) == tables * len(SIDES), "A hand is missing."


def hall(tables: int) -> tuple[Any, list[Any]]:
    """An event with a called game at each table."""
    event = build.event(name=f"Hall {uuid4()}", tables=tables)
    build.teams(event, 2 * tables)
    games = build.called_round(event).games.select_related("event", "table").with_everybody().order_by("pk")
    return event, list(games)


def make_halls(tables: list[int]) -> list[dict[str, Any]]:
    """Practice events for hands over HTTP, each with its games and a referee's secret."""
    made = []
    for count in tables:
        event, games = hall(count)
        event.is_practice = True
        event.save(update_fields=["is_practice"])
        still_clock(event, build.at(15, 10))
        secret = build.referee(event).badge.secret
        made.append({"slug": event.slug, "games": [game.pk for game in games], "secret": secret})
    return made
