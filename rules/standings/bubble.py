"""The bubble: who surely goes through, who is surely out, and how many wins it takes. Rulebook E-44.

Each team has a worst and a best result that is still possible. These are bounds, so a team that is called
through or out really is. A figure without a bound (the hands of a game, the strength of later opponents)
counts as open.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from math import inf
from types import MappingProxyType
from typing import Generic

from rules.competition.team import Team
from rules.standings.standings import Ranked
from rules.standings.tie_break import Changes
from rules.standings.tie_breaks import CRITERIA
from rules.standings.what_counts import CHAIR, USUAL, WhatCounts

THROUGH, EDGE, NEXT, OUT, OPEN = "through", "edge", "next", "out", "open"

Sides = tuple[tuple[Team, ...], ...]
Key = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Outlook(Generic[Team]):
    """A team's chance of one of the places that go through."""

    team: Team
    chance: str
    """THROUGH or OUT if that is certain; NEXT for the first team below the cutoff once all is played; EDGE
    for an undecided team that is tied with one at the cutoff; else OPEN.
    """
    sure: int | None = None
    """The number of wins that surely put it through, None if no number does."""
    needs: int = 0
    """The fewest wins it must have."""
    left: int | None = 0
    """The number of games it can still play; None if unknown."""


def outlooks(
    ranked: Sequence[Ranked[Team]],
    running: Sequence[Sides[Team]],
    *,
    places: int,
    rounds_left: int | None,
    what: WhatCounts = USUAL,
) -> Mapping[Team, Outlook[Team]]:
    """Each team's outlook on one of the first ``places``. Rulebook E-44.

    ``ranked`` are the standings now, ``running`` the sides of each game that is not over. In each of the
    ``rounds_left`` everybody may play once, and a late team may play too; None if their number is unknown.
    ``what`` counts as in ``rank``. Where a substitute's game can count for other entrants (Rulebook E-151),
    nothing is certain until all games are played.
    """
    if not 0 < places < len(ranked):
        return MappingProxyType({})
    is_open = what.substitutes != CHAIR and bool(rounds_left or running)
    if rounds_left is None or is_open:
        return {row.team: Outlook(row.team, _undecided(row, ranked, places), left=None) for row in ranked}
    if not rounds_left and not running:
        return _as_it_is(ranked, places)
    return _OpenStandings(ranked, running, places, rounds_left, what).outlooks()


def _undecided(row: Ranked[Team], ranked: Sequence[Ranked[Team]], places: int) -> str:
    """EDGE for a team tied, by the first tie-break, with the last one in or the first one out; else OPEN."""
    at_cutoff = {ranked[places - 1].cells[0][1], ranked[places].cells[0][1]}
    return EDGE if row.cells[0][1] in at_cutoff else OPEN


def _as_it_is(ranked: Sequence[Ranked[Team]], places: int) -> dict[Team, Outlook[Team]]:
    """The outlooks when everything is played: only a tie across the cutoff is still undecided."""
    found: dict[Team, Outlook[Team]] = {}
    for rank, level in groupby(ranked, key=lambda row: row.rank):
        group = [row.team for row in level]
        is_in, is_below = rank - 1 + len(group) <= places, rank > places
        chance = THROUGH if is_in else EDGE if not is_below else NEXT if len(found) == places else OUT
        found.update({team: Outlook(team, chance) for team in group})
    return found


