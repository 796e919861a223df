"""Which games can be called now in open play, and why the others wait."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from rules.competition.pairing.movements import Kept
from rules.competition.pairing.open_play import WaitingEntrant
from rules.seating.history import apart_from
from rules.seating.seating import WaitingFloor
from scoring.open_play.open_floor import OpenFloor
from scoring.standings.standings import standings
from tournament.floor.seats_now import wishes
from tournament.models import Table, Team


@dataclass(frozen=True, kw_only=True)
class NextGame:
    table: Table
    teams: tuple[Team, Team]


@dataclass(frozen=True, kw_only=True)
class HeldTeam:
    why: str
    until: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class NextGames:
    games: tuple[NextGame, ...]
    held: Mapping[int, HeldTeam]


def calls(floor: OpenFloor) -> NextGames:
    """The games to be called now (Rulebook E-41, E-42). Three queries at most."""
    if floor.held:
        return NextGames(games=(), held={team.pk: HeldTeam(why=floor.held) for team, _ in floor.waiting})
    away = {pk: HeldTeam(why=str(why)) for pk, why in floor.elsewhere.teams.items()}
    floor = _without(floor, away)
    waiting = _waiting(floor)
    called = floor.seating.next_games(waiting)
    why = floor.seating.why_waiting(waiting, called)
    tables = {table.number: table for table in floor.free}
    teams = {team.pk: team for team, _ in floor.waiting}
    teams |= {keeper.team.pk: keeper.team for keeper in floor.keepers.values()}
    games = (
        NextGame(table=tables[number], teams=_on_sides(floor, teams[one], teams[other]))
        for number, (one, other) in called.games
    )
    held = {team: HeldTeam(why=one.why.value, until=one.until) for team, one in why.items()}
    return NextGames(games=tuple(games), held={**held, **away})


def _without(floor: OpenFloor, away: Collection[int]) -> OpenFloor:
    """The floor without the teams that play in the other event of the room (Rulebook E-203)."""
    if not away:
        return floor
    left = {number for number, keeper in floor.keepers.items() if keeper.team.pk in away}
    return replace(
        floor,
        waiting=tuple((team, since) for team, since in floor.waiting if team.pk not in away),
        free=tuple(table for table in floor.free if table.number not in left),
        keepers={number: keeper for number, keeper in floor.keepers.items() if number not in left},
    )


def _waiting(floor: OpenFloor) -> WaitingFloor:
    """The floor as the way of seating asks for it. Two queries at most."""
    free = {table.number for table in floor.free}
    wished = wishes((team for team, _ in floor.waiting), floor.tables)
    ranks = floor.free and floor.seating.uses_standings
    places = {row.team_id: row.rank for row in standings(floor.event).rows} if ranks else {}
    apart = apart_from(floor.apart)
    return WaitingFloor(
        waiting=[
            WaitingEntrant(
                team.pk, since, places.get(team.pk, 0), _met(floor, team.pk), apart.get(team.pk, frozenset())
            )
            for team, since in floor.waiting
        ],
        free=[_kept(floor, table.number) for table in floor.free],
        now=floor.at,
        rematch_after=timedelta(minutes=floor.phase.rematch_minutes),
        others_play=bool(floor.running),
        own_tables={team: [number for number in own if number in free] for team, own in wished.items()},
    )


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


def _kept(floor: OpenFloor, number: int) -> Kept[int]:
    keeper = floor.keepers.get(number)
    return Kept(number, keeper.team.pk, keeper.rose_id) if keeper else Kept(number)
