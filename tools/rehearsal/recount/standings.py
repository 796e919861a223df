"""Recounting standings from the recounted games, without ``rules``. Rulebook A-15, E-2, E-3, E-51, E-91."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import Final

from tools.rehearsal.recount.counting import BY_HANDS, Count
from tools.rehearsal.recount.facts import Untrue
from tools.rehearsal.recount.side_prizes import had


@dataclass
class Tally:
    """A team's sums."""

    games: int = 0
    won: int = 0
    hands: int = 0
    hands_against: int = 0
    points: int = 0
    points_against: int = 0
    met: list[tuple[int, bool]] = field(default_factory=list)
    """Has each opponent with whether the team won."""
    counters: dict[str, int] = field(default_factory=dict)

    @property
    def hand_difference(self) -> int:
        return self.hands - self.hands_against

    @property
    def point_difference(self) -> int:
        return self.points - self.points_against


@dataclass(frozen=True)
class Row:
    """A team's place."""

    team: int
    rank: int
    step: str
    """The tie-break that ranks it below the team above; empty for a tie."""
    tally: Tally


FIGURES: Final = ("games", "won", "hands", "hands_against", "points", "points_against")


def _average(games: Sequence[Tally]) -> Tally:
    """The score of a bye: the average of these games, with halves rounded up. Rulebook E-91."""
    average = _sums(games)
    for name in FIGURES:
        setattr(average, name, floor(Fraction(getattr(average, name), len(games)) + Fraction(1, 2)))
    # It is a game won, also where it brings the average of one's own games.
    return replace(average, won=1)


def _sums(games: Iterable[Tally]) -> Tally:
    total = Tally()
    for game in games:
        for name in FIGURES:
            setattr(total, name, getattr(total, name) + getattr(game, name))
    return total


Step = tuple[str, Callable[[Tally], float]]

_WON: Final[Step] = ("games", lambda tally: tally.won)
_HANDS: Final[Step] = ("hands", lambda tally: tally.hands)
_DIFFERENCE: Final[Step] = ("+/−", lambda tally: tally.hand_difference)
_POINTS: Final[Step] = ("points", lambda tally: tally.points)
_GAINED: Final[Step] = ("+/−", lambda tally: tally.point_difference)


# Duplicated on purpose: the recount must not use the tie-breaks of ``rules``. Rulebook A-15, E-29.
_BY_HANDS: Final = [_WON, _HANDS, _DIFFERENCE, _POINTS]
_BY_SCORE: Final = [_WON, _POINTS, _GAINED, _HANDS]
_OF_A_RACE: Final = [_WON, _GAINED, _POINTS, _HANDS]
_STEPS: Final = {
    **dict.fromkeys(BY_HANDS, _BY_HANDS),
    **dict.fromkeys(("bid-whist", "cardsharks-detroit", "columbus-no-kitty", "botb-4x4"), _BY_SCORE),
}


BY_NAME: Final[Mapping[str, Step]] = {
    "games_won": _WON,
    "win_rate": ("Win rate", lambda tally: tally.won / tally.games if tally.games else 0.0),
    **dict.fromkeys(("units", "hands_won"), _HANDS),
    "unit_difference": _DIFFERENCE,
    **dict.fromkeys(("points", "scored"), _POINTS),
    **dict.fromkeys(("point_difference", "score_difference"), _GAINED),
    "game_points": ("Gm pts", lambda tally: tally.counters.get("game points", 0)),
}
GAME_POINTS: Final = "game_points"
MET: Final = "head_to_head"
COUNTED: Final = re.compile(r"(?:most|fewest):\S+")


def steps_of(game: str, *, by_totals: bool = False) -> list[Step]:
    """The game's usual steps. A total of a game that points win has no hands to go by. Rulebook E-222."""
    steps = _STEPS.get(game, _OF_A_RACE)
    return [step for step in steps if step is not _HANDS] if by_totals and game not in BY_HANDS else steps


def _own_steps(order: Sequence[str]) -> list[Step]:
    """The steps of an event's own order, without head-to-head games.

    :raises Untrue: if the recount doesn't know one of the tie-breaks.
    """
    if unknown := [key for key in order if key not in (*BY_NAME, MET) and not COUNTED.fullmatch(key)]:
        raise Untrue(f"Nobody can recount the places by {', '.join(unknown)}.")
    return [BY_NAME.get(key) or _by_counter(key) for key in order if key != MET]


def _by_counter(key: str) -> Step:
    """The step of ``most:Loners`` or ``fewest:Bags``. Rulebook E-143."""
    order, _, counter = key.partition(":")
    sign, name = -1 if order == "fewest" else 1, counter.replace("_", " ")
    return name, lambda tally: sign * tally.counters.get(name, 0)


