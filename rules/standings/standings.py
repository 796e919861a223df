"""The standings: the order of the teams, and the figure that decided each place."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Generic

from rules.competition.game_lines import Line, Share, Sums
from rules.competition.team import Team, listed
from rules.standings.tie_break import TieBreak, Value
from rules.standings.tie_breaks import CRITERIA, TIE_BREAKS
from rules.standings.what_counts import USUAL, WhatCounts, best_games, with_byes

Counts = Mapping[str, Mapping[Team, int]]


@dataclass(frozen=True, slots=True)
class Decision(Generic[Team]):
    """The tie-break that put a team below the one above it, with both figures."""

    key: str
    above: Value
    below: Value
    among: tuple[Team, ...]
    """The teams that were tied until then."""


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Team]):
    """A team's line in the standings.

    Teams that no tie-break separates share a rank and are ``is_tied``.
    """

    team: Team
    rank: int
    is_tied: bool
    cells: tuple[tuple[str, Value], ...]
    """Has a figure for each tie-break, None if it was not needed or has none."""
    decided_by: str | None
    """The tie-break that put this team below the one above it, None for the first team and for tied teams."""
    certificate: Decision[Team] | None
    """Has the two figures."""
    games: int
    won: int
    units_for: int
    units_against: int
    points: int
    points_against: int = 0

    @property
    def win_rate(self) -> float | None:
        """The share of its games that the team won. Rulebook E-2."""
        return self.won / self.games if self.games else None


@dataclass(frozen=True, slots=True)
class Cutoff(Generic[Team]):
    """The cutoff after the last place that goes through.

    ``through`` and ``out`` are certain, best first. ``unbroken`` are all groups of tied teams down to the
    cutoff: those above it still share seeds, and the last one may compete for the ``places`` left. While
    there is one, the cut can't be settled (Rulebook E-3).
    """

    through: tuple[Team, ...]
    out: tuple[Team, ...]
    places: int
    unbroken: tuple[tuple[Team, ...], ...]


def rank(
    teams: Iterable[Team],
    lines: Iterable[Line[Team]],
    *,
    tie_breaks: Sequence[str] = TIE_BREAKS,
    lots: Mapping[Team, int] = MappingProxyType({}),
    counts: Counts[Team] = MappingProxyType({}),
    what: WhatCounts = USUAL,
) -> tuple[Ranked[Team], ...]:
    """The standings, best first.

    Rulebook A-15 and E-3: a tie-break compares only teams that are tied on all earlier ones. ``lots`` has the
    place of each team's lot, 1 first; they count only if every one of the tied teams has drawn. ``counts``
    has the teams' figures for the tie-breaks that are counted apart. Lines of teams that aren't ranked here
    still count for their opponents. Tied teams are listed by team number. ``what`` says how byes
    and games count (Rulebook E-91, E-92). A game with a substitute counts for the teams that its line names
    (E-151); that doesn't change whom a team met.

    :raises ValueError: if one of the tie-breaks is unknown.
    """
    return rankings(teams, lines, (tie_breaks,), lots=lots, counts=counts, what=what)[0]


def rankings(
    teams: Iterable[Team],
    lines: Iterable[Line[Team]],
    orders: Iterable[Sequence[str]],
    *,
    lots: Mapping[Team, int] = MappingProxyType({}),
    counts: Counts[Team] = MappingProxyType({}),
    what: WhatCounts = USUAL,
) -> tuple[tuple[Ranked[Team], ...], ...]:
    """The standings by several orders of tie-breaks; otherwise as ``rank``.

    The lines are added up once, unless each order has its own best games.
    """
    asked = tuple(tuple(tie_breaks) for tie_breaks in orders)
    unknown = [key for tie_breaks in asked for key in tie_breaks if key not in CRITERIA]
    if unknown:
        raise ValueError(f"There is no criterion {unknown[0]!r}; there are {', '.join(CRITERIA)}.")
    table = _Table(list(teams), list(lines), lots, counts, what)
    return tuple(table.ranked(tie_breaks) for tie_breaks in asked)


def sums_of(
    lines: Iterable[Line[Team]], tie_breaks: Sequence[str] = TIE_BREAKS, what: WhatCounts = USUAL
) -> Mapping[Team, Sums]:
    """What each team got, added up as in ``rank``. The tie-breaks choose its best games (Rulebook E-92)."""
    table = _Table([], list(lines), {}, {}, what)
    if what.best_of:
        table._add_up(tuple(tie_breaks))
    return table.tallies


def cut(ranked: Sequence[Ranked[Team]], size: int) -> Cutoff[Team]:
    """The cutoff when the best ``size`` teams go through, or all, if fewer. Rulebook E-4."""
    size = min(size, len(ranked))
    through: list[Team] = []
    out: list[Team] = []
    unbroken: list[tuple[Team, ...]] = []
    for place, tied in groupby(ranked, key=lambda row: row.rank):
        group = tuple(row.team for row in tied)
        above = place - 1
        if above >= size:
            out.extend(group)
            continue
        if len(group) > 1:
            unbroken.append(group)
        if above + len(group) <= size:
            through.extend(group)
    return Cutoff(tuple(through), tuple(out), size - len(through), tuple(unbroken))


class _Table(Generic[Team]):
    """The sums of the lines; ``ranked`` splits the teams by one tie-break after the other."""

    def __init__(
        self,
        teams: list[Team],
        lines: list[Line[Team]],
        lots: Mapping[Team, int],
        counts: Counts[Team],
        what: WhatCounts,
    ) -> None:
        self.teams = sorted(set(teams), key=listed)
        self.lots = lots
        self.counts = counts
        self.best_of = what.best_of
        self.shares: dict[Team, list[Share[Team]]] = defaultdict(list)
        self.met: dict[Team, list[tuple[Team, bool]]] = defaultdict(list)
        self.playoffs: dict[Team, list[tuple[Team, bool]]] = defaultdict(list)
        for line in with_byes(lines, what.byes):
            self._add(line)
        self._add_up(())

    def ranked(self, tie_breaks: tuple[str, ...]) -> tuple[Ranked[Team], ...]:
        if self.best_of:
            self._add_up(tie_breaks)
        self.cells: dict[Team, dict[str, Value]] = {team: {} for team in self.teams}
        self.decisions: dict[Team, Decision[Team]] = {}
        groups = self._split_by_tie_breaks(self.teams, [CRITERIA[key] for key in tie_breaks])
        rows: list[Ranked[Team]] = []
        for group in groups:
            place = len(rows) + 1
            for position, team in enumerate(group):
                decision = self.decisions.get(team) if position == 0 else None
                rows.append(self._row(team, place, len(group) > 1, tie_breaks, decision))
        return tuple(rows)

    def _add(self, line: Line[Team]) -> None:
        for share in line.shares:
            met = [(other, share.is_won) for other in share.others if share.is_over]
            if line.kind == "playoff":
                self.playoffs[share.team].extend(met)
                continue
            for team in dict(line.elsewhere).get(share.team, (share.team,)):
                self.shares[team].append(share)
            self.met[share.team].extend(met)

    def _add_up(self, tie_breaks: tuple[str, ...]) -> None:
        self.tallies: dict[Team, Sums] = defaultdict(Sums)
        for team, shares in self.shares.items():
            tally = self.tallies[team]
            for share in best_games(shares, tie_breaks, self.best_of):
                tally.games += share.is_over
                tally.won += share.is_won
                tally.units += share.units
                tally.units_against += share.units_against
                tally.points += share.points
                tally.points_against += share.points_against
        # A team whose games count for others has met its opponents all the same (Rulebook E-151).
        self.scores = defaultdict[Hashable, float](
            float, {team: got.won for team, got in self.tallies.items()}
        )

    def _row(
        self,
        team: Team,
        place: int,
        is_tied: bool,
        tie_breaks: tuple[str, ...],
        decision: Decision[Team] | None,
    ) -> Ranked[Team]:
        tally = self.tallies[team]
        return Ranked(
            team=team,
            rank=place,
            is_tied=is_tied,
            cells=tuple((key, self.cells[team].get(key)) for key in tie_breaks),
            decided_by=decision.key if decision else None,
            certificate=decision,
            games=tally.games,
            won=tally.won,
            units_for=tally.units,
            units_against=tally.units_against,
            points=tally.points,
            points_against=tally.points_against,
        )

    def _split_by_tie_breaks(self, group: list[Team], steps: Sequence[TieBreak]) -> list[list[Team]]:
        if len(group) == 1:
            # It is tied with nobody, so only the figures that don't depend on a group are shown.
            for one in steps:
                self.cells[group[0]].update({one.key: (one.figures(self, group) or {}).get(group[0])})
        if not steps or len(group) < 2:
            return [group] if group else []
        one, *rest = steps
        parts = self._split(group, one)
        return [smaller for part in parts for smaller in self._split_by_tie_breaks(part, rest)]

    def _split(self, group: list[Team], one: TieBreak, *, is_first: bool = True) -> list[list[Team]]:
        """Split a group by its figures, and by figures within the group, then each part again."""
        figures = one.figures(self, group)
        if figures is None:
            return [group]
        if is_first:
            for team, figure in figures.items():
                self.cells[team][one.key] = figure
        arranged = sorted(group, key=lambda team: one.order(figures[team]))
        parts = [list(part) for _, part in groupby(arranged, key=figures.__getitem__)]
        for upper, lower in pairwise(parts):
            decision = Decision(one.key, figures[upper[0]], figures[lower[0]], tuple(group))
            for team in lower:
                self.decisions[team] = decision
        if not one.is_within_group or len(parts) == 1:
            return parts
        return [smaller for part in parts for smaller in self._split(part, one, is_first=False)]
