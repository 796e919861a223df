"""The fairness ledger: each team's byes, rematches, waits and strength of opponents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Generic

from rules.competition.game_lines import Line
from rules.competition.team import Team, listed


@dataclass(frozen=True, slots=True)
class LedgerLine(Generic[Team]):
    """One team's line in the ledger."""

    team: Team
    games: int
    byes: int
    rematches: int
    """Counts games against a team it had already met."""
    opponents_won: float | None
    """The share of games that its opponents won against others, None without such games. A higher share means
    a harder day.
    """
    waited: timedelta


def ledger(
    teams: Iterable[Team],
    lines: Iterable[Line[Team]],
    waited: Mapping[Team, timedelta] = MappingProxyType({}),
) -> tuple[LedgerLine[Team], ...]:
    """The ledger, sorted by team number. Games count once they are won; play-off hands don't count."""
    met: dict[Team, Counter[Team]] = defaultdict(Counter)
    won: Counter[Team] = Counter()
    beaten: Counter[tuple[Team, Team]] = Counter()
    byes: Counter[Team] = Counter()
    games: Counter[Team] = Counter()
    for share in (share for line in lines if line.kind != "playoff" for share in line.shares):
        if not share.is_over:
            continue
        if not share.others:
            byes[share.team] += 1
            continue
        games[share.team] += 1
        met[share.team].update(share.others)
        if share.is_won:
            won[share.team] += 1
            beaten.update((share.team, other) for other in share.others)
    return tuple(
        LedgerLine(
            team=team,
            games=games[team],
            byes=byes[team],
            rematches=sum(times - 1 for times in met[team].values()),
            opponents_won=_share(
                (won[other] - beaten[other, team], games[other] - met[other][team])
                for other in list(met[team])
                for _ in range(met[team][other])
            ),
            waited=waited.get(team, timedelta()),
        )
        for team in sorted(set(teams), key=listed)
    )


def _share(parts: Iterable[tuple[int, int]]) -> float | None:
    won = games = 0
    for part in parts:
        won += part[0]
        games += part[1]
    return won / games if games else None
