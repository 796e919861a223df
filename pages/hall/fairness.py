"""The fairness page: each team's waits, byes, rematches and opponents in Phase I."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from rules.competition.fairness import ledger
from rules.time.clock import Span, elapsed
from scoring.standings.hidden import is_hidden
from scoring.standings.played import phase_one_games
from tournament.event.names import TeamName, name_of
from tournament.models import Event, Game, Phase, Team
from tournament.models.floor import GameKind
from tournament.models.schedule import PhaseKind
from tournament.schedule.clock import timetable


@dataclass(frozen=True, kw_only=True)
class FairRow:
    """A team's row.

    ``waited`` and ``longest`` are minutes.
    """

    team: TeamName
    games: int
    byes: int
    rematches: int
    opponents: int | None
    """The percentage of their other games that its opponents won; None without any."""
    waited: int
    longest: int


@dataclass(frozen=True, kw_only=True)
class Fairness:
    """The rows by team number, and their extremes."""

    rows: tuple[FairRow, ...]
    is_open: bool
    """Play without rounds."""
    is_hidden: bool
    rematches: int
    fewest: int
    most: int
    longest: int


def fairness(event: Event, at: datetime) -> Fairness:
    """The ledger up to ``at``. Eight queries, for any number of teams."""
    phase = event.phases.get(kind=PhaseKind.ONE)
    games = list(
        Game.objects.standing()
        .filter(event=event, phase=phase, called_at__isnull=False)
        .exclude(kind=GameKind.PLAYOFF)
        .with_everybody()
        .order_by("called_at", "pk")
    )
    teams = list(event.teams.filter(checked_in_at__isnull=False))
    waits = _waits(phase, teams, games, timetable(event, at).frozen, at)
    names = {team.pk: name_of(team) for team in teams}
    public_games, _ = phase_one_games(event, is_public=True)
    shares = ledger(names, [game.line for game in public_games])
    rows = tuple(
        FairRow(
            team=names[share.team],
            games=share.games,
            byes=share.byes,
            rematches=share.rematches,
            opponents=None if share.opponents_won is None else round(100 * share.opponents_won),
            waited=_minutes(sum(waits[share.team], timedelta())),
            longest=_minutes(max(waits[share.team], default=timedelta())),
        )
        for share in shares
    )
    return Fairness(
        rows=tuple(sorted(rows, key=lambda row: row.team.number)),
        is_hidden=is_hidden(event),
        is_open=not phase.has_rounds,
        rematches=sum(row.rematches for row in rows) // 2,
        fewest=min((row.games for row in rows), default=0),
        most=max((row.games for row in rows), default=0),
        longest=max((row.longest for row in rows), default=0),
    )


def _waits(
    phase: Phase, teams: Iterable[Team], games: Sequence[Game], frozen: Sequence[Span], at: datetime
) -> dict[int, list[timedelta]]:
    """How long each team waited between games, without breaks and pauses.

    A wait starts at check-in, the first call or the end of a game, and ends with the team's next call; the
    last one goes on until now, while Phase I is open. A round sat out is a wait, too.
    """
    waits: dict[int, list[timedelta]] = {team.pk: [] for team in teams}
    if not games:
        return waits
    opened_at = games[0].called_at or at
    until = min(phase.closed_at or at, at)
    played: dict[int, list[Game]] = defaultdict(list)
    for game in games:
        if game.kind != GameKind.BYE:
            for team_id in game.everybody_ids():
                played[team_id].append(game)
    for team in teams:
        since: datetime | None = max(opened_at, team.checked_in_at or opened_at)
        for game in played[team.pk]:
            if since and game.called_at:
                waits[team.pk].append(elapsed(since, game.called_at, frozen))
            since = game.over_at
        if since and not team.withdrawn_at and not phase.closed_at:
            waits[team.pk].append(elapsed(since, until, frozen))
    return waits


def _minutes(length: timedelta) -> int:
    return int(length.total_seconds() // 60)
