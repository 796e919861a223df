"""Whether a game can be called to a table. The disabled button and the command both ask here."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from tournament.errors import Refused
from tournament.models import Event, Game, Seat, Table

UNSEATED = "No table was free before the whistle"
"""Why a round's game was not played if no table was free before the whistle (Rulebook E-1)."""


def has_whistled(game: Game, at: datetime) -> bool:
    return bool(game.round and game.round.whistle_at and game.round.whistle_at <= at)


def is_before_whistle(game: Game, at: datetime) -> bool:
    return bool(game.round and game.round.whistle_at and game.round.whistle_at > at)


def busy_teams(event: Event) -> dict[int, int]:
    """The number of the table at which each team plays now, by team id. One query."""
    open_games = Game.objects.open().filter(event=event, table__isnull=False)
    return dict(Seat.objects.filter(game__in=open_games).values_list("team", "game__table__number"))


def ready_together(games: Iterable[Game], busy: Mapping[int, int], *, at: datetime) -> list[Game]:
    """The games that could be called at the same time, given enough tables: nobody sits in two."""
    ready, taken = [], set(busy)
    for game in games:
        if not taken.intersection(game.everybody_ids()) and not why_no_call(
            game, busy, at=at, is_table_free=True
        ):
            ready.append(game)
            taken.update(game.everybody_ids())
    return ready


def why_no_call(game: Game, busy: Mapping[int, int], *, at: datetime, is_table_free: bool) -> Refused | None:
    """Why the game can't be called now; None if it can. It comes with its teams and its round."""
    if game.recalled_at or game.over_at or game.called_at:
        return Refused("game.called", game=game)
    if game.round and game.round.called_at is None:
        return Refused("game.of-a-draft", round=game.round.number)
    if has_whistled(game, at):
        return Refused("game.unseated")
    for team in game.everybody():
        if team.pk in busy:
            return Refused("team.still-plays", team=team, table=busy[team.pk])
    return None if is_table_free else Refused("table.none-free")


def free_tables(event: Event) -> list[Table]:
    """The tables in use where nobody plays, lowest number first. One query."""
    busy = Game.objects.open().filter(event=event, table__isnull=False).values("table")
    return list(event.tables.filter(is_out_of_use=False).exclude(pk__in=busy))
