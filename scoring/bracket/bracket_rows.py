"""The rows for Phase II's pages: its parts, rounds, games and sides, its tables, and the podium."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.competition.phase_two.games import SECOND_CHANCE_PART
from scoring.models import Ending
from tournament.event.names import TeamName

ENDINGS = {
    Ending.WHISTLE: "ahead when time was up",
    Ending.DECIDER: "won by the deciding hand",
    Ending.FORFEIT: "forfeited",
    Ending.WALKOVER: "walkover: the others had left",
}


@dataclass(frozen=True, kw_only=True)
class BracketSide:
    """One side of a match: a team, or what it waits for."""

    seed: int
    """Shown in a team's first game only."""
    team: TeamName | None
    waits_for: str
    units: int | None
    is_winner: bool


@dataclass(frozen=True, kw_only=True)
class SeriesGame:
    game_id: int
    number: int
    score: str


@dataclass(frozen=True, kw_only=True)
class BracketCell:
    """One match of the bracket, or a bye (one side).

    An empty cell fills the place of a game that is not played, or is played in another part. A series has the
    id of its last game, sides with games won, and all ``games`` so far (E-80).
    """

    key: str
    kind: str
    """Game, bye, final, third or empty."""
    label: str
    note: str
    sides: tuple[BracketSide, ...]
    is_live: bool
    game_id: int | None = None
    """Set once the teams are known."""
    games: tuple[SeriesGame, ...] = ()
    is_joined: bool = False
    """Set if a line leads to the cell from the previous round."""


@dataclass(frozen=True, kw_only=True)
class BracketRound:
    """A column of the bracket, top to bottom. If ``is_straight``, no two games lead to the same one."""

    title: str
    cells: tuple[BracketCell, ...]
    is_last: bool
    is_straight: bool = False

    @property
    def is_on(self) -> bool:
        return any(cell.key and not any(side.is_winner for side in cell.sides) for cell in self.cells)


@dataclass(frozen=True, kw_only=True)
class TableLine:
    """A row of a table of Phase II."""

    place: int
    team: TeamName
    won: int
    lost: int
    difference: str
    """In hands, or in points where points win."""
    is_through: bool
    why: str


@dataclass(frozen=True, kw_only=True)
class BracketPart:
    """A part of Phase II: its rounds, joined by lines where it ``is_tree``, and its table if it has one."""

    title: str
    rounds: tuple[BracketRound, ...]
    is_tree: bool
    table: tuple[TableLine, ...] = ()

    @property
    def is_on(self) -> bool:
        return any(each.is_on for each in self.rounds)

    @property
    def heading(self) -> str:
        return "h3" if self.title else "h2"


@dataclass(frozen=True, kw_only=True)
class PodiumPlace:
    """A place on the podium or below it; shared from ``place`` to ``last``."""

    place: int
    team: TeamName
    players: tuple[str, ...]
    last: int = 0
    prize: str = ""
    """Nothing below the podium, and for a place of the second chance."""


@dataclass(frozen=True, kw_only=True)
class BracketPage:
    """The bracket. Without a cut it has no parts.

    Without a Phase II (not ``has_bracket``), the podium is from the standings. Where people pair up,
    ``partners`` maps the id of each pair's second member to that of the first, who has the place.
    """

    parts: tuple[BracketPart, ...]
    size: int
    is_begun: bool
    is_over: bool
    podium: tuple[PodiumPlace, ...]
    others: tuple[PodiumPlace, ...] = ()
    """Have a place below the podium."""
    second_chance: tuple[PodiumPlace, ...] = ()
    """The places of the second chance that are certain; none of the event (Rulebook E-227)."""
    has_bracket: bool = True
    title: str = "Bracket"
    """``Bracket``, or the name of a format without one."""
    partners: Mapping[int, int] = field(default_factory=dict)

    @property
    def is_second_chance_over(self) -> bool:
        """Whether every place of the second chance is decided."""
        return bool(self.second_chance) and not any(
            part.is_on for part in self.parts if part.title == SECOND_CHANCE_PART
        )

    @property
    def rounds(self) -> tuple[BracketRound, ...]:
        return tuple(each for part in self.parts for each in part.rounds)
