"""Games that the first side past a number of points wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.games.hands import GameAlreadyOver, GameState, HandScore, Reason


@dataclass(frozen=True, slots=True)
class PointsRace:
    """The end of a game by points: the highest of those who have reached ``target``.

    Level at the top, another hand is played. Without ``defenders_may_win`` the opponents of a made bid
    cannot go out on that hand.
    """

    sides: tuple[str, ...]
    target: int
    source: str
    defenders_may_win: bool = True

    def state(self, scores: Sequence[HandScore]) -> GameState:
        """Where the game stands after these hands.

        :raises GameAlreadyOver: if it was over before the last of them.
        """
        points = dict.fromkeys(self.sides, 0)
        winner: str | None = None
        for score in scores:
            if winner is not None:
                raise GameAlreadyOver("This game is already over: no hand can be added to it.")
            for side in self.sides:
                points[side] += score.points[side]
            winner = self._winner(points, score)
        reason = Reason(self._sentence(points, winner), "points_to_win", self.source)
        return GameState(winner is not None, winner, None, points, len(scores), (reason,))

    def _winner(self, points: dict[str, int], last: HandScore) -> str | None:
        there = [side for side in self.sides if points[side] >= self.target]
        if not self.defenders_may_win and last.made:
            there = [side for side in there if side == last.winner]
        best = [side for side in there if points[side] == max(points[other] for other in there)]
        return best[0] if len(best) == 1 else None

    def _sentence(self, points: dict[str, int], winner: str | None) -> str:
        if winner is not None:
            return f"The game is won with {points[winner]} points; {self.target} were needed."
        if max(points.values()) >= self.target:
            return (
                f"Somebody has the {self.target} points, but nobody has won by this hand: another is played."
            )
        return f"The game goes on: {self.target} points win it."
