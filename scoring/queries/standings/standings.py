"""The standings: who is where, by the printed tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from rules.competition.game_lines import GameLine, SidesLine
from rules.competition.standings import Ranked, cut, rank
from rules.competition.tie_breaks import PRIZES, tie_breaks_of
from scoring.models import Lot
from tournament.models import Event, Seat, Side, Team
from tournament.models.events import StandingsShown
from tournament.models.floor import GameKind
from tournament.queries.game import ruleset_for

"""Individuals play no bracket: their prizes go to the first three of the standings (Rulebook E-53)."""


@dataclass(frozen=True, kw_only=True)
class StandingsRow:
    """One team's line. ``share`` is what it won of its games, in per cent (Rulebook E-2).

    ``decided_by`` is the key of what put it below the team above it.
    """

    rank: int
    team_id: int
    number: int
    emblem: str
    name: str
    won: int
    lost: int
    units: int
    difference: int
    points: int
    share: int | None
    bostons: int
    byes: int
    is_through: bool
    is_tied: bool
    is_gone: bool
    decided_by: str
    cells: tuple[tuple[str, int | float | None], ...]


@dataclass(frozen=True, kw_only=True)
class Standings:
    """All teams, best first; the line lies under row ``line_after``.

    ``ties`` are the groups of teams, by id, that stay level after all tie-breaks and matter to the cut.
    """

    rows: tuple[StandingsRow, ...]
    line_after: int
    ties: tuple[tuple[int, ...], ...]
    games_over: int
    is_held_back: bool


def standings(event: Event, *, is_public: bool = False) -> Standings:
    """The teams that are or were here, best first. Three queries, however many teams.

    ``is_public`` holds back a running round where the event shows standings after each round
    (Rulebook E-26). Teams that left keep their results and stand at the end, without a rank.
    """
    teams = list(event.teams.filter(checked_in_at__isnull=False))
    games = _phase_one_games(event)
    is_held_back = is_public and event.standings_shown == StandingsShown.AFTER_ROUND
    if is_held_back:
        running = {seats[0].game.round_id for seats in games if not seats[0].game.over_at}
        games = [seats for seats in games if seats[0].game.round_id not in running]
        is_held_back = bool(running)
    lots = {lot.team_id: lot.place for lot in Lot.objects.filter(draw__phase__event=event).order_by("pk")}
    here = [team for team in teams if not team.withdrawn_at]
    tie_breaks = tie_breaks_of(ruleset_for(event))
    lines = [game_line(seats) for seats in games]
    ranked = rank([team.pk for team in here], lines, tie_breaks=tie_breaks, lots=lots)
    line_after = min(PRIZES if event.is_individual else event.advance_count, len(here))
    facts = _facts(games)
    by_id = {team.pk: team for team in teams}
    rows = [_row(by_id[row.team], row, facts, line_after) for row in ranked]
    gone = sorted((team for team in teams if team.withdrawn_at), key=lambda team: team.number)
    for row in rank([team.pk for team in gone], lines, tie_breaks=tie_breaks) if gone else ():
        rows.append(_row(by_id[row.team], row, facts, 0, is_gone=True))
    return Standings(
        rows=tuple(rows),
        line_after=line_after,
        ties=cut(ranked, line_after).unbroken,
        is_held_back=is_held_back,
        games_over=sum(1 for seats in games if seats[0].game.over_at and not seats[0].game.is_bye),
    )


def _phase_one_games(event: Event) -> list[list[Seat]]:
    """The seats of each game that counts, with its score and its sides. One query."""
    seats = (
        Seat.objects.filter(game__event=event, game__phase__kind="one", game__recalled_at=None)
        .filter(game__score__isnull=False)
        .select_related("side", "game__score")
        .order_by("game_id", "pk")
    )
    return [list(group) for _, group in groupby(seats, key=attrgetter("game_id"))]


def game_line(seats: Sequence[Seat]) -> GameLine[int] | SidesLine[int]:
    """A game as the standings see it, from all its seats. No query if they come with its score and sides."""
    game, sides = seats[0].game, _sides(seats)
    units = tuple(side.units for side, _ in sides)
    points = tuple(side.points for side, _ in sides)
    teams = tuple(teams for _, teams in sides)
    winner = game.score.winner_id
    if len(seats) > 2:
        # People who came alone (Rulebook E-51).
        won = next((place for place, each in enumerate(teams) if winner in each), None)
        return SidesLine(sides=teams, won=won, units=units, points=points, kind=game.kind)
    if game.is_bye:
        [[team]] = teams
        return GameLine(ns=team, ew=None, winner=winner, units_ns=units[0], kind=game.kind)
    (ns,), (ew,) = teams
    return GameLine(
        ns=ns,
        ew=ew,
        winner=winner,
        units_ns=units[0],
        units_ew=units[1],
        points_ns=points[0],
        points_ew=points[1],
        kind=game.kind,
    )


def _sides(seats: Sequence[Seat]) -> list[tuple[Side, tuple[int, ...]]]:
    """Each side with who is on it, in order."""
    grouped = [list(group) for _, group in groupby(sorted(seats, key=_side_id), key=_side_id)]
    return [(group[0].side, tuple(seat.team_id for seat in group)) for group in grouped]


def _side_id(seat: Seat) -> int:
    return seat.side_id


@dataclass
class _Facts:
    lost: int = 0
    bostons: int = 0
    byes: int = 0


def _facts(games: Sequence[Sequence[Seat]]) -> dict[int, _Facts]:
    """What the tie-breaks don't ask but the page shows, by team."""
    facts: dict[int, _Facts] = {}
    for seats in games:
        game, winner = seats[0].game, seats[0].game.score.winner_id
        for side, teams in _sides(seats):
            for team in teams:
                mine = facts.setdefault(team, _Facts())
                mine.bostons += side.bostons
                mine.byes += game.is_bye
                mine.lost += bool(game.kind == GameKind.GAME and winner and winner not in teams)
    return facts


def _difference(ranked: Ranked[int]) -> int:
    """Hands won less hands lost; points, where the tie-breaks ask for theirs."""
    if any(key == "score_difference" for key, _ in ranked.cells):
        return ranked.points - ranked.points_against
    return ranked.units_for - ranked.units_against


def _row(
    team: Team, ranked: Ranked[int], facts: dict[int, _Facts], line_after: int, *, is_gone: bool = False
) -> StandingsRow:
    mine = facts.get(team.pk, _Facts())
    return StandingsRow(
        rank=ranked.rank,
        team_id=team.pk,
        number=team.number,
        emblem=team.emblem,
        name=team.name,
        won=ranked.won,
        lost=mine.lost,
        units=ranked.units_for,
        difference=_difference(ranked),
        points=ranked.points,
        share=None if ranked.win_rate is None else round(100 * ranked.win_rate),
        bostons=mine.bostons,
        byes=mine.byes,
        is_through=ranked.rank <= line_after,
        is_tied=ranked.is_tied,
        is_gone=is_gone,
        decided_by=ranked.decided_by or "",
        cells=ranked.cells,
    )
