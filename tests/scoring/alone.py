"""Events of individuals for the tests, their games, and played rounds."""

from datetime import datetime, timedelta

from tests import build
from tournament.models import Game, Round


def individuals(count: int, **plan):
    """An event in which partners change, with ``count`` people checked in."""
    event = build.event(**{"seating": "alone"} | plan)
    build.people(event, count)
    return event


def games_of(row: Round) -> list[Game]:
    return list(
        Game.objects.filter(round=row, kind="game", recalled_at=None)
        .select_related("event", "table", "round", "phase")
        .with_everybody()
        .order_by("pk")
    )


def played(event, rounds: int) -> list[Round]:
    """Call and play ``rounds`` rounds; North-South and East-West win in turn."""
    called = []
    for number in range(rounds):
        at = build.THREE + timedelta(minutes=30 * number)
        row = build.called_round(event, at)
        for index, game in enumerate(games_of(row)):
            side = "NS" if (index + number) % 2 else "EW"
            build.won(game, side, at=at + timedelta(minutes=12))
        called.append(row)
    return called


def after(rounds: int) -> datetime:
    return build.THREE + timedelta(minutes=30 * rounds)
