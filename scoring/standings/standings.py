"""The standings, by the event's tie-breaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import F, OuterRef, Q, Subquery

from rules.competition.penalties import NONE
from rules.seating.known import find_seating
from rules.standings.game_points import game_points
from rules.standings.leavers import is_void, void_teams
from rules.standings.standings import Ranked, cut, rank
from scoring.models import Hand, Lot, Ruling
from scoring.standings.figures import counted_for
from scoring.standings.played import PlayedGame, phase_one_games
from tournament.event.day_rows import phase
from tournament.event.rules_of_event import ruleset_for, tie_breaks_for
from tournament.models import Event, Team
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind


@dataclass(frozen=True, kw_only=True)
class StandingsRow:
    """One team."""

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
    """The percentage of games won (E-2)."""
    bostons: int
    byes: int
    is_through: bool
    is_tied: bool
    is_gone: bool
    decided_by: str
    """A tie-break's key."""
    cells: tuple[tuple[str, int | float | None], ...]


@dataclass(frozen=True, kw_only=True)
class Standings:
    """All teams, best first; the cutoff is under row ``cutoff``.

    ``ties`` are groups of team ids still tied after all ``tie_breaks`` where it matters to the cut.
    """

    rows: tuple[StandingsRow, ...]
    cutoff: int
    ties: tuple[tuple[int, ...], ...]
    games_over: int
    is_played: bool
    """Set once a hand counts."""
    is_held_back: bool
    tie_breaks: tuple[str, ...]
    ranked: tuple[Ranked[int], ...]
    """The teams here, as the rules rank them."""
    running: tuple[tuple[tuple[int, ...], ...], ...]
    """Has the sides of each unfinished game."""


def standings(event: Event, *, is_public: bool = False) -> Standings:
    """The teams that are or were here, best first. Two queries, for any number of teams.

    One more each if the event ranks by forfeits or by penalties, two for counters. ``is_public`` holds back a
    running round if the event shows standings after each round (Rulebook E-26). Teams that left keep their
    results and come last, without a rank.
    """
    drawn = Lot.objects.filter(team=OuterRef("pk")).order_by("-pk").values("place")[:1]
    checked_in = event.teams.filter(checked_in_at__isnull=False).annotate(lot_place=Subquery(drawn))
    checked_in = checked_in.only("event", "number", "name", "withdrawn_at")
    teams: dict[int, Any] = {team.pk: team for team in checked_in}
    games, held_back = phase_one_games(event, is_public=is_public)
    games, held_back = _without_early_leavers(event, games, held_back, teams)
    lots = {pk: team.lot_place for pk, team in teams.items() if team.lot_place is not None}
    here = [team for team in teams.values() if not team.withdrawn_at]
    gone = [team for team in teams.values() if team.withdrawn_at]
    tie_breaks = tie_breaks_for(event)
    lines, counts = [game.line for game in games], _counted(event, tie_breaks, games)
    ranking = partial(rank, lines=lines, tie_breaks=tie_breaks, counts=counts, what=event.what_counts)
    ranked = ranking([team.pk for team in here], lots=lots)
    cutoff = event.way.goes_through(event.advance_count, len(here))
    left = ranking([team.pk for team in gone]) if gone else ()
    bostons, by_hands = _bostons(event, games), ruleset_for(event).ends.counts_hands
    byes = Counter(line.shares[0].team for line in lines if line.kind == GameKind.BYE)
    return Standings(
        rows=tuple(
            _row(teams[row.team], row, bostons[row.team], byes[row.team], cutoff, by_hands)
            for row in (*ranked, *left)
        ),
        cutoff=cutoff,
        ties=cut(ranked, cutoff).unbroken,
        is_held_back=bool(held_back),
        games_over=sum(not game.is_running and game.line.kind != GameKind.BYE for game in games),
        is_played=any(game.has_begun for game in games),
        tie_breaks=tie_breaks,
        ranked=ranked,
        running=tuple(
            game.sides
            for game in (*(game for game in games if game.is_running), *held_back)
            if game.line.kind != GameKind.PLAYOFF
        ),
    )


