"""The seating: by team for people who look for their seat, by table for the floor."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from django.db.models import Exists, F, OuterRef, Q, Subquery, prefetch_related_objects

from rules.competition.pairing.tables import TablePlan, assign_tables
from rules.time.clock import RoundSlot
from tournament.event.day_rows import day_rows
from tournament.event.names import (
    TeamName,
    name_of,
    player_names,
    players_to_name,
    round_title,
    sits_for,
    sits_in,
)
from tournament.event.sitting import (
    chair_words,
    ids_on,
    is_everybody_seated,
    name_on,
    others_at,
    partner_at,
    seated_at,
    side_at,
    sides_at,
    teams_on,
    who_plays_at,
    who_rests,
)
from tournament.floor.calling import why_waits
from tournament.floor.kept_apart import drawn_games, still_to_play
from tournament.models import Event, Game, Phase, Seat, Table, Team
from tournament.models.floor import GameKind, GameQuerySet
from tournament.models.sides import everybody_in


@dataclass(frozen=True, kw_only=True)
class RoundSpan:
    """The half-hours of a round. It is called at the first and ends with the last."""

    first: RoundSlot
    last: RoundSlot


@dataclass(frozen=True, kw_only=True)
class SeatRow:
    """One team's seat.

    Without ``has_game`` the team is not in this seating.
    """

    team: TeamName
    players: tuple[str, ...]
    table: int | None
    """None for a bye and for a waiting team."""
    side: str
    against: TeamName | None
    note: str
    """Says which."""
    is_seated: bool
    has_game: bool
    game_id: int | None = None
    """Set until its game is over."""
    partner: str = ""
    sits_in: str = ""
    """The substitute for an individual."""
    rests: str = ""
    """Says which of three players sits out."""
    is_bye: bool = False

    @property
    def called(self) -> str:
        """The name to look for: the team, or the substitute for an individual."""
        return sits_for(self.team.name, self.sits_in)


@dataclass(frozen=True, kw_only=True)
class TableSide:
    """A side of a table."""

    team: TeamName
    players: tuple[str, ...]
    """Has the players of a team, but the chairs of individuals."""

    @property
    def named(self) -> tuple[str, ...]:
        """The players to name next to the team's name; none if it is named after them."""
        return players_to_name(self.team.name, self.players)


@dataclass(frozen=True, kw_only=True)
class TableSeats:
    number: int
    sides: tuple[TableSide, ...]
    is_seated: bool


@dataclass(frozen=True, kw_only=True)
class Seats:
    """The seating now, by team name and by table number."""

    title: str
    """That of the round."""
    teams: tuple[SeatRow, ...]
    tables: tuple[TableSeats, ...]


def seats(event: Event, only: Collection[int] | None = None) -> Seats:
    """The seating now, of everybody or ``only`` of the teams with these ids.

    Four queries; two more if a game waits for a table, eight in a shared room.
    """
    present = event.teams.present().prefetch_related("players")
    teams = list(present if only is None else present.filter(pk__in=only))
    later = Game.objects.standing().filter(table=OuterRef("table"), called_at__gt=OuterRef("called_at"))
    games: list[Any] = list(_games(event, only).annotate(gave_up_its_table=Exists(later)))
    now = _now(games)
    for game in now:
        if game.over_at and game.gave_up_its_table:
            game.table = None
    is_open, is_on = _is_open_play(games), bool(now)
    title = _title(games[-1:] if is_open else now)
    prefetch_related_objects(now, everybody_in("seats"))
    by_team: dict[int, Game] = {}
    for game in now:
        by_team |= dict.fromkeys(game.everybody_ids(), game)
    players = {team.pk: _playing(event, team, by_team.get(team.pk)) for team in teams}
    sitting = {team.pk: sits_in(team.players.all()) for team in teams}
    notes = why_waits(event, now)
    rows = [_row(team, by_team.get(team.pk), players, is_on or is_open, notes) for team in teams]
    theirs = now if only is None else {by_team[team.pk] for team in teams if team.pk in by_team}
    return Seats(
        title=title,
        teams=tuple(sorted(rows, key=lambda row: (row.team.name.casefold(), row.team.number))),
        tables=tuple(sorted(_tables(theirs, players, sitting), key=lambda row: row.number)),
    )


