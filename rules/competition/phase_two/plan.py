"""The draw of Phase II from its seeds and results: the pairs, the games that are ready, the places."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from types import MappingProxyType
from typing import Generic

from rules.competition.game_lines import GameLine
from rules.competition.pairing.pairing import Entrant, pair
from rules.competition.phase_two.games import (
    UPPER,
    BracketGame,
    FinalPlace,
    GameOutcome,
    LoserOf,
    PlaceAfter,
    Placed,
    SeedSlot,
    Slot,
    Stage,
    is_second_chance,
    nth,
)
from rules.competition.team import Team
from rules.standings.standings import Ranked, rank
from rules.standings.tie_breaks import BYE_UNITS, ranks_by_games_won

Pair = tuple[Team | None, Team | None]


@dataclass(frozen=True)
class Plan:
    """All games of a format for ``size`` teams; each comes after the games that feed it.

    The seeds after ``size`` are those of the second chance (Rulebook E-227).
    """

    size: int
    games: tuple[BracketGame, ...]
    finishes: tuple[FinalPlace, ...]
    """The places that its games and tables give."""
    stages: tuple[Stage, ...] = ()
    tie_breaks: tuple[str, ...] = ("games_won",)
    """Rank its tables; teams that are still tied are ranked by seed (Rulebook E-73)."""

    @cached_property
    def _by_key(self) -> Mapping[str, BracketGame]:
        return {game.key: game for game in self.games}

    @cached_property
    def stage(self) -> Mapping[str, Stage]:
        return {stage.key: stage for stage in self.stages}

    def game(self, key: str) -> BracketGame:
        """:raises KeyError: if there is no such game."""
        return self._by_key[key]

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The label of each game by key: ``Final``, or ``Quarter-final 1`` where there are several."""
        many = Counter(game.label for game in self.games)
        seen, labels = Counter[str](), dict[str, str]()
        for game in self.games:
            seen[game.label] += 1
            number = f"{', game' if game.label[-1].isdigit() else ''} {seen[game.label]}"
            labels[game.key] = game.label if many[game.label] == 1 else f"{game.label}{number}"
        return labels

    @property
    def byes(self) -> tuple[int, ...]:
        playing = {
            slot.number
            for game in self.games
            if game.round == 1
            for slot in (game.upper, game.lower)
            if isinstance(slot, SeedSlot)
        }
        return tuple(seed for seed in range(1, self.size + 1) if seed not in playing)

    def after(self, key: str) -> tuple[BracketGame, ...]:
        """Every game that a change of this one's result could affect, in the order of play."""
        touched = {key}
        for game in self.games:
            fed_by = {game.replays, *self._feeders(game.upper), *self._feeders(game.lower)}
            if touched & fed_by:
                touched.add(game.key)
        return tuple(game for game in self.games if game.key in touched and game.key != key)

    @cached_property
    def in_a_row(self) -> int:
        """The most games that can't be played at the same time, without those that may not be needed."""
        ends: dict[str, int] = {}
        played: dict[Slot, int] = defaultdict(int)
        for game in self.games:
            if game.replays:
                continue
            won_in = game.best_of // 2 + 1
            before = (ends.get(key, 0) for slot in (game.upper, game.lower) for key in self._feeders(slot))
            ends[game.key] = won_in + max(before, default=0)
            for slot in (game.upper, game.lower):
                played[slot] += won_in
        return max((*ends.values(), *played.values()), default=0)

    def _feeders(self, slot: Slot) -> tuple[str, ...]:
        if isinstance(slot, SeedSlot):
            return ()
        return self.stage[slot.stage].after if isinstance(slot, PlaceAfter) else (slot.key,)

    def drawn(
        self,
        seeds: Sequence[Team],
        results: Mapping[str, GameOutcome[Team]],
        kept: Mapping[str, tuple[Team, Team]] = MappingProxyType({}),
    ) -> "Drawn[Team]":
        """The draw for the ``seeds``, best first, and the ``results`` by the games' keys.

        ``kept`` are the pairs of a Swiss round that has begun: they stay, even if an earlier result changes
        (Rulebook E-74). A result of two teams that don't meet there any more is ignored. Results of a series
        have the keys of its games (``nth``) and count in order until it is won (E-80).
        """
        draw = _Draw(self, tuple(seeds), results, kept)
        for game in self.games:
            draw.look_at(game)
        for stage in self.stages:
            draw.rest(stage)
        return Drawn(
            plan=self,
            seeds=draw.seeds,
            pairs=draw.pairs,
            results=draw.results,
            series=draw.series,
            needless=frozenset(draw.needless),
            resting=draw.resting,
            entrants={stage.key: draw.entrants(stage) for stage in self.stages},
            placed=draw.placed(),
        )


