"""Fields of any size in the middle of Phase I, and the time that their standings take.

Import it only where Django is set up, with a separate migrated database.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from random import Random
from statistics import median
from uuid import uuid4

from django.db import transaction

from rules.standings.bubble import outlooks
from rules.standings.standings import rank
from rules.standings.tie_breaks import TIE_BREAKS
from scoring.models import GameScore
from scoring.standings.board import board
from scoring.standings.played import phase_one_games
from scoring.standings.standings import standings
from tests import build
from tournament.event.day_rows import phase, with_its_day
from tournament.floor.commands_seats import make_games
from tournament.models import Event, Game, Round, Side, Team
from tournament.schedule.clock import phase_one_slots

ROUNDS = 3
BY_STRENGTH = ("games_won", "buchholz", "median_buchholz", "sonneborn_berger", *TIE_BREAKS[1:])


@dataclass(frozen=True)
class Took:
    """Seconds, each a median of runs that took turns with the others."""

    teams: int
    recount: float
    by_strength: float
    bubble: float
    read: float
    hand: float
    board: float


def measure(teams: int, times: int) -> dict[str, float]:
    """Measure one field. ``tools.bench.standings`` explains the figures."""
    event, games = make_field(teams)
    at = build.at(16, 45)
    event = with_its_day(event)
    lines = [game.line for game in phase_one_games(event)[0]]
    table = standings(event)
    everybody = [row.team for row in table.ranked]
    actions = iter(games)
    work: dict[str, Callable[[], object]] = {
        "recount": lambda: rank(everybody, lines),
        "by_strength": lambda: rank(everybody, lines, tie_breaks=BY_STRENGTH),
        "bubble": lambda: outlooks(table.ranked, table.running, places=table.cutoff, rounds_left=1),
        "read": lambda: standings(event),
        "hand": lambda: build.hand(next(actions), at=at),
        "board": lambda: board(event, at),
    }
    took: dict[str, list[float]] = {what: [] for what in work}
    for _ in range(times):
        for what, does in work.items():
            began = time.perf_counter()
            does()
            took[what].append(time.perf_counter() - began)
    assert sum(row.units for row in standings(event).rows) == table_units(table) + times, "A hand is missing."
    return asdict(Took(teams=teams, **{what: median(each) for what, each in took.items()}))


def table_units(table: object) -> int:
    """All hands won so far."""
    return sum(row.units for row in table.rows)  # type: ignore[attr-defined]


@transaction.atomic
def make_field(teams: int, seed: int = 1) -> tuple[Event, list[Game]]:
    """An event whose ``teams`` have played three rounds, with the open games of the fourth."""
    event = build.event(name=f"Field {uuid4()}", tables=2)
    made = Team.objects.bulk_create(
        Team(
            key=uuid4(),
            event=event,
            number=number,
            name=f"Team {number}",
            signed_up_at=build.MEET,
            checked_in_at=build.MEET,
        )
        for number in range(1, teams + 1)
    )
    one, random = phase(event, "one"), Random(seed)
    one.started_at = build.THREE
    one.save(update_fields=["started_at"])
    slots = phase_one_slots(event, build.THREE)
    for number, slot in enumerate(slots[: ROUNDS + 1], start=1):
        row = Round.objects.create(
            phase=one,
            number=number,
            slot=slot.number,
            called_at=slot.called_at,
            play_from=slot.play_from,
            whistle_at=slot.whistle_at,
        )
        random.shuffle(made)
        over_at = slot.play_from + timedelta(minutes=20) if number <= ROUNDS else None
        game = {"event": event, "phase": one, "round": row, "made_at": slot.called_at}
        games = make_games(
            (Game(**game, called_at=slot.called_at, over_at=over_at), {"NS": north, "EW": east})
            for north, east in zip(made[::2], made[1::2], strict=False)
        )
        _score(games, random, is_over=over_at is not None)
    open_games = Game.objects.filter(event=event, over_at=None).select_related("event")
    return event, list(open_games.with_everybody().order_by("pk"))


def _score(games: list[Game], random: Random, *, is_over: bool) -> None:
    """Write the results of a round's games as ``settle`` would."""
    mine = Side.objects.filter(game__round=games[0].round) if is_over else Side.objects.none()
    sides = {side.pk: side for side in mine}
    winners: dict[int, int] = {}
    seats = mine.values_list("pk", "game_id", "name", "seats__team_id")
    wins = {game.pk: random.choice(("NS", "EW")) for game in games}
    for pk, game, name, team in seats:
        has_won = wins[game] == name
        sides[pk].units = 3 if has_won else random.randint(0, 2)
        sides[pk].points = random.randint(4, 15)
        if has_won:
            winners[game] = team
    Side.objects.bulk_update(sides.values(), ["units", "points"], batch_size=500)
    GameScore.objects.bulk_create(
        GameScore(game=game, winner_id=winners.get(game.pk), ending="won" if is_over else "")
        for game in games
    )