def _playing(event: Event, team: Team, game: Game | None) -> tuple[str, ...]:
    """The names of the team's players who sit in its game now; of all its players without a game."""
    if game is None or game.is_bye:
        return player_names(team.players.all())
    game.event = event
    return tuple(player.name for player in who_plays_at(game, team.pk, team.players.all()))


class _Light(NamedTuple):
    pk: int
    over_at: datetime | None
    table_id: int | None
    round_id: int | None
    phase: Phase


_Called = TypeVar("_Called", Game, _Light)


def who_has_a_seat(event: Event) -> list[tuple[int, str]]:
    """The ids and names of teams in the seating now, ordered as in ``seats``. Three quick queries."""
    phases = {row.pk: row for row in day_rows(event).phases}
    # Tuples, because making model objects for the games of five hundred tables would take most of the time.
    light = _games(event, None).select_related(None)
    rows = light.values_list("pk", "over_at", "table_id", "round_id", "phase_id")
    now = _now([_Light(pk, over, table, round_, phases[phase]) for pk, over, table, round_, phase in rows])
    if not any(game.table_id for game in now):
        return []
    taken = Seat.objects.filter(game__in=[game.pk for game in now], team__withdrawn_at=None)
    teams = set(taken.values_list("team_id", "team__name", "team__number"))
    return [(pk, name) for pk, name, number in sorted(teams, key=lambda row: (row[1].casefold(), row[2]))]


def _games(event: Event, only: Collection[int] | None) -> GameQuerySet:
    """The games that may be in the seating now. Of a round, those of ``only`` these teams, and one more.

    The extra game tells which round it is, for a team without a game.
    """
    games = Game.objects.standing().filter(Q(called_at__isnull=False) | Q(round__isnull=False), event=event)
    now = games.without_past_rounds().select_related("table", "round", "phase").order_by("pk")
    if only is None:
        return now
    one = games.filter(round__isnull=False).order_by("-round_id").values("pk")[:1]
    return now.filter(Q(round=None) | Q(pk=Subquery(one)) | Q(pk__in=Game.objects.of(*only).values("pk")))


def _now(games: list[_Called]) -> list[_Called]:
    """The current round's games, or the running games. A round's games stay until the next is called."""
    running = [game for game in games if not game.over_at and game.table_id]
    rounds = [game.round_id for game in games if game.round_id]
    if any(game.phase.kind == "two" for game in games) or any(not game.round_id for game in running):
        return running
    if not rounds or games[-1].phase.closed_at or _is_open_play(games):
        return running
    return [game for game in games if game.round_id == max(rounds)]


def _is_open_play(games: Sequence[Game | _Light]) -> bool:
    """Whether games are called one by one. A finished game then leaves the seating at once."""
    phase = games[-1].phase if games else None
    return bool(phase and games[-1].round_id and not phase.has_rounds and not phase.closed_at)


def _title(now: list[Game]) -> str:
    titles = [round_title(game.round, game.phase) for game in now if game.round]
    if titles:
        return titles[0]
    return "The bracket" if any(game.bracket_position for game in now) else "Play-offs" if now else ""


def _row(
    team: Team,
    game: Game | None,
    players: dict[int, tuple[str, ...]],
    is_on: bool,
    notes: Mapping[int, str],
) -> SeatRow:
    side = side_at(game, team.pk) if game and not game.is_bye else None
    partner = partner_at(game, team.pk) if game and side else None
    note = ""
    if game is None:
        note = "no game now" if is_on else "not seated yet"
    elif game.kind == GameKind.BYE:
        note = f"bye: {team.event.what_counts.bye}"
    elif game.over_at:
        note = "played"
    elif game.called_at is None:
        note = f"{notes[game.pk]}, against {others_at(game, team.pk)}"
    return SeatRow(
        team=name_of(team),
        players=players[team.pk],
        table=game.table.number if game and game.table else None,
        side=chair_words(game, team.pk) if game else "",
        against=_against(game, team.pk) if game and side else None,
        note=note,
        is_seated=bool(game and side and (game.over_at or seated_at(game, side))),
        has_game=game is not None,
        game_id=game.pk if game and not game.over_at else None,
        partner=partner.name if partner else "",
        sits_in=sits_in(team.players.all()),
        rests=who_rests(game, team.pk, team.players.all()) if game and side and team.event.way.spare else "",
        is_bye=bool(game and game.is_bye),
    )


