"""Whether a game can be called to a table. Both the disabled button and the command use this."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from tournament.errors import Refused
from tournament.event.names import who_sits
from tournament.models import Event, Game, Player, Seat, Table, Team

UNSEATED = "No table was free before the whistle"
"""The reason shown for a round's game that never got a table (Rulebook E-1)."""


def has_whistled(game: Game, at: datetime, *, before: bool = False) -> bool:
    """Whether the whistle of the game's round is at or before ``at``; with ``before``, strictly before it."""
    whistle_at = game.round.whistle_at if game.round else None
    return bool(whistle_at and (whistle_at < at or (whistle_at == at and not before)))


def is_before_whistle(game: Game, at: datetime) -> bool:
    return bool(game.round and game.round.whistle_at and game.round.whistle_at > at)


def busy_teams(event: Event) -> dict[int, Refused]:
    """Why each team that plays now, also in the other event of the room, can't be called, by team id.

    One query; four for an event that shares its room.
    """
    open_games = Game.objects.open().filter(event=event, table__isnull=False)
    seats = Seat.objects.filter(game__in=open_games).select_related("team", "game__table")
    here = {
        seat.team_id: Refused(
            "team.still-plays", team=seat.team, table=seat.game.table.number if seat.game.table else 0
        )
        for seat in seats
    }
    return {**busy_elsewhere(event).teams, **here}


def ready_together(games: Iterable[Game], busy: Mapping[int, Refused], *, at: datetime) -> list[Game]:
    """The games that could be called together if there were enough tables: nobody sits in two of them."""
    ready, taken = [], set(busy)
    for game in games:
        if not taken.intersection(game.everybody_ids()) and not why_no_call(
            game, busy, at=at, is_table_free=True
        ):
            ready.append(game)
            taken.update(game.everybody_ids())
    return ready


def why_no_call(
    game: Game, busy: Mapping[int, Refused], *, at: datetime, is_table_free: bool
) -> Refused | None:
    """Why the game can't be called now; None if it can. Its teams and its round are loaded."""
    if game.recalled_at or game.over_at or game.called_at:
        return Refused("game.called", game=game)
    if game.round and game.round.called_at is None:
        return Refused("game.of-a-draft", round=game.round.number)
    if has_whistled(game, at):
        return Refused("game.unseated")
    for team in game.everybody():
        if team.pk in busy:
            return busy[team.pk]
    return None if is_table_free else Refused("table.none-free")


def free_tables(event: Event) -> list[Table]:
    """The tables in use where neither event of the room plays, lowest number first.

    One query; four for an event that shares its room.
    """
    busy = Game.objects.open().filter(event=event, table__isnull=False).values("table")
    free = event.tables.filter(is_out_of_use=False).exclude(pk__in=busy)
    return list(free.exclude(number__in=busy_elsewhere(event).tables))


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """The tables and teams that the other event of the room keeps busy.

    ``tables`` has that event's name by table number, ``teams`` why a team of this event can't play, by id.
    """

    tables: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    teams: Mapping[int, Refused] = field(default_factory=lambda: MappingProxyType({}))


def busy_elsewhere(event: Event) -> Elsewhere:
    """The tables and teams that the other event of the room is using now.

    Three queries at most; none for an event that shares no room.
    """
    if event.room is None:
        return Elsewhere()
    games = Game.objects.open().filter(event__room=event.room, table__isnull=False).exclude(event=event)
    seats = Seat.objects.filter(game__in=games)
    taken = seats.values_list("team", "game__table__number", "game__event__name")
    theirs = {team: (table or 0, name) for team, table, name in taken}
    if not theirs:
        return Elsewhere()
    playing: dict[str, Refused] = {}
    for player in who_sits(Player.objects.filter(team__in=theirs)):
        table, name = theirs[player.team_id or 0]
        playing[known_as(player)] = Refused("room.plays", player=player.name, table=table, other=name)
    mine = who_sits(Player.objects.filter(event=event, team__isnull=False))
    return Elsewhere(
        tables=dict(theirs.values()),
        teams={
            player.team_id or 0: playing[known_as(player)] for player in mine if known_as(player) in playing
        },
    )


def why_waits(event: Event, games: Iterable[Game]) -> dict[int, str]:
    """Why each of these games that were never called has no table yet, in a note's words, by id.

    A free table doesn't help if somebody still plays. Two queries; eight for an event that shares its room;
    none if no game waits. The games' seats are loaded.
    """
    waiting = [game for game in games if not (game.called_at or game.over_at or game.is_bye)]
    if not waiting:
        return {}
    busy, is_free = busy_teams(event), bool(free_tables(event))
    notes = {}
    for game in waiting:
        why = next((str(busy[pk]) for pk in game.everybody_ids() if pk in busy), "")
        note = f"{why[0].lower()}{why[1:].rstrip('.')}" if why else ""
        notes[game.pk] = note or ("waits to be called" if is_free else "waits for a table")
    return notes


def known_as(player: Player) -> str:
    """The name that identifies a person who plays in both events of a room (Rulebook E-203)."""
    return player.name.casefold()


def why_at_two_tables(team: Team) -> Refused | None:
    """A refusal if one of the team plays in the other event now, or None. Four queries at most."""
    if team.event.room is None or not team.seats.filter(is_taken=True).exists():
        return None
    return busy_elsewhere(team.event).teams.get(team.pk)


def game_to_play(team: Team) -> Game | None:
    """The game that a team is playing, or that waits for a table. Two queries."""
    mine = Game.objects.of(team)
    return (mine.open() | mine.waiting()).with_everybody().select_related("table", "event").first()