def _row(
    team: Team, ranked: Ranked[int], bostons: int, byes: int, cutoff: int, by_hands: bool
) -> StandingsRow:
    is_gone = team.withdrawn_at is not None
    hands, points = ranked.units_for - ranked.units_against, ranked.points - ranked.points_against
    return StandingsRow(
        rank=ranked.rank,
        team_id=team.pk,
        number=team.number,
        emblem=team.emblem,
        name=team.name,
        won=ranked.won,
        lost=ranked.games - ranked.won,
        units=ranked.units_for,
        difference=hands if by_hands else points,
        points=ranked.points,
        share=None if ranked.win_rate is None else round(100 * ranked.win_rate),
        bostons=bostons,
        byes=byes,
        is_through=ranked.rank <= cutoff and not is_gone,
        is_tied=ranked.is_tied,
        is_gone=is_gone,
        decided_by=ranked.decided_by or "",
        cells=ranked.cells,
    )


def voids_early_leavers(event: Event) -> bool:
    """Whether a team that leaves before half of its games never played (E-224). At most one query."""
    return event.voids_early_leavers and find_seating(phase(event, PhaseKind.ONE).seating).meets_everybody


def _without_early_leavers(
    event: Event, games: list[PlayedGame], held_back: list[PlayedGame], teams: Mapping[int, Team]
) -> tuple[list[PlayedGame], list[PlayedGame]]:
    """The games that count if leaving a round robin early voids them (Rulebook E-224). At most one query."""
    if not voids_early_leavers(event):
        return games, held_back
    gone = [pk for pk, team in teams.items() if team.withdrawn_at]
    void = void_teams((game.line for game in (*games, *held_back)), gone, len(teams))
    kept = ([game for game in some if not is_void(game.line, void)] for some in (games, held_back))
    counting, later = kept
    return counting, later


def _counted(
    event: Event, tie_breaks: Sequence[str], games: Sequence[PlayedGame]
) -> Mapping[str, Mapping[int, int]]:
    """The counts that the tie-breaks need, by team. ``standings`` gives the number of queries."""
    played = [game.game_id for game in games if game.line.kind == GameKind.GAME]
    own = {key: COUNTS[key](event, games) for key in tie_breaks if key in COUNTS}
    return {**own, **counted_for(event, tie_breaks, played)}


def _bostons(event: Event, games: Sequence[PlayedGame]) -> Counter[int]:
    """The Bostons of each team, without those awarded as a penalty. No query."""
    made = Counter[int]()
    for game in games:
        made.update(dict(game.bostons))
    return made


def _forfeits(event: Event, games: Sequence[PlayedGame]) -> Counter[int]:
    """The hands that each team forfeited. One query."""
    shown = {game.game_id for game in games}
    hands = Hand.objects.standing().filter(game__event=event, game__phase__kind=PhaseKind.ONE)
    seats = hands.filter(facts__forfeited_by__isnull=False).values_list(
        "game_id", "facts__forfeited_by", "game__seats__side__name", "game__seats__team_id"
    )
    return Counter(team for game, gone, side, team in seats if game in shown and side == gone)


def _penalties(event: Event, games: Sequence[PlayedGame]) -> Counter[int]:
    """Each team's penalties from while Phase I was open, in these games or without a game. One query."""
    shown = {game.game_id for game in games}
    given = (
        Ruling.objects.in_force().filter(event=event, against__isnull=False).exclude(penalty__in=("", NONE))
    )
    while_it_ran = Q(event__phases__closed_at=None) | Q(at__lte=F("event__phases__closed_at"))
    rulings = given.filter(while_it_ran, event__phases__kind=PhaseKind.ONE).values_list(
        "game_id", "against_id"
    )
    return Counter(team for game, team in rulings if game is None or game in shown)


def _game_points(event: Event, games: Sequence[PlayedGame]) -> Counter[int]:
    """No query."""
    by_hands, won = ruleset_for(event).ends.counts_hands, Counter[int]()
    for game in games:
        bostons = dict(game.bostons)
        won.update(game_points(game.line, bostons, by_hands=by_hands, byes=event.bye_counts))
    return won


COUNTS = {
    "bostons": _bostons,
    "game_points": _game_points,
    "forfeits": _forfeits,
    "penalties": _penalties,
}
"""The count of each team, for each tie-break that is ``Counted`` beside the standings' lines."""