@dataclass(frozen=True)
class Drawn(Generic[Team]):
    """The state of Phase II: the ``pairs`` and the ``results`` that count, by the games' keys.

    ``series`` has the results of each game of a series; its units in ``results`` are then games won.
    """

    plan: Plan
    seeds: tuple[Team, ...]
    pairs: Mapping[str, Pair[Team]]
    results: Mapping[str, GameOutcome[Team]]
    series: Mapping[str, tuple[GameOutcome[Team], ...]]
    needless: frozenset[str]
    """Games that need not be played."""
    resting: Mapping[int, Team]
    """The byes by round."""
    entrants: Mapping[str, Sequence[Team]]
    """The teams of each stage as far as known."""
    placed: tuple[Placed[Team], ...]
    """The teams whose place is certain, best first."""

    @property
    def left(self) -> tuple[BracketGame, ...]:
        over = self.results.keys() | self.needless
        return tuple(game for game in self.plan.games if game.key not in over)

    @property
    def expected(self) -> tuple[BracketGame, ...]:
        """The games left that decide places, without a second final that may not be needed."""
        return tuple(
            game
            for game in self.left
            if not is_second_chance(game.key) and (not game.replays or game.replays in self.results)
        )

    @property
    def is_over(self) -> bool:
        """Whether every place is decided; the second chance may go on (Rulebook E-227)."""
        return all(is_second_chance(game.key) for game in self.left)

    @property
    def may_be_on(self) -> int:
        """The most games, except those of the second chance, that can be on at the same time."""
        placed = {each.team for each in self.placed}
        return sum(team not in placed for team in self.seeds[: self.plan.size]) // 2

    @property
    def ready(self) -> tuple[BracketGame, ...]:
        """The games that can be played now: both teams are known and have no earlier game left."""
        busy: set[Team | None] = set()
        ready: list[BracketGame] = []
        for game in self.left:
            upper, lower = self.pairs[game.key]
            if upper is not None and lower is not None and upper not in busy and lower not in busy:
                ready.append(game)
            busy |= {upper, lower} - {None}
        return tuple(ready)

    @property
    def lost_once(self) -> tuple[Team, ...]:
        """The teams of a double elimination that came down to the lower bracket and have no place yet."""
        placed = {placed.team for placed in self.placed}
        beaten = (outcome.loser for key, outcome in self.results.items() if key.startswith(UPPER))
        return tuple(team for team in beaten if team not in placed)

    def won(self, key: str) -> tuple[int, int]:
        played, (upper, lower) = self.series.get(key, ()), self.pairs[key]
        return sum(each.winner == upper for each in played), sum(each.winner == lower for each in played)

    def number(self, key: str) -> int:
        """The number, from 1, of the game of a series to play now; of its last game once it is over."""
        played = len(self.series.get(key, ()))
        return played if key in self.results and played else played + 1

    def keeps(self, key: str, number: int, teams: tuple[Team, Team], *, is_over: bool) -> bool:
        """Whether a game of two teams, the ``number``-th of its series, still belongs in the draw.

        Rulebook E-75, E-80: not if others meet there, or if the series was won before it.
        """
        if self.pairs[key] != teams:
            return False
        return number <= self.number(key) or (is_over and key not in self.results)

    def table(self, stage: str) -> tuple[Ranked[Team], ...]:
        """The standings of a stage so far; empty until all of its teams are known."""
        chosen, teams = self.plan.stage[stage], self.entrants[stage]
        if len(teams) < len(chosen.entrants):
            return ()
        return table(self.plan, chosen, teams, self.results, self.resting)


