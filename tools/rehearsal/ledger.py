"""The bots' own record of a bot day, with which the pages are compared."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.competition.game_lines import GameLine, Line, SidesLine
from rules.competition.phase_two.games import GameOutcome
from rules.counted.counters import own_points
from rules.ruleset.hands import read_facts
from rules.standings.game_points import game_points
from rules.standings.leavers import is_void, void_teams
from rules.standings.standings import Ranked, rank
from rules.standings.tie_breaks import TIE_BREAKS, counter_of, settled_by_figures, tie_breaks_of
from rules.standings.what_counts import USUAL, WhatCounts, counts_for
from tools.rehearsal.law import DayGame, law_of


@dataclass
class LivedGame:
    """One game, with teams by number.

    For individuals, ``south`` is North's partner in this game, and ``west`` East's; if everybody plays alone,
    each of the four is a side.
    """

    ns: int
    ew: int | None
    """None for a bye."""
    south: int | None = None
    west: int | None = None
    kind: str = "game"
    slot: str = ""
    """The bracket position."""
    hands: list[dict[str, Any]] = field(default_factory=list)
    deciders: list[dict[str, Any]] = field(default_factory=list)
    is_whistled: bool = False
    is_void: bool = False
    """The game ended without a winner."""
    game: int = 0
    """The server's id."""
    walkover: str = ""
    """The side that won because the other left."""
    round: int | None = None
    """None in open play."""
    helped: dict[int, int] = field(default_factory=dict)
    """Maps a team to the substitute's own team (Rulebook E-151)."""
    beside: list[dict[str, Any]] = field(default_factory=list)
    """The hands entered beside a total."""
    is_decided: bool = False
    """A referee chose between a total and its hands (E-100)."""
    is_whole: bool = False
    """A play-off by a whole game (E-215)."""

    @property
    def everybody(self) -> tuple[int, ...]:
        return tuple(one for one in (self.ns, self.ew, self.south, self.west) if one is not None)

    def chairs(self, law: DayGame) -> dict[str, int]:
        return dict(zip(law.sides, self.everybody, strict=False))

    def counting(self, law: DayGame) -> list[dict[str, Any]]:
        """The hands that count; if there is a total, only that. Rulebook E-98, E-141."""
        extra = self.deciders if law.extra_hand else []
        return self.hands[-1:] if law.has_total(self.hands) else [*self.hands, *extra]

    def at(self, seat: str, law: DayGame) -> int:
        """The number of the entrant on a side, or on a seat if counters are by seat."""
        seats = {"N": self.ns, "E": self.ew, "S": self.south, "W": self.west}
        who = seats.get(seat) if law.seats else self.chairs(law)[seat]
        assert who is not None
        return who

    def sums(self, law: DayGame) -> tuple[dict[str, int], dict[str, int]]:
        """The hands and the points of each side. A bye or a walkover counts three hands and no points."""
        if self.ew is None:
            first, second = law.sides[:2]
            return {first: 3, second: 0}, {first: 0, second: 0}
        if self.walkover:
            return {side: 3 * (side == self.walkover) for side in law.sides}, dict.fromkeys(law.sides, 0)
        counting = self.beside or self.counting(law)
        units, points = [law.units(hand) for hand in counting], [law.points(hand) for hand in counting]
        earned = {side: sum(each[side] for each in points) for side in law.sides}
        if (self.kind == "game" or self.is_whole) and (won := self.winner_side(law)):
            earned[won] += law.bonus(self.hands)
        return {side: sum(each[side] for each in units) for side in law.sides}, earned

    def winner_side(self, law: DayGame) -> str | None:
        if self.ew is None:
            return law.sides[0]
        if self.is_void:
            return None
        if self.walkover:
            return self.walkover
        if self.kind == "playoff" and not self.is_whole:
            return next((side for hand in self.hands if (side := law.winner(hand))), None)
        return law.won(self.hands, self.deciders, is_whistled=self.is_whistled)

    def ends_with(self, law: DayGame, *hands: dict[str, Any]) -> bool:
        """Whether any of these hands, as the next one, would end the game."""
        games = [[*self.hands, hand] for hand in hands]
        return self.is_whistled or any(
            law.won(game, self.deciders, is_whistled=False) is not None or law.is_over(game) for game in games
        )

    def give_up(self, side: str, law: DayGame) -> None:
        """Forfeit the rest of a game: hand by hand, or at once if points win it. Rulebook E-20, E-30."""
        if not law.counts_hands:
            self.hands.append(law.given_up(side))
            self.is_void = self.winner_side(law) is None
        while self.winner_side(law) is None and not self.is_void:
            self.hands.append(law.forfeited(side))

    def winner(self, law: DayGame) -> int | None:
        side = self.winner_side(law)
        return self.chairs(law)[side] if side else None

    def loser(self, law: DayGame) -> int | None:
        won = self.winner(law)
        return None if won is None else self.ew if won == self.ns else self.ns


