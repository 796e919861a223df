"""Games that the first side past a number of points wins."""

from __future__ import annotations

from dataclasses import dataclass

from rules.games.hands import GameAlreadyOver, GameState, HandScore, Reason


@dataclass(frozen=True, slots=True)
class PointsRace:
    """The end of a game by points: the highest of those who have reached ``target`` wins.

    After a tie at the top another hand is played. Without ``defenders_may_win`` the opponents of a made bid
    can't win the game on that hand.
    """

    sides: tuple[str, ...]
    target: int
    source: str
    defenders_may_win: bool = True

    def start(self) -> RunningRace:
        return RunningRace(self, dict.fromkeys(self.sides, 0))

    def winner(self, points: dict[str, int], last: HandScore) -> str | None:
        there = [side for side in self.sides if points[side] >= self.target]
        if not self.defenders_may_win and last.made:
            there = [side for side in there if side == last.winner]
        best = [side for side in there if points[side] == max(points[other] for other in there)]
        return best[0] if len(best) == 1 else None

    def sentence(self, points: dict[str, int], winner: str | None) -> str:
        if winner is not None:
            return f"The game is won with {points[winner]} points; {self.target} were needed."
        if max(points.values()) >= self.target:
            return (
                f"Somebody has the {self.target} points, but nobody has won by this hand: another is played."
            )
        return f"The game goes on: {self.target} points win it."


@dataclass(slots=True)
class RunningRace:
    race: PointsRace
    points: dict[str, int]
    hands: int = 0
    winner: str | None = None

    def add(self, score: HandScore) -> None:
        if self.winner is not None:
            raise GameAlreadyOver("This game is already over: no hand can be added to it.")
        self.hands += 1
        for side in self.points:
            self.points[side] += score.points[side]
        self.winner = self.race.winner(self.points, score)

    def state(self) -> GameState:
        reason = Reason(self.race.sentence(self.points, self.winner), "points_to_win", self.race.source)
        over = self.winner is not None
        return GameState(over, self.winner, None, dict(self.points), self.hands, (reason,))
