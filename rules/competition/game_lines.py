"""Games as the standings see them: who played, what each side got of it, and what that is to each of them."""

from dataclasses import dataclass
from typing import Generic

from rules.competition.team import Team


@dataclass(frozen=True, slots=True)
class GameLine(Generic[Team]):
    """One game as the standings see it.

    ``ew`` is None for a bye, which its team wins with the units given here and no points (Rulebook E-18).
    ``winner`` is a team, or None while the game runs and for a game that nobody won. ``kind`` is ``game``,
    ``bye`` or ``playoff``: a play-off hand settles a tie and adds to no other column (Rulebook E-3).

    :raises ValueError: if the winner did not play.
    """

    ns: Team
    ew: Team | None
    winner: Team | None
    units_ns: int = 0
    units_ew: int = 0
    points_ns: int = 0
    points_ew: int = 0
    kind: str = "game"

    def __post_init__(self) -> None:
        if self.winner is not None and self.winner != self.ns and self.winner != self.ew:
            raise ValueError("The winner of a game is one of the two teams that played it.")
        if self.kind not in ("game", "bye", "playoff"):
            raise ValueError(f"A line is a game, a bye or a playoff, not {self.kind!r}.")

    @property
    def shares(self) -> tuple["Share[Team]", ...]:
        is_over = self.winner is not None
        others = () if self.ew is None else (self.ew,)
        mine = Share(
            self.ns,
            others,
            is_over,
            self.winner == self.ns,
            self.units_ns,
            self.units_ew,
            self.points_ns,
            self.points_ew,
        )
        if self.ew is None:
            return (mine,)
        theirs = Share(
            self.ew,
            (self.ns,),
            is_over,
            self.winner == self.ew,
            self.units_ew,
            self.units_ns,
            self.points_ew,
            self.points_ns,
        )
        return mine, theirs


@dataclass(frozen=True, slots=True)
class SidesLine(Generic[Team]):
    """One game of people who came alone, as their standings see it (Rulebook E-51).

    ``sides`` are those who played together: two partnerships of two that were made for this game, or three or
    four players each for themselves. ``won`` is the place of the winning side among them; None while the game
    runs and for a game that nobody won. ``units`` and ``points`` are each side's, and each partner's in full.

    :raises ValueError: if somebody sits twice, or the figures are not one a side.
    """

    sides: tuple[tuple[Team, ...], ...]
    won: int | None
    units: tuple[int, ...]
    points: tuple[int, ...]
    kind: str = "game"

    def __post_init__(self) -> None:
        everybody = [player for side in self.sides for player in side]
        if len(set(everybody)) < len(everybody):
            raise ValueError("Nobody sits at a table twice.")
        if len(self.units) != len(self.sides) or len(self.points) != len(self.sides):
            raise ValueError("Each side has its own units and points.")
        if self.won is not None and not 0 <= self.won < len(self.sides):
            raise ValueError("The winning side is one of those that played.")

    @property
    def shares(self) -> tuple["Share[Team]", ...]:
        """What the game is to each who played it; in hands, the best of the other sides stands against."""
        return tuple(
            Share(
                player,
                tuple(other for place, side in enumerate(self.sides) if place != mine for other in side),
                self.won is not None,
                self.won == mine,
                self.units[mine],
                max((units for place, units in enumerate(self.units) if place != mine), default=0),
                self.points[mine],
                max((points for place, points in enumerate(self.points) if place != mine), default=0),
            )
            for mine, players in enumerate(self.sides)
            for player in players
        )


@dataclass(frozen=True, slots=True)
class Share(Generic[Team]):
    """What one game is to one of those who played it: against whom, and what came of it."""

    team: Team
    others: tuple[Team, ...]
    is_over: bool
    is_won: bool
    units: int
    units_against: int
    points: int
    points_against: int


Line = GameLine[Team] | SidesLine[Team]
