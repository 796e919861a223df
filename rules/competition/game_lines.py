"""Games as lines of the standings: who played, and what each side got."""

from dataclasses import astuple, dataclass, replace
from typing import Generic

from rules.competition.team import Team


@dataclass(frozen=True, slots=True)
class GameLine(Generic[Team]):
    """One game of two teams.

    ``ew`` is None for a bye, which its team wins with these units and no points (Rulebook E-18). ``winner``
    is a team; None while the game runs, or if nobody won. ``kind`` is ``game``, ``bye`` or ``playoff``: a
    play-off hand breaks a tie and adds to no other column (Rulebook E-3). ``round`` is the same for all lines
    of a round, None in open play. ``elsewhere`` pairs a team with the teams that its result counts for,
    if that isn't just itself (E-151).

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
    round: int | None = None
    elsewhere: "Elsewhere[Team]" = ()

    def __post_init__(self) -> None:
        if self.winner is not None and self.winner != self.ns and self.winner != self.ew:
            raise ValueError("The winner of a game is one of the two teams that played it.")
        if self.kind not in ("game", "bye", "playoff"):
            raise ValueError(f"A line is a game, a bye or a playoff, not {self.kind!r}.")

    @property
    def shares(self) -> tuple["Share[Team]", ...]:
        ns, ew, is_over = self.ns, self.ew, self.winner is not None
        units, against = self.units_ns, self.units_ew
        points, points_against = self.points_ns, self.points_ew
        others = () if ew is None else (ew,)
        mine = Share(ns, others, is_over, self.winner == ns, units, against, points, points_against)
        if ew is None:
            return (mine,)
        return mine, Share(ew, (ns,), is_over, self.winner == ew, against, units, points_against, points)

    @property
    def turned(self) -> "GameLine[Team] | None":
        """The line with the result turned around; None for a bye, or if nobody won."""
        if self.ew is None or self.winner is None:
            return None
        return replace(
            self,
            winner=self.ew if self.winner == self.ns else self.ns,
            units_ns=self.units_ew,
            units_ew=self.units_ns,
            points_ns=self.points_ew,
            points_ew=self.points_ns,
        )


@dataclass(frozen=True, slots=True)
class SidesLine(Generic[Team]):
    """One game of people who came alone (Rulebook E-51).

    ``sides`` are two partnerships made for this game, or three or four players each alone. ``won`` is the
    index of the winning side; None while the game runs, or if nobody won. ``units`` and ``points`` are each
    side's, and each partner gets all of them; ``own`` are points that a player has beyond them (SC-9).
    ``round`` and ``elsewhere`` are as in ``GameLine``.

    :raises ValueError: if somebody sits twice, or a side has no figures.
    """

    sides: tuple[tuple[Team, ...], ...]
    won: int | None
    units: tuple[int, ...]
    points: tuple[int, ...]
    kind: str = "game"
    round: int | None = None
    elsewhere: "Elsewhere[Team]" = ()
    own: tuple[tuple[Team, int], ...] = ()

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
        """Each player's share. The figures against are those of the best other side."""
        own = dict(self.own)
        return tuple(
            Share(
                player,
                tuple(other for index, side in enumerate(self.sides) if index != mine for other in side),
                self.won is not None,
                self.won == mine,
                self.units[mine],
                max((units for index, units in enumerate(self.units) if index != mine), default=0),
                self.points[mine] + own.get(player, 0),
                max((points for index, points in enumerate(self.points) if index != mine), default=0),
            )
            for mine, players in enumerate(self.sides)
            for player in players
        )

    @property
    def turned(self) -> "SidesLine[Team] | None":
        """The line with the result turned around; None for more than two sides, or if nobody won."""
        if len(self.sides) != 2 or self.won is None:
            return None
        return replace(self, won=1 - self.won, units=self.units[::-1], points=self.points[::-1])


@dataclass(frozen=True, slots=True)
class Share(Generic[Team]):
    """One game from the view of one of its players: the opponents and the result."""

    team: Team
    others: tuple[Team, ...]
    is_over: bool
    is_won: bool
    units: int
    units_against: int
    points: int
    points_against: int

    @property
    def games(self) -> int:
        return 1

    @property
    def won(self) -> int:
        return int(self.is_won)


@dataclass(slots=True)
class Sums:
    """What a team got in the games that count for it."""

    games: int = 0
    """Those that somebody won."""
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


Line = GameLine[Team] | SidesLine[Team]
Elsewhere = tuple[tuple[Team, tuple[Team, ...]], ...]