class Table:
    """The sums of some games, and the ranks of teams by them."""

    def __init__(
        self,
        counts: Iterable[Count],
        of: str,
        lots: Mapping[int, int] | None = None,
        *,
        byes: str = "win",
        best_of: int = 0,
        order: Sequence[str] = (),
        substitutes: str = "chair",
        sign: int = 1,
        by_totals: bool = False,
    ) -> None:
        """``order`` is the event's own order of tie-breaks; empty for that of the game ``of``."""
        if by_totals and of not in BY_HANDS:
            order = [key for key in order if key != "hands_won"]
        self.sign = sign
        self.of, self.lots = of, lots or {}
        self.steps = _own_steps(order) if order else steps_of(of, by_totals=by_totals)
        # The number of steps before the head-to-head games of tied teams; None if these don't count.
        self.met_after = len(self.steps) if not order else order.index(MET) if MET in order else None
        self.tallies: dict[int, Tally] = defaultdict(Tally)
        self.playoffs: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        self.games: dict[int, list[Tally]] = defaultdict(list)
        self.met: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        self.substitutes = substitutes
        winners: dict[str, list[Tally]] = defaultdict(list)
        counts = list(counts)
        for count in counts:
            if count.game.state != "bye":
                self._add(count, winners[count.game.part])
        own = {team: [game for game in games if game.games] for team, games in self.games.items()}
        for count in counts:
            if count.game.state == "bye" and byes != "nothing":
                (team,) = count.game.sides[0].teams
                of_bye = {"average": winners[count.game.part], "own": own.get(team)}.get(byes)
                self.games[team].append(_average(of_bye) if of_bye else Tally(1, 1, 3))
        for team in {**self.games, **self.met}:
            self.tallies[team] = self._added_up(self.games[team], self.met[team], best_of)
        for count in counts if GAME_POINTS in order else ():
            self._add_game_points(count, byes)
        everybody = [team for count in counts for team in count.game.teams]
        for key in (key for key in order if COUNTED.fullmatch(key)):
            name, _ = _by_counter(key)
            for team, many in had([count.game for count in counts], everybody, name).items():
                self.tallies[team].counters[name] = many

    def _added_up(self, games: list[Tally], met: list[tuple[int, bool]], best_of: int) -> Tally:
        """The sum of the best games. ``met`` still has the opponents of all games. Rulebook E-92."""
        order = [figure for _, figure in (*self.steps, _HANDS, _DIFFERENCE, _POINTS, _GAINED)]
        kept = sorted(games, key=lambda one: tuple(-figure(one) for figure in order))[: best_of or None]
        return replace(_sums(kept), met=met)

    def _add(self, count: Count, winners: list[Tally]) -> None:
        sides = count.game.sides
        for index, side in enumerate(sides):
            others = [team for other in sides if other is not side for team in other.teams]
            met = [(team, count.won == index) for team in others if count.won is not None]
            if count.game.breaks_tie:
                self.playoffs[side.teams[0]] += met
                continue
            best = [number for number in range(len(sides)) if number != index]
            # Partners of one game have a seat each, and may have their own points. Rulebook SC-9.
            seats = side.name if len(side.teams) > 1 else [""]
            for team, seat in zip(side.teams, seats, strict=True):
                own = sum(hand.own.get(seat, 0) for hand in count.game.hands)
                one = Tally(
                    games=int(count.won is not None),
                    won=int(count.won == index),
                    hands=count.hands[index],
                    hands_against=max((count.hands[number] for number in best), default=0),
                    points=count.points[index] + own * self.sign,
                    points_against=max((count.points[number] for number in best), default=0),
                )
                self.met[team] += met
                winners += [one] * one.won
                # Rulebook E-151.
                helper = dict(side.helped).get(team)
                if self.substitutes != "nobody" or team not in dict(side.helped):
                    self.games[team].append(one)
                if self.substitutes == "both" and helper is not None:
                    self.games[helper].append(one)

    def _add_game_points(self, count: Count, byes: str) -> None:
        """Two for a game won; three for a skunk, or if its winner made a Boston. Rulebook A-20."""
        sides, won, game = count.game.sides, count.won, count.game
        if won is None or game.breaks_tie or (game.state == "bye" and byes == "nothing"):
            return
        figures = count.hands if self.of in BY_HANDS else count.points
        best = max((figure for index, figure in enumerate(figures) if index != won), default=1)
        name = sides[won].name
        swept = any(
            hand.is_boston and max(hand.hands.get(name, 0), hand.points.get(name, 0)) > 0
            for hand in game.hands
        )
        more = 3 if game.state != "bye" and (best <= 0 or swept) else 2
        helped = dict(sides[won].helped)
        for team in sides[won].teams:
            helper = helped.get(team)
            if self.substitutes != "nobody" or team not in helped:
                self._gets(team, more)
            if self.substitutes == "both" and helper is not None:
                self._gets(helper, more)

    def _gets(self, team: int, more: int) -> None:
        counters = self.tallies[team].counters
        counters["game points"] = counters.get("game points", 0) + more

    def rest(self, team: int) -> None:
        """Add a bye: a game won with three hands and no points. Rulebook E-18."""
        tally = self.tallies[team]
        tally.games, tally.won, tally.hands = tally.games + 1, tally.won + 1, tally.hands + 3

    def ranked(self, teams: Iterable[int]) -> list[Row]:
        """The teams, best first; tied teams share a rank. Rulebook E-3."""
        rows: list[Row] = []
        for step, group in self._parted(sorted(teams)):
            rank = len(rows) + 1
            rows += [
                Row(team, rank, step if not index else "", self.tallies[team])
                for index, team in enumerate(group)
            ]
        return rows

    def table(self, teams: Sequence[int], steps: Sequence[Step]) -> list[int]:
        """The order of a table of Phase II. Ties are broken by seed, the order of ``teams``. E-73."""
        order: list[int] = []
        for _, group in self._by_figures([*teams], list(steps)):
            order += [
                team
                for _, part in self._by_games("each other", group, self._wins_among)
                for team in sorted(part, key=list(teams).index)
            ]
        return order

    def opponents(self, tally: Tally) -> float:
        """The average number of games won by a team's opponents. Rulebook A-18."""
        return sum(self.tallies[other].won for other, _ in tally.met) / len(tally.met) if tally.met else 0.0

    def _parted(self, teams: list[int]) -> list[tuple[str, list[int]]]:
        """The groups still tied after all steps, each with the step that put it below the group above."""
        splits: list[Callable[[list[int]], list[tuple[str, list[int]]]]] = [
            lambda group, step=step: self._by_figures(group, [step])  # type: ignore[misc]
            for step in self.steps
        ]
        if self.met_after is not None:
            splits.insert(self.met_after, lambda group: self._by_games("each other", group, self._wins_among))
        splits += [lambda group: self._by_games("play-off", group, self._hands_among), self._by_lot]
        parts = [("", teams)] if teams else []
        for split in splits:
            parts = [
                (new_step if number else step, part)
                for step, group in parts
                for number, (new_step, part) in enumerate(split(group))
            ]
        return parts

    def _by_figures(self, teams: list[int], steps: list[Step]) -> list[tuple[str, list[int]]]:
        if not steps or len(teams) < 2:
            return [("", teams)] if teams else []
        (name, figure), *rest = steps
        order = sorted(teams, key=lambda team: -figure(self.tallies[team]))
        parts: list[tuple[str, list[int]]] = []
        for _, group in groupby(order, key=lambda team: figure(self.tallies[team])):
            for index, (step, part) in enumerate(self._by_figures(list(group), rest)):
                parts.append((step if index or not parts else name, part))
        return parts

    def _by_games(
        self, name: str, teams: list[int], won: Callable[[Collection[int]], dict[int, int] | None]
    ) -> list[tuple[str, list[int]]]:
        wins = won(teams) if len(teams) > 1 else None
        if wins is None or len(set(wins.values())) == 1:
            return [("", teams)]
        parts: list[tuple[str, list[int]]] = []
        order = sorted(teams, key=lambda team: -wins[team])
        for _, group in groupby(order, key=wins.__getitem__):
            for step, part in self._by_games(name, list(group), won):
                parts.append((step or (name if parts else ""), part))
        return parts

    def _wins_among(self, teams: Collection[int]) -> dict[int, int] | None:
        """The games won among these teams; None unless each met every other."""
        met = {
            team: [(other, won) for other, won in self.tallies[team].met if other in teams] for team in teams
        }
        if any({other for other, _ in met[team]} != set(teams) - {team} for team in teams):
            return None
        return {team: sum(won for _, won in met[team]) for team in teams}

    def _hands_among(self, teams: Collection[int]) -> dict[int, int] | None:
        """The play-off hands won among these teams; None until each has played one."""
        played = {team: [won for other, won in self.playoffs[team] if other in teams] for team in teams}
        return {team: sum(hands) for team, hands in played.items()} if all(played.values()) else None

    def _by_lot(self, teams: list[int]) -> list[tuple[str, list[int]]]:
        drawn = {self.lots[team] for team in teams if team in self.lots}
        if len(teams) < 2 or len(drawn) < len(teams):
            return [("", teams)]
        order = sorted(teams, key=self.lots.__getitem__)
        return [("lot" if index else "", [team]) for index, team in enumerate(order)]
