"""The standings: the order of the teams, and the figure that decided each place."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Generic

from rules.competition.game_lines import Line, Share
from rules.competition.team import Team, listed
from rules.standings.opponents import STRENGTHS
from rules.standings.tie_breaks import CRITERIA, TIE_BREAKS, is_counted_apart
from rules.standings.what_counts import FIGURES, USUAL, WhatCounts, best_games, with_byes

Value = int | float | None
Counts = Mapping[str, Mapping[Team, int]]


@dataclass(frozen=True, slots=True)
class Decision(Generic[Team]):
    """The tie-break that put a team below the one above it, with both figures.

    ``among`` are the teams that were tied until then.
    """

    key: str
    above: Value
    below: Value
    among: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Ranked(Generic[Team]):
    """A team's line in the standings.

    ``cells`` has a figure for each tie-break, None if it was not needed or has none. ``decided_by`` is the
    tie-break that put this team below the one above it, None for the first team and for tied teams;
    ``certificate`` has the two figures. Teams that no tie-break separates share a rank and are ``is_tied``.
    """

    team: Team
    rank: int
    is_tied: bool
    cells: tuple[tuple[str, Value], ...]
    decided_by: str | None
    certificate: Decision[Team] | None
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


@dataclass(slots=True)
class Sums:
    """What a team got in the games that count for it. ``games`` are those that somebody won."""

    games: int = 0
    won: int = 0
    units: int = 0
    units_against: int = 0
    points: int = 0
    points_against: int = 0

    @property
    def lost(self) -> int:
        return self.games - self.won

    def __add__(self, other: "Sums") -> "Sums":
        pairs = zip(astuple(self), astuple(other), strict=True)
        return Sums(*(mine + theirs for mine, theirs in pairs))


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
    for place, level in groupby(ranked, key=lambda row: row.rank):
        group = tuple(row.team for row in level)
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
        groups = self._split_by_tie_breaks(self.teams, tie_breaks)
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
        self.strengths: dict[str, dict[Team, float]] = {}
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

    def _split_by_tie_breaks(self, group: list[Team], tie_breaks: Sequence[str]) -> list[list[Team]]:
        if not tie_breaks or not group:
            return [group] if group else []
        if len(group) == 1:
            # It is tied with nobody, so only the figures that don't depend on a group are shown.
            self.cells[group[0]].update(
                {key: self._own(group[0], key) for key in tie_breaks if key not in _WITHIN_THE_GROUP + _LOT}
            )
            return [group]
        key, *rest = tie_breaks
        if key in _WITHIN_THE_GROUP:
            parts = self._split_again(group, key, is_first=True)
        else:
            parts = self._split(group, key, self._figures(group, key))
        return [smaller for part in parts for smaller in self._split_by_tie_breaks(part, rest)]

    def _split_again(self, group: list[Team], key: str, *, is_first: bool) -> list[list[Team]]:
        """Split a group by results within it, then each part by the results within that part."""
        if len(group) < 2:
            return [group]
        figures = self._wins_within(group) if key == "head_to_head" else self._playoffs_within(group)
        if figures is None:
            return [group]
        parts = self._split(group, key, figures, is_shown=is_first)
        if len(parts) == 1:
            return parts
        return [smaller for part in parts for smaller in self._split_again(part, key, is_first=False)]

    def _split(
        self, group: list[Team], key: str, figures: Mapping[Team, Value], is_shown: bool = True
    ) -> list[list[Team]]:
        if is_shown:
            for team, figure in figures.items():
                self.cells[team][key] = figure
        order = _ascending if key == "lot" or CRITERIA[key].is_fewest else _descending
        arranged = sorted(group, key=lambda team: order(figures.get(team)))
        parts = [list(part) for _, part in groupby(arranged, key=lambda team: figures.get(team))]
        for upper, lower in pairwise(parts):
            decision = Decision(key, figures.get(upper[0]), figures.get(lower[0]), tuple(group))
            for team in lower:
                self.decisions[team] = decision
        return parts

    def _figures(self, group: list[Team], key: str) -> Mapping[Team, Value]:
        if key == "lot":
            drawn = {team: self.lots[team] for team in group if team in self.lots}
            # Lots of separate draws can have equal places; then it takes one draw among all of these teams.
            return drawn if len(group) > 1 and len(set(drawn.values())) == len(group) else {}
        return {team: self._own(team, key) for team in group}

    def _own(self, team: Team, key: str) -> Value:
        """A tie-break value that doesn't depend on the tied group."""
        if key in FIGURES:
            return FIGURES[key](self.tallies[team])
        if is_counted_apart(key):
            return self.counts.get(key, {}).get(team, 0)
        if key not in self.strengths:
            scores: dict[Hashable, float] = {other: sums.won for other, sums in self.tallies.items()}
            self.strengths[key] = {one: STRENGTHS[key](met, scores) for one, met in self.met.items()}
        return self.strengths[key].get(team, 0.0)

    def _wins_within(self, group: list[Team]) -> Mapping[Team, Value] | None:
        """Games won among the group; None unless each has met every other. Rulebook E-3."""
        members = set(group)
        if any(not members <= {other for other, _ in self.met[team]} | {team} for team in group):
            return None
        return {team: sum(won for other, won in self.met[team] if other in members) for team in group}

    def _playoffs_within(self, group: list[Team]) -> Mapping[Team, Value] | None:
        """Play-off hands won among the group; None until each has played one of them. Rulebook E-3."""
        members = set(group)
        played = {team: [won for other, won in self.playoffs[team] if other in members] for team in group}
        if not all(played.values()):
            return None
        return {team: sum(hands) for team, hands in played.items()}


def _descending(figure: Value) -> float:
    return -figure if figure is not None else 0.0


def _ascending(figure: Value) -> float:
    return figure if figure is not None else 0.0


_WITHIN_THE_GROUP = ("head_to_head", "playoff")
_LOT = ("lot",)
