"""The rules of the day's game for the bots: what a hand scores, when a game ends, who won it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.competition.five_minutes import HANDS
from rules.competition.tie_breaks import tie_breaks_of
from rules.competition.whistle import leader
from rules.games import find_ruleset
from rules.games.hands import HandScore, read_facts
from rules.games.ruleset import counts_hands, game_bonus, is_clocked
from simulation.players.players import play_hand

Facts = dict[str, Any]
MOST_DEALS = 150


class DayGame:
    def __init__(self, key: str) -> None:
        self.key, self.ruleset = key, find_ruleset(key)
        self.sides = self.ruleset.sides
        self.tie_breaks = tie_breaks_of(self.ruleset)
        self.counts_hands = counts_hands(self.ruleset)
        self.is_clocked = is_clocked(self.ruleset)
        self.entry = self.ruleset.entry
        # Only in games with a board can the bots make up a hand from a bid and its books.
        self.has_board = bool(self.ruleset.play.board)

    def hand(self, seed: int) -> Facts:
        """A hand of the built-in players, with only the facts that a referee enters."""
        told = play_hand(self.key, seed)
        asked = {fact for question in self.entry for fact in question.tells}
        return {key: value for key, value in told.items() if key in asked}

    def forfeited(self, side: str) -> Facts:
        return {"forfeited_by": side}

    def given_up(self, side: str) -> Facts:
        """The report with which a side gives up a game that points win (Rulebook E-30)."""
        return {"forfeited_by": side, "gives_up": True}

    def taps(self, facts: Facts) -> dict[str, str]:
        """The values of the entry's form fields for a hand."""
        return self.entry.answers(read_facts(facts))

    def units(self, facts: Facts) -> dict[str, int]:
        """The hands won by each side; one for the winner if only points count."""
        score = self._score(facts)
        if score.units:
            return dict(score.units)
        return {side: int(side == self.winner(facts)) for side in self.sides}

    def points(self, facts: Facts) -> dict[str, int]:
        return dict(self._score(facts).points)

    def even(self) -> dict[str, Facts]:
        """A hand for each side that it wins, all with the same points for the winner and for the losers.

        In games of only these hands, teams with the same number of wins are tied. A side is missing if
        ``MOST_DEALS`` deals have no such hand for it.
        """
        if self.has_board:
            made = {"level": 4, "strain": "uptown", "books": 10}
            return {side: {"bidder": side, **made} for side in self.sides}
        if not self.ruleset.play.has_cards:
            less, more = sorted(self.hand(seed=0)["total_points"].values())
            return {
                side: {"total_points": {each: more if each == side else less for each in self.sides}}
                for side in self.sides
            }
        won: dict[tuple[int, ...], dict[str, Facts]] = {}
        for seed in range(MOST_DEALS):
            facts = self.hand(seed)
            side, points = self.winner(facts), self.points(facts)
            if side is None:
                continue
            others = sorted(points[each] for each in self.sides if each != side)
            alike = won.setdefault((points[side], *others), {})
            alike.setdefault(side, facts)
            if len(alike) == len(self.sides):
                break
        return max(won.values(), key=len)

    def winner(self, facts: Facts) -> str | None:
        return self._score(facts).winner

    def won(self, hands: Sequence[Facts], deciders: Sequence[Facts], *, is_whistled: bool) -> str | None:
        """The side that has won a game of these hands. Rulebook E-8, E-14, E-29 and E-55."""
        state = self.ruleset.game([self._score(facts) for facts in hands])
        if state.over and state.winner is not None:
            return state.winner
        points = self._sums(self.points(facts) for facts in hands)
        for gone in self.sides:
            if self._has_lost(gone, hands):
                return leader({other: points[other] for other in self.sides if other != gone})
        if not (is_whistled or state.over):
            return None
        units = self._sums(self.units(facts) for facts in hands)
        ahead = None if state.over else leader(*((units, points) if self.counts_hands else (points,)))
        return ahead or next((side for facts in deciders if (side := self._decides(facts, points))), None)

    def bonus(self, hands: Sequence[Facts]) -> int:
        """The winner's bonus for a game that the others gave away (Rulebook F-16)."""
        state = self.ruleset.game([self._score(facts) for facts in hands])
        if state.over:
            return state.bonus
        gone = any(self._has_lost(side, hands) for side in self.sides)
        return game_bonus(self.ruleset) if gone else 0

    def _score(self, facts: Facts) -> HandScore:
        """A hand's score; ``gives_up`` is about the game and not the hand."""
        return self.ruleset.score({key: told for key, told in facts.items() if key != "gives_up"})

    def _has_lost(self, side: str, hands: Sequence[Facts]) -> bool:
        """Whether a side lost the game by forfeit."""
        return hands.count(self.forfeited(side)) >= HANDS or self.given_up(side) in hands

    def is_over(self, hands: Sequence[Facts]) -> bool:
        return self.ruleset.game([self._score(facts) for facts in hands]).over

    def _decides(self, facts: Facts, points: Mapping[str, int]) -> str | None:
        """The side that wins a deciding hand. With more than two sides, only those tied for the lead can."""
        if len(self.sides) == 2:
            return self.winner(facts)
        earned = self.points(facts)
        return leader({side: earned[side] for side in self.sides if points[side] == max(points.values())})

    def _sums(self, figures: Any) -> dict[str, int]:
        rows = list(figures)
        return {side: sum(row[side] for row in rows) for side in self.sides}


@lru_cache
def law_of(key: str) -> DayGame:
    return DayGame(key)
