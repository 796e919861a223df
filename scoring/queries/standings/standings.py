"""The standings: who is where, by the printed tie-breaks."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.competition.game_lines import GameLine, SidesLine
from rules.competition.standings import Ranked, cut, rank
from rules.competition.tie_breaks import PRIZES, tie_breaks_of
from scoring.models import Ending, GameScore, Lot
from tournament.models import Event, Team
from tournament.models.events import StandingsShown
from tournament.models.floor import GameKind
from tournament.queries.game import ruleset_for
from tournament.queries.sitting import COLUMNS, ids_on, side_at, sides_at

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
    scores = _phase_one_scores(event)
    is_held_back = is_public and event.standings_shown == StandingsShown.AFTER_ROUND
    if is_held_back:
        running = {score.game.round_id for score in scores if not score.game.over_at}
        scores = [score for score in scores if score.game.round_id not in running]
        is_held_back = bool(running)
    lots = {lot.team_id: lot.place for lot in Lot.objects.filter(draw__phase__event=event).order_by("pk")}
    here = [team for team in teams if not team.withdrawn_at]
    tie_breaks = tie_breaks_of(ruleset_for(event))
    lines = [game_line(score) for score in scores]
    ranked = rank([team.pk for team in here], lines, tie_breaks=tie_breaks, lots=lots)
    line_after = min(PRIZES if event.is_individual else event.advance_count, len(here))
    facts = _facts(scores)
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
        games_over=sum(1 for score in scores if score.game.over_at and score.ending != Ending.BYE),
    )


def _phase_one_scores(event: Event) -> list[GameScore]:
    return list(
        GameScore.objects.filter(game__event=event, game__phase__kind="one", game__recalled_at=None)
        .select_related("game")
        .order_by("pk")
    )


def game_line(score: GameScore) -> GameLine[int] | SidesLine[int]:
    """A game as the standings see it. No query if the score comes with its game."""
    game = score.game
    if game.south_id or game.west_id:
        return _table_line(score)
    return GameLine(
        ns=game.ns_id,
        ew=game.ew_id,
        winner=score.winner_id,
        units_ns=score.units_ns,
        units_ew=score.units_ew,
        points_ns=score.points_ns,
        points_ew=score.points_ew,
        kind=game.kind,
    )


def _table_line(score: GameScore) -> SidesLine[int]:
    """A game of people who came alone, as the standings see it (Rulebook E-51)."""
    game, sides = score.game, sides_at(score.game)
    won = side_at(game, score.winner_id) if score.winner_id else None
    return SidesLine(
        sides=tuple(ids_on(game, side) for side in sides),
        won=sides.index(won) if won else None,
        units=tuple(getattr(score, f"units_{COLUMNS[side]}") for side in sides),
        points=tuple(getattr(score, f"points_{COLUMNS[side]}") for side in sides),
        kind=game.kind,
    )


@dataclass
class _Facts:
    lost: int = 0
    bostons: int = 0
    byes: int = 0


def _facts(scores: Sequence[GameScore]) -> dict[int, _Facts]:
    """What the tie-breaks don't ask but the page shows, by team."""
    facts: dict[int, _Facts] = {}
    for score in scores:
        game = score.game
        bostons = {"NS": score.bostons_ns, "EW": score.bostons_ew}
        for side in sides_at(game):
            for team in ids_on(game, side):
                mine = facts.setdefault(team, _Facts())
                mine.bostons += bostons.get(side, 0)
                mine.byes += game.kind == GameKind.BYE
                is_lost = score.winner_id and score.winner_id not in ids_on(game, side)
                mine.lost += bool(game.kind == GameKind.GAME and is_lost)
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
