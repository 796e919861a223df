"""The totals that the hands of a game can add up to, computed from every possible hand (Rulebook E-211)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Any, Final

from rules.games import find_ruleset
from rules.numbers import minus
from rules.ruleset.entry import EntryTiles, Question
from rules.ruleset.game_ends import EndsBy
from rules.ruleset.hands import HandFacts, ImpossibleHand, counted
from rules.ruleset.ruleset import Ruleset

_MOST_REPORTS: Final = 5_000
"""The most ways of reporting a hand that are tried. In a game with more, totals are not checked."""

_LONGEST: Final = 24
"""The most hands tried in a game without a limit on its hands: as many as a score card allows."""

Pair = tuple[int, int]
Result = tuple[Pair, Pair, Pair]
"""Both sides' hands won, Bostons and points from one hand. The first two are 0 if only points win games."""


def odd_sum(ruleset: Ruleset, facts: HandFacts, *, is_time_up: bool = False) -> str | None:
    """A question about a total that no hands of this game add up to; None if some do, or the rules don't say.

    The points are those written down, before counters add any (Rulebook SC-8).
    """
    step = ruleset.ends.step
    if facts.total_points and any(figure % step for figure in facts.total_points.values()):
        return f"Points come in steps of {step} in this game. Is a figure wrong?"
    sums = _sums(ruleset.key, tuple(ruleset.house.items())) if len(ruleset.sides) == 2 else None
    hands, bostons, points = (
        (figures[ruleset.sides[0]], figures[ruleset.sides[1]]) if figures else None
        for figures in (facts.total_hands, facts.total_bostons, facts.total_points)
    )
    if sums is None or sums.has(hands, bostons, points):
        return None
    pairs = [(pair, what) for pair, what in ((hands, "hands"), (points, "points")) if pair]
    amounts = minus(" with ".join(f"{one} to {other} {what}" for (one, other), what in pairs))
    if sums.length and sums.has(hands, bostons, points, is_short=True):
        if is_time_up:
            return None
        played = counted(sums.length, "hand").capitalize()
        return f"{played} can’t come to {amounts}. Is a figure wrong, or was the time over?"
    return f"No hands of this game come to {amounts}. Is a figure wrong?"


@dataclass(frozen=True)
class _Sums:
    """All totals of a game whose hands have these ``results``.

    The game ends when a side has ``goal`` hands or ``target`` points, or is ``lost`` points below zero, or
    after exactly ``length`` hands, or after ``most_hands`` if it isn't won before. 0 means
    that there is no such end. With ``plays_on`` only ``length`` ends it.
    """

    results: frozenset[Result]
    goal: int
    target: int
    lost: int
    length: int
    plays_on: bool
    most_hands: int

    def has(
        self, hands: Pair | None, bostons: Pair | None, points: Pair | None, is_short: bool = False
    ) -> bool:
        """Whether hands add up to these figures (None: unknown). ``is_short``: in fewer than ``length``."""
        at = None if points is None else self._bit(points)
        bostons = bostons if self.goal else None
        if at is not None and at < 0:
            return False
        return any(
            (hands is None or hands == won)
            and (bostons is None or bostons == swept)
            and (bits if at is None else bits >> at & 1)
            for after, sums in enumerate(self._after, start=1)
            if not self.length or (after < self.length) == is_short
            for (won, swept), bits in sums.items()
        )

    @cached_property
    def _after(self) -> list[dict[tuple[Pair, Pair], int]]:
        """For each number of hands: a bit set of possible points (``_bit``), by hands won and Bostons."""
        steps = [(won, swept, one * self._width + other) for won, swept, (one, other) in sorted(self.results)]
        now = {((0, 0), (0, 0)): 1 << self._bit((0, 0))}
        after = []
        for number in range(1, self._longest + 1):
            then: dict[tuple[Pair, Pair], int] = {}
            for (won, swept), bits in now.items():
                goes_on = 0 if self._is_won(won) else bits & self._still_open
                if number > (self.length or self.most_hands) > 0:
                    # Only a tied game has an extra hand.
                    goes_on &= self._tied
                for more, boston, step in steps if goes_on else ():
                    key = _add(won, more), _add(swept, boston)
                    then[key] = then.get(key, 0) | (goes_on << step if step >= 0 else goes_on >> -step)
            after.append(then)
            now = then
        return after

    @property
    def _longest(self) -> int:
        if most := self.length or self.most_hands:
            return most + 1
        return 2 * self.goal - 1 if self.goal and not self.target else _LONGEST

    def _is_won(self, won: Pair) -> bool:
        return 0 < self.goal <= max(won) and not self.plays_on

    @cached_property
    def _most(self) -> int:
        """A bound on the distance of a side's points from zero."""
        return self._longest * max(abs(each) for *_, points in self.results for each in points) + 1

    @cached_property
    def _width(self) -> int:
        return 2 * self._most + 1

    def _bit(self, points: Pair) -> int:
        """The index of the bit for a pair of points; negative if ``_longest`` hands can't score so much."""
        if max(map(abs, points)) > self._most:
            return -1
        return (points[0] + self._most) * self._width + points[1] + self._most

    @cached_property
    def _still_open(self) -> int:
        top = self.target - 1 if self.target and not self.length and not self.plays_on else self._most
        low = 1 - self.lost if self.lost and not self.length and not self.plays_on else -self._most
        row = sum(1 << each + self._most for each in range(low, top + 1))
        return sum(row << (each + self._most) * self._width for each in range(low, top + 1))

    @cached_property
    def _tied(self) -> int:
        return sum(1 << self._bit((each, each)) for each in range(-self._most, self._most + 1))


