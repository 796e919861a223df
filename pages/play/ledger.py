"""What really happened, kept by the cast itself, so that the pages can be held against it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rules.contest.standings import GameLine, Line, Ranked, TableLine, rank
from rules.contest.whistle import leader
from rules.games import find_ruleset
from rules.ruleset import Ruleset

SIDES = ("NS", "EW")


@dataclass
class Played:
    """One game, as the people at its table would tell it. Teams by their numbers.

    Where people come alone, ``south`` is North's partner for this game, and ``west`` East's.
    """

    ns: int
    ew: int | None
    south: int | None = None
    west: int | None = None
    kind: str = "game"
    slot: str = ""
    hands: list[dict[str, Any]] = field(default_factory=list)
    decider: dict[str, Any] | None = None
    is_whistled: bool = False
    is_void: bool = False

    @property
    def everybody(self) -> tuple[int, ...]:
        """All who sit at the table."""
        return tuple(one for one in (self.ns, self.ew, self.south, self.west) if one is not None)

    def units(self, ruleset: Ruleset) -> dict[str, int]:
        """The hands won by each side, as they count."""
        if self.ew is None:
            return {"NS": 3, "EW": 0}
        return {side: sum(ruleset.score(hand).units[side] for hand in self.hands) for side in SIDES}

    def points(self, ruleset: Ruleset) -> dict[str, int]:
        """The points of each side."""
        return {side: sum(ruleset.score(hand).points[side] for hand in self.hands) for side in SIDES}

    def winner_side(self, ruleset: Ruleset) -> str | None:
        """The side that has won; None while nobody has."""
        if self.ew is None:
            return "NS"
        if self.is_void:
            return None
        units = self.units(ruleset)
        if self.kind == "playoff":
            return ruleset.score(self.hands[0]).winner if self.hands else None
        if max(units.values()) >= 3:
            return max(SIDES, key=lambda side: units[side])
        if self.decider:
            return ruleset.score(self.decider).winner
        return leader(units, self.points(ruleset)) if self.is_whistled else None

    def winner(self, ruleset: Ruleset) -> int | None:
        """The number of the team that has won."""
        side = self.winner_side(ruleset)
        return {"NS": self.ns, "EW": self.ew}[side] if side else None

    def loser(self, ruleset: Ruleset) -> int | None:
        """The number of the team that has lost."""
        won = self.winner(ruleset)
        return None if won is None else self.ew if won == self.ns else self.ns


class Ledger:
    """Every game of the day, and what they add up to by the rules alone."""

    def __init__(self, game: str = "fahrenheit") -> None:
        self.ruleset = find_ruleset(game)
        self.games: list[Played] = []
        self.lots: dict[int, int] = {}
        self.given_cents = 0

    def standings(self, teams: Iterable[int]) -> tuple[Ranked[int], ...]:
        """The teams by number, best first, from Phase I's games alone."""
        return rank(sorted(teams), [self._line(game) for game in self.games if not game.slot], lots=self.lots)

    def in_slot(self, slot: str) -> Played:
        """The game of the bracket at that place."""
        return next(game for game in self.games if game.slot == slot)

    def podium(self, teams: Iterable[int]) -> list[int | None]:
        """First, second and third, by number; of people who came alone by the standings (Rulebook E-53)."""
        if not any(game.slot for game in self.games):
            return [row.team for row in self.standings(teams)[:3]]
        final = self.in_slot("F")
        places = [final.winner(self.ruleset), final.loser(self.ruleset)]
        third = [game for game in self.games if game.slot == "T"]
        return [*places, *(game.winner(self.ruleset) for game in third)]

    def _line(self, game: Played) -> Line[int]:
        units, points = game.units(self.ruleset), game.points(self.ruleset)
        if game.ew is not None and game.south is not None and game.west is not None:
            won = game.winner_side(self.ruleset)
            return TableLine(
                sides=((game.ns, game.south), (game.ew, game.west)),
                won=SIDES.index(won) if won else None,
                units=(units["NS"], units["EW"]),
                points=(points["NS"], points["EW"]),
            )
        return GameLine(
            ns=game.ns,
            ew=game.ew,
            winner=game.winner(self.ruleset),
            units_ns=units["NS"],
            units_ew=units["EW"],
            points_ns=points["NS"],
            points_ew=points["EW"],
            kind=game.kind,
        )