def _against(game: Game, team_id: int) -> TeamName:
    first = next(side for side in sides_at(game) if team_id not in ids_on(game, side))
    return replace(name_on(game, first), name=others_at(game, team_id))


def _tables(
    now: Iterable[Game], players: dict[int, tuple[str, ...]], sitting: dict[int, str]
) -> Iterable[TableSeats]:
    for game in now:
        if game.table and not game.is_bye:
            yield TableSeats(
                number=game.table.number,
                sides=tuple(_side(game, side, players, sitting) for side in sides_at(game)),
                is_seated=bool(game.over_at or is_everybody_seated(game)),
            )


def _side(game: Game, side: str, players: dict[int, tuple[str, ...]], sitting: dict[int, str]) -> TableSide:
    people = ids_on(game, side)
    if game.is_of_individuals:
        # Individuals are named already, so their players' names give way to their chairs.
        chairs = tuple(chair_words(game, team) for team in people)
        names = (sits_for(team.name, sitting.get(team.pk, "")) for team in teams_on(game, side))
        return TableSide(team=replace(name_on(game, side), name=" & ".join(names)), players=chairs)
    return TableSide(team=name_on(game, side), players=players.get(people[0], ()))


def drawn_seats(event: Event) -> list[tuple[TableSide, TableSide]]:
    """The two sides of each game drawn in advance that wasn't called yet (L-25). At most four queries."""
    drawn = drawn_games(event)
    if not drawn:
        return []
    played = Game.objects.standing().filter(event=event).with_everybody()
    sides = {
        team.pk: TableSide(team=name_of(team), players=player_names(team.players.all()))
        for team in event.teams.with_place().prefetch_related("players")
    }
    pairs = still_to_play(drawn, played)
    return [(sides[north], sides[east]) for north, east in pairs if north in sides and east in sides]


def tables_in_use(event: Event) -> tuple[int, ...]:
    """The numbers of the tables in use. One query."""
    return tuple(event.tables.filter(is_out_of_use=False).values_list("number", flat=True))


def wishes(teams: Iterable[Team], tables: Collection[Table]) -> dict[int, tuple[int, ...]]:
    """The numbers of the tables where a team must sit, by team id; only for teams whose need can be met."""
    numbers = {table.pk: table.number for table in tables}
    accessible = tuple(table.number for table in tables if table.is_accessible)
    found: dict[int, tuple[int, ...]] = {}
    for team in teams:
        if team.fixed_table_id in numbers:
            found[team.pk] = (numbers[team.fixed_table_id],)
        elif team.needs_accessible and accessible:
            found[team.pk] = accessible
    return found


def table_plan(
    phase: Phase,
    groups: Sequence[tuple[Team, ...]],
    keeps: Mapping[int, tuple[int, ...]],
    tables: Collection[Table],
) -> TablePlan[int]:
    """The tables of a round's groups, by team id. ``keeps`` has those of teams that stay.

    One query at most.
    """
    seated = [tuple(team.pk for team in group) for group in groups]
    wished = wishes((team for group in groups for team in group), tables)
    waited = _times_waited(phase) if len(seated) > len(tables) else {}
    return assign_tables(seated, [table.number for table in tables], {**keeps, **wished}, waited)


def _times_waited(phase: Phase) -> Mapping[int, int]:
    """The number of rounds that each team began without a table, by team id. One query."""
    rows = Seat.objects.filter(
        Q(game__called_at=None) | Q(game__called_at__gt=F("game__round__called_at")),
        game__phase=phase,
        game__kind=GameKind.GAME,
        game__round__recalled_at=None,
        game__made_at__lte=F("game__round__called_at"),  # Without games that were changed by hand later.
    )
    return Counter(rows.values_list("team_id", flat=True))
