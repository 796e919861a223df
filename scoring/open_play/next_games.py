"""Which games can be called now in open play, and why the others wait."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.competition.pairing.movements import Kept, rise_and_fly
from rules.competition.pairing.open_play import WaitingEntrant, Why, next_games
from rules.competition.pairing.tables import assign_tables
from rules.seating.history import apart_from
from scoring.open_play.open_floor import OpenFloor
from scoring.standings.standings import standings
from tournament.floor.seats_now import wishes
from tournament.models import Table, Team

OWN_TABLE = "The table that it needs is not free."


@dataclass(frozen=True, kw_only=True)
class NextGame:
    table: Table
    teams: tuple[Team, Team]


@dataclass(frozen=True, kw_only=True)
class HeldTeam:
    why: str
    until: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Calls:
    games: tuple[NextGame, ...]
    held: Mapping[int, HeldTeam]


def calls(floor: OpenFloor) -> Calls:
    """The games to be called now (Rulebook E-41, E-42). Three queries at most."""
    if floor.held:
        return Calls(games=(), held={team.pk: HeldTeam(why=floor.held) for team, _ in floor.line})
    away = {pk: HeldTeam(why=str(why)) for pk, why in floor.elsewhere.teams.items()}
    floor = _without(floor, away)
    now = _rise(floor) if floor.winners_stay else _open(floor)
    return replace(now, held={**now.held, **away})


def _without(floor: OpenFloor, away: Collection[int]) -> OpenFloor:
    """The floor without the teams that play in the other event of the room (Rulebook E-203)."""
    if not away:
        return floor
    left = {number for number, keeper in floor.keepers.items() if keeper.team.pk in away}
    return replace(
        floor,
        line=tuple((team, since) for team, since in floor.line if team.pk not in away),
        free=tuple(table for table in floor.free if table.number not in left),
        keepers={number: keeper for number, keeper in floor.keepers.items() if number not in left},
    )


def _open(floor: OpenFloor) -> Calls:
    tables = {table.number: table for table in floor.free}
    wished = wishes((team for team, _ in floor.line), floor.tables)
    bound = {team: [number for number in own if number in tables] for team, own in wished.items()}
    teams = {team.pk: team for team, _ in floor.line if bound.get(team.pk, True)}
    places = {row.team_id: row.rank for row in standings(floor.event).rows} if floor.free else {}
    apart = apart_from(floor.apart)
    wait = [
        WaitingEntrant(
            team.pk, since, places.get(team.pk, 0), _met(floor, team.pk), apart.get(team.pk, frozenset())
        )
        for team, since in floor.line
        if team.pk in teams
    ]
    called = next_games(
        wait,
        list(tables),
        floor.at,
        floor.a_game,
        floor.whistle_at,
        rematch_after=timedelta(minutes=floor.phase.rematch_minutes),
    )
    seats = assign_tables([couple for _, couple in called.games], tables, bound)
    games = tuple(
        NextGame(table=tables[number], teams=_on_sides(floor, teams[one], teams[other]))
        for number, (one, other) in seats.seated
        if not {one, other} & set(seats.displaced)
    )
    held = {one.team: HeldTeam(why=one.why.value, until=one.until) for one in called.held}
    held |= {team: HeldTeam(why=OWN_TABLE) for team in (*seats.displaced, *(set(bound) - set(teams)))}
    return Calls(games=games, held=held)


def _on_sides(floor: OpenFloor, one: Team, other: Team) -> tuple[Team, Team]:
    """The two teams, North–South first. A game drawn ahead keeps its sides (Rulebook L-25)."""
    pairs = (one.pk, other.pk), (other.pk, one.pk)
    drawn = next((pair for pair in floor.drawn if pair in pairs), pairs[0])
    return (one, other) if drawn == pairs[0] else (other, one)


def _met(floor: OpenFloor, team: int) -> dict[int, datetime]:
    return {
        other: moment
        for couple, moment in floor.last_met.items()
        if team in couple
        for other in couple - {team}
    }


def _rise(floor: OpenFloor) -> Calls:
    teams = {team.pk: team for team, _ in floor.line}
    teams |= {keeper.team.pk: keeper.team for keeper in floor.keepers.values()}
    tables = {table.number: table for table in floor.free}
    kept = [_kept(floor, number) for number in tables]
    line = [team.pk for team, _ in floor.line]
    seated = rise_and_fly(
        kept,
        line,
        others_play=bool(floor.running),
        are_apart=lambda one, other: frozenset((one, other)) in floor.apart,
    )
    games = tuple(NextGame(table=tables[n], teams=(teams[one], teams[other])) for n, (one, other) in seated)
    sits = {team for _, couple in seated for team in couple}
    why = Why.ALONE if len(line) == 1 and not floor.keepers else Why.NO_TABLE
    return Calls(games=games, held={pk: HeldTeam(why=why.value) for pk in line if pk not in sits})


def _kept(floor: OpenFloor, number: int) -> Kept[int]:
    keeper = floor.keepers.get(number)
    return Kept(number, keeper.team.pk, keeper.rose_id) if keeper else Kept(number)