def _add(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


@lru_cache(maxsize=64)
def _sums(key: str, house: tuple[tuple[str, Any], ...]) -> _Sums | None:
    """The sums of a game; None if the rules don't say what a hand can score, or it has too many reports."""
    ruleset = find_ruleset(key, dict(house))
    results = frozenset(_results(ruleset))
    if not results:
        return None
    ends = ruleset.ends
    length = ends.length if ends.by is EndsBy.LENGTH else 0
    most = ends.length if ends.by is EndsBy.POINTS_OR_LENGTH else 0
    return _Sums(results, ends.goal, ends.points, ends.lost_at, length, ends.plays_on, most)


def _results(ruleset: Ruleset) -> Iterable[Result]:
    if not ruleset.play.has_cards:
        for brings in ruleset.ends.hand_points:
            yield from (((0, 0), (0, 0), pair) for pair in ((brings, 0), (0, brings)))
        return
    one, other = ruleset.sides
    by_hands = ruleset.ends.counts_hands
    forfeits = [HandFacts(forfeited_by=side) for side in ruleset.sides]
    reports = list(_reports(ruleset.entry))
    for facts in (*reports, *forfeits) if reports else ():
        try:
            score = ruleset.score(facts)
        except ImpossibleHand:
            continue
        swept = score.winner if score.boston and not score.awarded else None
        points = score.points[one], score.points[other]
        if by_hands:
            yield (score.units[one], score.units[other]), (int(swept == one), int(swept == other)), points
        else:
            yield (0, 0), (0, 0), points


def _reports(entry: EntryTiles) -> Iterable[HandFacts]:
    """Every report of a hand with at most one renege; none if there are more than ``_MOST_REPORTS``."""
    asked = {
        name: _values(question, entry.sides)
        for question in entry.questions
        for name in question.names(entry.sides)
    }
    reneged = [{}, *({name: 1} for each in entry.reneges for name in each.names(entry.sides))]
    if not 0 < prod(map(len, asked.values())) * len(reneged) <= _MOST_REPORTS:
        return
    for answers in product(*asked.values()):
        for more in reneged:
            yield entry.facts({**dict(zip(asked, answers, strict=True)), **more})


def _values(question: Question, sides: tuple[str, ...]) -> range | list[str]:
    if question.look == "numbers":
        return range(question.least, question.most + 1)
    return list(sides) if question.look == "sides" else [tile.value for tile in question.tiles]
