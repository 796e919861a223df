"""Calling the games of Phase II to tables."""

from datetime import datetime

from django.db import transaction

from scoring.bracket.calls import callable_together, tables_kept
from scoring.game.series_of_games import game_before, games_after
from tournament.errors import Refused
from tournament.floor.calling import busy_teams, free_tables, why_no_call
from tournament.floor.commands_drafts import call_to_free_tables
from tournament.floor.commands_floor import call_game
from tournament.log.locks import lock_event
from tournament.models import Actor, Event, Game, Role
from tournament.models.floor import GameKind
from tournament.schedule.clock import is_paused


@transaction.atomic
def call_games(*, event: Event, by: Actor, at: datetime) -> list[Game]:
    """Call all games of the bracket, and play-off hands, that have a free table and free teams.

    :raises Refused: if none can be called.
    """
    event = lock_event(event.pk)
    uncalled = Game.objects.standing().filter(event=event, round=None, called_at=None, over_at=None)
    games = list(uncalled.exclude(kind=GameKind.BYE).with_table_and_round().order_by("pk"))
    free, kept = len(free_tables(event)), _kept(event, games)
    together = callable_together(games, busy_teams(event), free=free, kept=kept, at=at)
    # The bracket's own games choose their tables first.
    called = [
        game
        for is_second_chance in (False, True)
        for game in call_to_free_tables(
            event, [each for each in together if each.is_second_chance == is_second_chance], by=by, at=at
        )
    ]
    if not called:
        raise Refused("game.none-ready")
    return called


def _kept(event: Event, games: list[Game]) -> int:
    return tables_kept(event) if any(game.is_second_chance for game in games) else 0


@transaction.atomic
def call_bracket_game(*, game: Game, by: Actor, at: datetime) -> bool:
    """Call a Phase II game if it is ready and there is a table for it. Idempotent.

    Rulebook E-78, E-80, E-227.

    The next game of a series goes to the table of the previous one. Returns whether it was called.
    """
    # Locked before looking, or two ticks call the same game.
    lock_event(game.event_id)
    game = Game.objects.with_table_and_round().get(pk=game.pk)
    tables, before = free_tables(game.event), game_before(game)
    same = before.table if before and before.table in tables else None
    has_table = same is not None or (game.event.calls_phase_two and len(tables) > _kept(game.event, [game]))
    if why_no_call(game, busy_teams(game.event), at=at, is_table_free=has_table):
        return False
    call_game(game=game, by=by, at=at, table=same)
    return True


def call_next_of_series(game: Game, *, by: Actor, at: datetime) -> None:
    """Once a game is over, call the next of its series to the same table (Rulebook E-80).

    Part of a larger action. During a pause, and after a forfeit by the clock (``at`` may be past), the tick
    makes the call later, so that nobody is late before they are called.
    """
    following = games_after(game).never_called().with_table_and_round().order_by("number").first()
    is_clock = by.badge.role == Role.CLOCK
    if following is None or game.table is None or is_clock or is_paused(game.event):
        return
    is_free = game.table in free_tables(game.event)
    if not why_no_call(following, busy_teams(game.event), at=at, is_table_free=is_free):
        call_game(game=following, by=by, at=at, table=game.table)
