"""How a game ends; and a race, a game that is played to points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from rules.ruleset.hands import GameAlreadyOver, GameState, HandScore, Reason, counted


class EndsBy(Enum):
    """What ends a game. The values are those of the house rule ``game_end``, where a game has one."""

    HANDS = "hands"
    POINTS = "points"
    EITHER = "either"
    LENGTH = "hands_played"
    POINTS_OR_LENGTH = "points_or_hands"
    CLOCK = "clock"
    POINTS_OR_CLOCK = "points_or_clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOfGame:
    """When a game is over, and what a total of it can be. A number is 0 where the game has no such end.

    ``hands`` or ``points`` win it, ``lost_at`` points below zero lose it. It has ``length`` hands at most,
    all of them if points don't end it, or it ``plays_on`` after it is won; the clock gives it ``minutes``. A
    hand counts as ``most_units`` hands at most. Points come in a ``step``; ``hand_points`` are those that one
    side can score in a hand, if the game says (SC-10).
    """

    by: EndsBy
    hands: int = 0
    points: int = 0
    lost_at: int = 0
    length: int = 0
    minutes: int = 0
    bonus: int = 0
    """For a game that the others gave away (Rulebook F-16)."""
    most_units: int = 1
    step: int = 1
    hand_points: tuple[int, ...] = ()
    plays_on: bool = False
    less_wins: bool = False
    below_zero: bool = True
    one_side_scores: bool = False
    """Only one side has points from a hand."""
    may_win_behind: bool = False
    """A rule can give the game to a side that is behind."""

    @property
    def counts_hands(self) -> bool:
        """Whether hands win the game, as in Fahrenheit, and not points alone (Rulebook E-29)."""
        return self.by in (EndsBy.HANDS, EndsBy.EITHER)

    @property
    def is_clocked(self) -> bool:
        """Whether only the clock ends it."""
        return self.by is EndsBy.CLOCK

    @property
    def goal(self) -> int:
        """The hands of a side that wins every one; 0 if only points win the game."""
        return max(self.hands, self.length) if self.hands and self.plays_on else self.hands

    @property
    def sign(self) -> int:
        """-1 if fewer points win, else 1."""
        return -1 if self.less_wins else 1


class RaceHouse(Protocol):
    """The house rules for the end of a game: a number of points, a number of hands, or the clock."""

    @property
    def game_end(self) -> str: ...

    @property
    def hands_in_game(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PointsRace:
    """The rule for winning a game on points: the side with the most wins, once it has reached ``target``.

    After a tie at the top another hand is played. Without ``defenders_may_win`` the opponents of a made bid
    can't win the game on that hand. A game ends after ``length`` hands, and the points decide. Either is 0
    if the game has no such end, and both if only the clock ends it.
    """

    sides: tuple[str, ...]
    target: int
    source: str
    """The rulebook's paragraph."""
    defenders_may_win: bool = True
    length: int = 0

    def start(self) -> RunningRace:
        return RunningRace(self, dict.fromkeys(self.sides, 0))

    def winner(self, points: dict[str, int], last: HandScore, hands: int) -> str | None:
        reached = [side for side in self.sides if points[side] >= self.target] if self.target else []
        if not self.defenders_may_win and last.made:
            reached = [side for side in reached if side == last.winner]
        if self.is_played_out(hands) and not reached:
            reached = list(self.sides)
        best = [side for side in reached if points[side] == max(points[other] for other in reached)]
        return best[0] if len(best) == 1 else None

    def is_played_out(self, hands: int) -> bool:
        return 0 < self.length <= hands

    def sentence(self, points: dict[str, int], winner: str | None, hands: int) -> str:
        is_reached = self.target and max(points.values()) >= self.target
        if self.is_played_out(hands) and not (winner is not None and is_reached):
            decided = "the points decide" if winner else "the points are tied"
            return f"{counted(hands, 'hand').capitalize()} are played and {decided}."
        if not self.target:
            ends = f"{counted(self.length, 'hand')} make" if self.length else "the clock ends"
            return f"The game goes on: {ends} the game."
        if winner is not None:
            return f"The game is won with {points[winner]} points; {self.target} were needed."
        if is_reached:
            return (
                f"Somebody has the {self.target} points, but nobody has won by this hand: another is played."
            )
        return f"The game goes on: {self.target} points win it."


def race_ends(options: RaceHouse, target: int) -> EndOfGame:
    """The end under these house rules: at ``target`` points, after a number of hands, or by the clock."""
    by = EndsBy(options.game_end)
    points = target if by in (EndsBy.POINTS, EndsBy.POINTS_OR_LENGTH) else 0
    has_length = by in (EndsBy.LENGTH, EndsBy.POINTS_OR_LENGTH)
    return EndOfGame(by=by, points=points, length=options.hands_in_game if has_length else 0)


def race_of(sides: tuple[str, ...], ends: EndOfGame, to_points: str, by_length: str) -> PointsRace:
    """``to_points`` is the rulebook's paragraph for an end by points, ``by_length`` for the others."""
    return PointsRace(sides, ends.points, to_points if ends.points else by_length, length=ends.length)


@dataclass(slots=True)
class RunningRace:
    race: PointsRace
    points: dict[str, int]
    hands: int = 0
    winner: str | None = None

    def add(self, score: HandScore) -> None:
        if self._is_over:
            raise GameAlreadyOver("This game is already over: no hand can be added to it.")
        self.hands += 1
        for side in self.points:
            self.points[side] += score.points[side]
        self.winner = self.race.winner(self.points, score, self.hands)

    @property
    def _is_over(self) -> bool:
        return self.winner is not None or self.race.is_played_out(self.hands)

    def state(self) -> GameState:
        rule = "points_to_win" if self.race.target else "game_end"
        reason = Reason(self.race.sentence(self.points, self.winner, self.hands), rule, self.race.source)
        over = self._is_over
        return GameState(over, self.winner, None, dict(self.points), self.hands, (reason,))