def table(
    plan: Plan,
    stage: Stage,
    teams: Sequence[Team],
    results: Mapping[str, GameOutcome[Team]],
    resting: Mapping[int, Team],
) -> tuple[Ranked[Team], ...]:
    """The teams of a stage by their results there; a bye is a game won (Rulebook E-18).

    Tied teams keep the order in which they come into the stage. A bye that was known in advance counts once
    the rounds before it are over.
    """
    lines = [
        GameLine(
            ns=outcome.winner,
            ew=outcome.loser,
            winner=outcome.winner,
            units_ns=outcome.units[0],
            units_ew=outcome.units[1],
            points_ns=outcome.points[0],
            points_ew=outcome.points[1],
        )
        for key in stage.games
        if (outcome := results.get(key)) is not None
    ]
    rounds = {plan.game(key).round for key in stage.games}
    if stage.byes and (left := [plan.game(key).round for key in stage.games if key not in results]):
        rounds = {number for number in rounds if number <= min(left)}
    lines += [
        GameLine(ns=team, ew=None, winner=team, units_ns=BYE_UNITS, kind="bye")
        for number, team in resting.items()
        if number in rounds
    ]
    ranks = {team: number for number, team in enumerate(teams)}
    ranked = rank(teams, lines, tie_breaks=plan.tie_breaks)
    return tuple(sorted(ranked, key=lambda row: (row.rank, ranks[row.team])))