class _OpenStandings(Generic[Team]):
    """The standings with the games still to come: the worst and the best that each team can reach.

    A ``Key`` bounds a team's result: one figure for each tie-break that its own games decide, up to the first
    figure without a bound. Teams at one table can't all win: the ``steps`` of a table are the best keys that
    one, two, … of its teams can reach together.
    """

    def __init__(
        self,
        ranked: Sequence[Ranked[Team]],
        running: Sequence[Sides[Team]],
        places: int,
        rounds_left: int,
        what: WhatCounts,
    ) -> None:
        self.ranked, self.places, self.later = ranked, places, rounds_left
        self.only_adds_up, self.most = what.only_adds_up, what.best_of or inf
        self.rows = {row.team: row for row in ranked}
        steps = [CRITERIA[key] for key, _ in ranked[0].cells]
        # Later tie-breaks also depend on the games of others.
        self.own = tuple(takewhile(lambda one: one.changes is not Changes.WITH_OTHERS, steps))
        self.values = {row.team: [value or 0 for _, value in row.cells] for row in ranked}
        here = [
            tuple(tuple(team for team in side if team in self.rows) for side in sides) for sides in running
        ]
        self.game = {team: sides for sides in here for side in sides for team in side}
        unpaired = [((row.team,),) for row in ranked if row.team not in self.game]
        self.together = {sides: self._steps(sides) for sides in (*here, *unpaired)}
        self.steps = sorted(step for steps in self.together.values() for step in steps)
        self.surely = sorted(self._bound(row.team, 0, is_best=False) for row in ranked)
        # A late team may win every game that is left, by any margin.
        self.late = self._key(0, 0, [0] * len(steps), rounds_left, rounds_left, is_best=True)

    def outlooks(self) -> Mapping[Team, Outlook[Team]]:
        return {row.team: self._outlook(row) for row in self.ranked}

    def _outlook(self, row: Ranked[Team]) -> Outlook[Team]:
        team, left = row.team, self._left(row.team)
        sides = self.game.get(team, ((team,),))
        mine, others = self.together[sides], self._steps(sides, team)
        if self._is_through(team, 0, mine, others):
            return Outlook(team, THROUGH, 0, 0, left)
        needs = next((wins for wins in range(left + 1) if not self._is_out(team, wins)), None)
        if needs is None:
            return Outlook(team, OUT, None, 0, left)
        sure = next((wins for wins in range(1, left) if self._is_through(team, wins, mine, others)), None)
        if sure is None and left:
            # It must win every game it has left, so also the one it is playing.
            others = self._steps(sides, team, must_win=True)
            sure = left if self._is_through(team, left, mine, others) else None
        return Outlook(team, _undecided(row, self.ranked, self.places), sure, needs, left)

    def _left(self, team: Team) -> int:
        return self.later + (team in self.game)

    def _is_through(self, team: Team, wins: int, mine: Sequence[Key], others: Sequence[Key]) -> bool:
        """Whether ``wins`` more wins are surely enough.

        ``mine`` are the steps of its table with it, ``others`` without it.
        """
        worst = self._bound(team, wins, is_best=False)
        if self.later and self.late >= worst:
            return False
        above = len(self.steps) - bisect_left(self.steps, worst)
        for step in mine:
            above -= step >= worst
        for step in others:
            above += step >= worst
        return above < self.places

    def _is_out(self, team: Team, wins: int) -> bool:
        """Whether ``wins`` more wins are surely too few, because enough teams will be ahead."""
        best = self._bound(team, wins, is_best=True)
        return len(self.surely) - bisect_left(self.surely, (*best, inf)) >= self.places

    def _steps(self, sides: Sides[Team], mine: Team | None = None, *, must_win: bool = False) -> list[Key]:
        """The best keys that one, two, … of the teams at a table can reach together, without ``mine``."""
        winners: Sequence[int | None] = range(len(sides)) if len(sides) > 1 else [None]
        if must_win and len(sides) > 1:
            winners = [index for index, side in enumerate(sides) if mine in side]
        reached = [
            sorted(
                (
                    self._bound(team, self.later + (index == won), is_best=True)
                    for index, side in enumerate(sides)
                    for team in side
                    if team != mine
                ),
                reverse=True,
            )
            for won in winners
        ]
        return [max(each) for each in zip(*reached, strict=True)]

    def _bound(self, team: Team, wins: int, *, is_best: bool) -> Key:
        """The best key of a team with at most ``wins`` more wins, or the worst with at least as many."""
        row = self.rows[team]
        return self._key(row.won, row.games, self.values[team], wins, self._left(team), is_best=is_best)

    def _key(self, won: int, games: int, now: Sequence[float], wins: int, left: int, *, is_best: bool) -> Key:
        key: list[float] = []
        for one, value in zip(self.own, now, strict=False):
            if one.changes is Changes.BY_WINS and (self.only_adds_up or not key):
                key.append(min(won + wins, self.most))
            elif not self.only_adds_up:
                # Another game may replace one that counts, and a bye's average still moves.
                key.append(inf if is_best else -inf)
                break
            elif one.changes is Changes.BY_SHARE:
                most = games + (wins if is_best else left)
                key.append((won + wins) / most if most else 0.0)
            elif not left or (one.changes is Changes.RISES and is_best == one.is_fewest):
                key.append(-one.order(value))
            else:
                key.append(inf if is_best else -inf)
                break
        return tuple(key)
