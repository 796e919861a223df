"""What a tie-break is: its words, its figures, how they are shown, and how later games can change them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, ClassVar, Final, Protocol

from rules.competition.game_lines import Share, Sums
from rules.competition.taking_part import WayOfTakingPart
from rules.numbers import minus
from rules.ruleset.ruleset import Ruleset
from rules.standings.opponents import Met, Scores

Value = int | float | None

GAMES_WON: Final = "games"
POINTS: Final = "points"
HANDS: Final = "hands"


class Changes(Enum):
    """What games to come can do to a team's figure. The bubble bounds it by this. Rulebook E-44."""

    BY_WINS = auto()
    """It is the number of games won."""
    BY_SHARE = auto()
    """It is the share of games won."""
    RISES = auto()
    """The team's own games add to it."""
    EITHER_WAY = auto()
    """The team's own games raise or lower it."""
    WITH_OTHERS = auto()
    """The games of others change it, too; also if nobody knows."""


class TieBreakTable(Protocol):
    """What a tie-break reads: the sums of the lines, by team."""

    @property
    def tallies(self) -> Mapping[Any, Sums]: ...

    @property
    def scores(self) -> Scores: ...

    @property
    def met(self) -> Mapping[Any, Sequence[tuple[Any, bool]]]: ...

    @property
    def playoffs(self) -> Mapping[Any, Sequence[tuple[Any, bool]]]: ...

    @property
    def counts(self) -> Mapping[str, Mapping[Any, int]]: ...

    @property
    def lots(self) -> Mapping[Any, int]: ...


Figures = Mapping[Any, Value]


def always(ruleset: Ruleset, way: WayOfTakingPart) -> bool:
    return True


def never(ruleset: Ruleset, way: WayOfTakingPart) -> bool:
    return False


def plain(value: float) -> str:
    return minus(value if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip("."))


@dataclass(frozen=True, kw_only=True)
class TieBreak(ABC):
    """One way to break a tie."""

    key: str
    name: str
    heading: str
    """Its column's."""
    sentence: str
    """Its meaning."""
    by: str = ""
    """Explains a place, as in "8th on hand difference"; it is the name in lower case, if empty. With
    ``is_fewest`` the team with less of it is ahead.
    """
    is_fewest: bool = False
    counts: str = ""
    """GAMES_WON, POINTS or HANDS if it is a figure of these."""
    is_in_totals: bool = True
    """A total of the whole game has it."""
    changes: Changes = Changes.WITH_OTHERS
    offered: Callable[[Ruleset, WayOfTakingPart], bool] = always
    """An event may choose it."""
    shows: Callable[[float], str] = plain
    """Writes a figure."""
    is_within_group: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", self.by or self.name.lower())

    @abstractmethod
    def figures(self, table: TieBreakTable, group: Sequence[Any]) -> Figures | None:
        """The figure of each team of a group tied so far; None if it can't part this group."""

    def text(self, value: Value) -> str:
        """A figure as text; empty if there is none."""
        return "" if value is None else self.shows(value)

    def order(self, value: Value) -> float:
        """The sort key of a figure: the best is the smallest."""
        return 0.0 if value is None else value if self.is_fewest else -value

    @property
    def on(self) -> str:
        """``on points``, ``by lot``."""
        return f"on {self.by}"

    def on_figure(self, value: Value) -> str:
        """``on points: 31``"""
        own = self.text(value)
        return f"{self.on}: {own}" if own else self.on

    def why(self, place: str, mine: Value, theirs: Value, above: str) -> str:
        """Why a team is below the team ``above``: "8th on hand difference, 3 behind Aces & Eights."

        ``place`` is the rank in words.
        """
        if mine is None or theirs is None or mine == theirs:
            return f"{place} {self.on}, behind {above}."
        if isinstance(mine, int) and isinstance(theirs, int):
            apart = f"{abs(mine - theirs)} {'more than' if self.is_fewest else 'behind'} {above}"
            return f"{place} {self.on}, {apart}."
        return f"{place} {self.on}, {self.text(mine)} to {self.text(theirs)} for {above}."


@dataclass(frozen=True, kw_only=True)
class OwnGames(TieBreak):
    """A sum of the team's own games."""

    of: Callable[[Share[Any] | Sums], float]
    """Takes one game or the sum of several."""

    def figures(self, table: TieBreakTable, group: Sequence[Any]) -> Figures:
        return {team: self.of(table.tallies[team]) for team in group}


@dataclass(frozen=True, kw_only=True)
class Opponents(TieBreak):
    """The strength of a team's opponents. Rulebook A-18."""

    of: Callable[[Met, Scores], float]

    def figures(self, table: TieBreakTable, group: Sequence[Any]) -> Figures:
        return {team: self.of(table.met.get(team, ()), table.scores) for team in group}


@dataclass(frozen=True, kw_only=True)
class Counted(TieBreak):
    """A figure that isn't in the standings' lines and is passed in as ``counts``. Rulebook A-19, E-143."""

    def figures(self, table: TieBreakTable, group: Sequence[Any]) -> Figures:
        counts = table.counts.get(self.key, {})
        return {team: counts.get(team, 0) for team in group}


@dataclass(frozen=True, kw_only=True)
class AmongTied(TieBreak):
    """A figure of the tied teams alone. Those whom it leaves tied are compared again among themselves."""

    of: Callable[[TieBreakTable, Sequence[Any]], Figures | None]
    is_within_group: ClassVar[bool] = True

    def figures(self, table: TieBreakTable, group: Sequence[Any]) -> Figures | None:
        return self.of(table, group) if len(group) > 1 else None


@dataclass(frozen=True, kw_only=True)
class LotTieBreak(AmongTied):
    @property
    def on(self) -> str:
        return "by lot"

    def on_figure(self, value: Value) -> str:
        return self.on

    def why(self, place: str, mine: Value, theirs: Value, above: str) -> str:
        return f"{place} by lot, after {above}."


def wins_among(table: TieBreakTable, group: Sequence[Hashable]) -> Figures | None:
    """Games won among the group; None unless each has met every other. Rulebook E-3."""
    members = set(group)
    if any(not members <= {other for other, _ in table.met.get(team, ())} | {team} for team in group):
        return None
    return {team: sum(won for other, won in table.met[team] if other in members) for team in group}


def playoffs_among(table: TieBreakTable, group: Sequence[Hashable]) -> Figures | None:
    """Play-off hands won among the group; None until each has played one of them. Rulebook E-3."""
    members = set(group)
    played = {
        team: [won for other, won in table.playoffs.get(team, ()) if other in members] for team in group
    }
    return {team: sum(hands) for team, hands in played.items()} if all(played.values()) else None


def lots_of(table: TieBreakTable, group: Sequence[Hashable]) -> Figures | None:
    """The places of the group's lots.

    Lots of separate draws can have equal places; then it takes one draw among all of these teams.
    """
    drawn = {team: table.lots[team] for team in group if team in table.lots}
    return drawn if len(set(drawn.values())) == len(group) else None
