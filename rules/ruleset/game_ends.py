"""The end of a game that is played to points: a race."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rules.ruleset.hands import GameAlreadyOver, GameState, HandScore, Reason, counted


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
    can't win the game on that hand. A game of ``length`` hands has no ``target``: it ends after them, and the
    points decide. Both are 0 if only the clock ends the game. ``source`` is the rulebook's paragraph.
    """

    sides: tuple[str, ...]
    target: int
    source: str
    defenders_may_win: bool = True
    length: int = 0

    def start(self) -> RunningRace:
        return RunningRace(self, dict.fromkeys(self.sides, 0))

    def winner(self, points: dict[str, int], last: HandScore, hands: int) -> str | None:
        if not self.target:
            there = list(self.sides) if self.is_played_out(hands) else []
        else:
            there = [side for side in self.sides if points[side] >= self.target]
        if self.target and not self.defenders_may_win and last.made:
            there = [side for side in there if side == last.winner]
        best = [side for side in there if points[side] == max(points[other] for other in there)]
        return best[0] if len(best) == 1 else None

    def is_played_out(self, hands: int) -> bool:
        return 0 < self.length <= hands

    def sentence(self, points: dict[str, int], winner: str | None, hands: int) -> str:
        if not self.target:
            if self.is_played_out(hands):
                decided = "the points decide" if winner else "the points are tied"
                return f"{counted(hands, 'hand').capitalize()} are played and {decided}."
            ends = f"{counted(self.length, 'hand')} make" if self.length else "the clock ends"
            return f"The game goes on: {ends} the game."
        if winner is not None:
            return f"The game is won with {points[winner]} points; {self.target} were needed."
        if max(points.values()) >= self.target:
            return (
                f"Somebody has the {self.target} points, but nobody has won by this hand: another is played."
            )
        return f"The game goes on: {self.target} points win it."


def race_of(
    sides: tuple[str, ...], options: RaceHouse, target: int, to_points: str, by_length: str
) -> PointsRace:
    """The race under these house rules: to ``target`` points, for a number of hands, or by the clock.

    ``to_points`` is the rulebook's paragraph for the first, ``by_length`` for the other two.
    """
    if options.game_end == "points":
        return PointsRace(sides, target, to_points)
    length = options.hands_in_game if options.game_end == "hands_played" else 0
    return PointsRace(sides, 0, by_length, length=length)


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