class Ledger:
    """Every game of the day, and the standings that follow from the rules, without the server."""

    def __init__(
        self,
        law: DayGame | None = None,
        tie_breaks: Sequence[str] = (),
        what: WhatCounts = USUAL,
        *,
        voids_early_leavers: bool = False,
    ) -> None:
        self.law = law or law_of("fahrenheit")
        self.tie_breaks = tuple(tie_breaks) or tie_breaks_of(self.law.ruleset)
        self.what, self.voids_early_leavers = what, voids_early_leavers
        self.games: list[LivedGame] = []
        self.lots: dict[int, int] = {}
        self.given_cents = 0
        self.placed: tuple[int, ...] = ()

    def standings(self, teams: Iterable[int]) -> tuple[Ranked[int], ...]:
        here = sorted(teams)
        played = [game for game in self.games if not game.slot]
        if self.voids_early_leavers:
            everybody = {team for game in played for team in game.everybody} | set(here)
            void = void_teams(map(self._line, played), everybody - set(here), len(everybody))
            played = [game for game in played if not is_void(self._line(game), void)]
        counts = {key: self._counted(name) for key in self.tie_breaks if (name := counter_of(key))}
        if "game_points" in self.tie_breaks:
            counts["game_points"] = self._game_points(played)
        return rank(
            here,
            [self._line(game) for game in played],
            tie_breaks=self.tie_breaks,
            lots=self.lots,
            counts=counts,
            what=self.what,
        )

    def _game_points(self, played: Iterable[LivedGame]) -> Counter[int]:
        """Rulebook A-20."""
        had, by_hands = Counter[int](), self.law.counts_hands
        for game in played:
            won, side = game.winner(self.law), game.winner_side(self.law)
            sweeps = [self.law.swept_by(hand) for hand in game.counting(self.law)]
            swept = {won: sweeps.count(side)} if won is not None and side else {}
            had.update(game_points(self._line(game), swept, by_hands=by_hands, byes=self.what.byes))
        return had

    def _counted(self, counter: str) -> Counter[int]:
        """The sums of a counter in Phase I, by team or individual. Rulebook E-102."""
        had = Counter[int]()
        for game in self.games:
            if game.slot or game.kind != "game":
                continue
            for facts in game.counting(self.law):
                for seat, many in facts.get("counters", {}).get(counter, {}).items():
                    had[game.at(seat, self.law)] += many
        return had

    @property
    def has_usual_order(self) -> bool:
        """Whether the game, entered hand by hand, and its tie-breaks are the Fahrenheit tournament's."""
        return self.law.key == "fahrenheit" and self.law.has_board and self.tie_breaks == TIE_BREAKS

    @property
    def table_tie_breaks(self) -> tuple[str, ...]:
        return tuple(key for key in settled_by_figures(self.tie_breaks) if not counter_of(key))

    def outcome(self, game: LivedGame) -> GameOutcome[int] | None:
        """The result of a bracket game; None while it goes on."""
        side, winner, loser = game.winner_side(self.law), game.winner(self.law), game.loser(self.law)
        if side is None or winner is None or loser is None:
            return None
        units, points = game.sums(self.law)
        (other,) = (each for each in self.law.sides if each != side)
        return GameOutcome(winner, loser, (units[side], units[other]), (points[side], points[other]))

    def podium(self, teams: Iterable[int]) -> list[int]:
        """The first three of Phase II; without a Phase II, of the standings (Rulebook E-53)."""
        return list(self.placed) or [row.team for row in self.standings(teams)[:3]]

    def _line(self, game: LivedGame) -> Line[int]:
        units, points = game.sums(self.law)
        won, kind = game.winner_side(self.law), self.what.substitutes
        elsewhere = tuple((team, counts_for(team, own, kind)) for team, own in game.helped.items())
        if game.ew is not None and game.west is not None:
            pairs = ((game.ns, game.south), (game.ew, game.west))
            chairs = tuple((one,) for one in game.chairs(self.law).values())
            sides = chairs if len(self.law.sides) > 2 else tuple((one, two or 0) for one, two in pairs)
            return SidesLine(
                sides=sides,
                won=self.law.sides.index(won) if won else None,
                units=tuple(units[side] for side in self.law.sides),
                points=tuple(points[side] for side in self.law.sides),
                own=tuple(
                    (game.at(seat, self.law), points)
                    for facts in game.counting(self.law)
                    for seat, points in own_points(self.law.ruleset, read_facts(facts)).items()
                ),
                round=game.round,
                elsewhere=elsewhere,
            )
        first, second = self.law.sides[:2]
        return GameLine(
            ns=game.ns,
            ew=game.ew,
            winner=game.winner(self.law),
            units_ns=units[first],
            units_ew=units[second],
            points_ns=points[first],
            points_ew=points[second],
            kind=game.kind,
            round=game.round,
            elsewhere=elsewhere,
        )
