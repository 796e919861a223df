"""One simulated game, hand by hand, until its rules or the whistle end it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from rules.ruleset.hands import HandScore
from rules.ruleset.ruleset import Ruleset
from rules.time.whistle import leader
from simulation.days.figures import DrawnHand, HandOutcome, HandSource

Sides = tuple[tuple[int, ...], ...]
"""The members of each side: teams, or partners who came alone."""

_DECIDED_WITHIN = 50
"""The most deciding hands of a tied game; after them the first tied side wins."""


class GameSoFar:
    """The hands of a running game, added up. Sides are 0, 1, … in the order of the rules."""

    __slots__ = ("hands", "points", "units")

    def __init__(self, sides: int) -> None:
        self.units = [0] * sides
        self.points = [0] * sides
        self.hands: list[DrawnHand] = []

    def add(self, hand: DrawnHand) -> None:
        self.hands.append(hand)
        for side, units, points in zip(hand.order, hand.outcome.units, hand.outcome.points, strict=True):
            self.units[side] += units
            self.points[side] += points


class GameEnd(Protocol):
    def __call__(self, game: GameSoFar) -> tuple[bool, int | None]:
        """Whether the game is over after these hands, and the side that has won it, if any."""

    def leader(self, game: GameSoFar) -> int | None:
        """The side that wins if the game is cut off here; None where one more hand must decide."""


@dataclass(frozen=True, slots=True)
class FirstTo:
    """Ends a game once a side has won ``goal`` hands. A fast version of most games' rules."""

    goal: int = 3

    def __call__(self, game: GameSoFar) -> tuple[bool, int | None]:
        best = max(game.units)
        return (True, game.units.index(best)) if best >= self.goal else (False, None)

    def leader(self, game: GameSoFar) -> int | None:
        return _leader(game.units, game.points)


@dataclass(frozen=True)
class ByRuleset:
    law: Ruleset
    counts_hands: bool
    _scores: dict[tuple[HandOutcome, tuple[int, ...]], HandScore] = field(
        default_factory=dict, compare=False, repr=False
    )

    def __call__(self, game: GameSoFar) -> tuple[bool, int | None]:
        state = self.law.game([self._score(hand) for hand in game.hands])
        return state.over, None if state.winner is None else self.law.sides.index(state.winner)

    def leader(self, game: GameSoFar) -> int | None:
        return _leader(game.units, game.points) if self.counts_hands else _leader(game.points)

    def _score(self, hand: DrawnHand) -> HandScore:
        key = hand.outcome, hand.order
        if key not in self._scores:
            self._scores[key] = _as_score(*key, self.law.sides, self.counts_hands)
        return self._scores[key]


class SimulatedGame(NamedTuple):
    units: tuple[int, ...]
    points: tuple[int, ...]
    winner: int
    hands: int
    ends_at: float
    is_cut_off: bool


@dataclass(frozen=True, slots=True)
class GameSimulator:
    hands: HandSource
    end: GameEnd
    breaks: tuple[tuple[float, float], ...]
    random: Random
    extra_counts: bool = False

    def play(self, strengths: Sequence[float], start: float, whistle: float | None) -> SimulatedGame:
        """Play a game. No hand is dealt in a break or after the whistle; a hand in progress is finished."""
        game, now, is_cut_off = GameSoFar(len(strengths)), start, False
        is_over, winner = False, None
        while not is_over:
            now = self.after_break(now)
            if whistle is not None and now >= whistle:
                is_cut_off = True
                winner = self.end.leader(game)
                break
            hand = self.hands(strengths, self.random)
            now += hand.minutes
            game.add(hand)
            is_over, winner = self.end(game)
        played = len(game.hands)
        if winner is None:
            winner, now = self._decide(game, strengths, now)
        return SimulatedGame(tuple(game.units), tuple(game.points), winner, played, now, is_cut_off)

    def after_break(self, now: float) -> float:
        for starts, ends in self.breaks:
            if starts <= now < ends:
                return ends
        return now

    def _decide(self, game: GameSoFar, strengths: Sequence[float], now: float) -> tuple[int, float]:
        """Play deciding hands between the tied sides. Rulebook E-8, E-29, E-55 and E-141."""
        best = max(game.points)
        tied = [side for side, points in enumerate(game.points) if points == best or len(strengths) == 2]
        for _ in range(_DECIDED_WITHIN):
            hand = self.hands(strengths, self.random)
            outcome, order, minutes = hand
            now += minutes
            if self.extra_counts:
                game.add(hand)
            if len(strengths) == 2:
                if outcome.has_winner:
                    return order[0], now
                continue
            earned = {str(side): outcome.points[order.index(side)] for side in tied}
            ahead = leader(earned)
            if ahead is not None:
                return int(ahead), now
        return tied[0], now


def _leader(*figures: Sequence[int]) -> int | None:
    ahead = leader(*({str(side): figure for side, figure in enumerate(each)} for each in figures))
    return None if ahead is None else int(ahead)


def _as_score(
    outcome: HandOutcome, order: tuple[int, ...], sides: tuple[str, ...], counts_hands: bool
) -> HandScore:
    units: Mapping[str, int] = {sides[side]: count for side, count in zip(order, outcome.units, strict=True)}
    return HandScore(
        winner=sides[order[0]] if outcome.has_winner else None,
        units=units if counts_hands else {},
        points={sides[side]: points for side, points in zip(order, outcome.points, strict=True)},
        books=None,
        made=outcome.is_made,
        boston=outcome.is_boston,
        awarded=False,
        because=(),
        headline="",
    )