@dataclass
class _Draw(Generic[Team]):
    plan: Plan
    seeds: tuple[Team, ...]
    outcomes: Mapping[str, GameOutcome[Team]]
    kept: Mapping[str, tuple[Team, Team]]
    pairs: dict[str, Pair[Team]] = field(default_factory=dict)
    results: dict[str, GameOutcome[Team]] = field(default_factory=dict)
    series: dict[str, tuple[GameOutcome[Team], ...]] = field(default_factory=dict)
    needless: set[str] = field(default_factory=set)
    resting: dict[int, Team] = field(default_factory=dict)
    orders: dict[str, tuple[Team, ...]] = field(default_factory=dict)

    def look_at(self, game: BracketGame) -> None:
        """Set a game's pair and result. The games that feed it must have been looked at before."""
        first = self.results.get(game.replays)
        if game.replays and first is None:
            # It isn't known yet whether a second final is needed (Rulebook E-72).
            self.pairs[game.key] = (None, None)
            return
        if first is not None and first.winner == self.pairs[game.replays][0]:
            # The team from above won the first final, so there is no second; it gets the same result.
            self.needless.add(game.key)
            self.pairs[game.key], self.results[game.key] = (None, None), first
            return
        pair_ = self.pairs[game.key] = self.holder(game.upper), self.holder(game.lower)
        played = tuple(self._played(game, pair_))
        if game.best_of > 1 and None not in pair_:
            self.series[game.key] = played
        if played and _has_won(played, game.best_of):
            won = sum(each.winner == played[-1].winner for each in played)
            whole = GameOutcome(played[-1].winner, played[-1].loser, (won, len(played) - won))
            self.results[game.key] = whole if game.best_of > 1 else played[0]

    def _played(self, game: BracketGame, pair_: Pair[Team]) -> Iterator[GameOutcome[Team]]:
        """The results of a pair in order, up to the deciding one. Rulebook E-80."""
        played: list[GameOutcome[Team]] = []
        while not _has_won(played, game.best_of):
            outcome = self.outcomes.get(nth(game.key, len(played) + 1))
            if outcome is None or {outcome.winner, outcome.loser} != set(pair_):
                return
            played.append(outcome)
            yield outcome

    def holder(self, slot: Slot) -> Team | None:
        """The team in a slot; None while it is open."""
        if isinstance(slot, SeedSlot):
            return self.seeds[slot.number - 1] if slot.number <= len(self.seeds) else None
        if isinstance(slot, PlaceAfter):
            order = self.order(self.plan.stage[slot.stage])
            return order[slot.number - 1] if slot.number <= len(order) else None
        outcome = self.results.get(slot.key)
        if outcome is None:
            return None
        return outcome.loser if isinstance(slot, LoserOf) else outcome.winner

    def entrants(self, stage: Stage) -> list[Team]:
        return [team for slot in stage.entrants if (team := self.holder(slot)) is not None]

    def rest(self, stage: Stage) -> None:
        """Give the byes of a stage that are known before it begins."""
        for number, slot in stage.byes:
            if (team := self.holder(slot)) is not None:
                self.resting[number] = team

    def order(self, stage: Stage) -> tuple[Team, ...]:
        """A stage's teams in order; empty while its games are not over."""
        if stage.key not in self.orders:
            teams = self.entrants(stage)
            if any(key not in self.results for key in stage.after) or len(teams) < len(stage.entrants):
                return ()
            self.rest(stage)
            self.orders[stage.key] = self._ordered(stage, teams)
        return self.orders[stage.key]

    def _ordered(self, stage: Stage, teams: list[Team]) -> tuple[Team, ...]:
        if stage.order == "seeds":
            return tuple(sorted(teams, key=self.seeds.index))
        rows = table(self.plan, stage, teams, self.results, self.resting)
        return self._swiss(stage, rows) if stage.order == "swiss" else tuple(row.team for row in rows)

    def _swiss(self, stage: Stage, rows: Sequence[Ranked[Team]]) -> tuple[Team, ...]:
        """The pairs of a Swiss round: as kept, or the nearest teams that haven't met."""
        kept = {key: self.kept[key] for key in stage.draws if key in self.kept}
        taken = {team for couple in kept.values() for team in couple}
        free = [row for row in rows if row.team not in taken]
        teams = [row.team for row in free]
        if stage.round == 1 and not kept:
            drawn = _halves_against_each_other(teams)
        elif len(free) < 2:
            drawn = tuple(teams)
        else:
            drawn = self._nearest(stage, free)
        couples = iter(zip(drawn[::2], drawn[1::2], strict=False))
        order = [team for key in stage.draws for team in kept.get(key) or next(couples)]
        if len(rows) % 2:
            self.resting[stage.round] = drawn[-1]
            order.append(drawn[-1])
        return tuple(order)

    def _nearest(self, stage: Stage, free: Sequence[Ranked[Team]]) -> tuple[Team, ...]:
        met: dict[Team, dict[Team, int]] = defaultdict(dict)
        for key in stage.games:
            outcome = self.results[key]
            for one, other in permutations((outcome.winner, outcome.loser)):
                met[one][other] = met[one].get(other, 0) + 1
        rested = list(self.resting.values())
        by_wins = ranks_by_games_won(self.plan.tie_breaks)
        entrants = [
            Entrant(row.team, index, met[row.team], rested.count(row.team), won=row.won if by_wins else 0)
            for index, row in enumerate(free)
        ]
        seated = pair(entrants)
        bye = () if seated.bye is None else (seated.bye,)
        return (*(team for couple in seated.pairs for team in couple), *bye)

    def placed(self) -> tuple[Placed[Team], ...]:
        return tuple(
            Placed(team, finish.first, finish.last, finish.is_second_chance)
            for finish in self.plan.finishes
            if (team := self.holder(finish.slot)) is not None
        )


def _has_won(played: Sequence[GameOutcome[Team]], best_of: int) -> bool:
    return bool(played) and 2 * sum(each.winner == played[-1].winner for each in played) > best_of


def _halves_against_each_other(teams: Sequence[Team]) -> tuple[Team, ...]:
    """The first round of a Swiss: the upper half meets the lower, best against best; the last has a bye."""
    half = len(teams) // 2
    couples = zip(teams[:half], teams[half : 2 * half], strict=True)
    return (*(team for couple in couples for team in couple), *teams[2 * half :])
