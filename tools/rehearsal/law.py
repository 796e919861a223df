"""The rules of the day's game for the bots: what a hand scores, when a game ends, who won it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from rules.counted.counters import all_counters, with_counters, with_worth
from rules.games import find_ruleset
from rules.ruleset.hands import HandScore, ImpossibleHand, read_facts
from rules.ruleset.totals import is_total, score_total, total_entry
from rules.time.five_minutes import HANDS
from rules.time.whistle import leader
from simulation.players.players import play_hand

Facts = dict[str, Any]
House = tuple[tuple[str, Any], ...]
HANDS_ONLY, TOTALS_ONLY = "hands", "totals"
"""Values of the setting ``results_by``. With the third one, each table chooses."""
MOST_DEALS = 150
MOST_IN_A_GAME = 12
COUNTED = (0, 0, 1, 2)
"""The counts to draw from for each counter of a side or a seat."""
ONLY_THE_WINNER = 0.1
"""The share of totals that report only the winner."""


class DayGame:
    """A game with its house rules, as the bots play and score it.

    ``counters`` are counted beside the score: by seat with ``by_seat``, else by side. With ``extra_hand``,
    the hand that decides a tied game adds its points.
    """

    def __init__(
        self,
        key: str,
        house: House = (),
        results_by: str = HANDS_ONLY,
        counters: tuple[str, ...] = (),
        *,
        by_seat: bool = False,
        extra_hand: bool = False,
    ) -> None:
        self.extra_hand = extra_hand
        self.key, self.house, self.results_by = key, dict(house), results_by
        self.ruleset = find_ruleset(key, self.house)
        self.sides = self.ruleset.sides
        self.counters = all_counters(self.ruleset, counters)
        self.seats = self.ruleset.seats if by_seat else ()
        self.counts_hands = self.ruleset.ends.counts_hands
        self.is_clocked = self.ruleset.ends.is_clocked
        self.entry = self.ruleset.entry
        # The bots can make up hands, from a bid and its books, only in games with a board.
        self.has_board = bool(self.ruleset.play.board) and results_by == HANDS_ONLY

    def result(self, seed: int) -> Facts:
        """The next result to enter: a hand, or the total of a game."""
        comes_as_total = self.results_by == TOTALS_ONLY or (self.results_by != HANDS_ONLY and seed % 2)
        return self._with_counters(self.total(seed) if comes_as_total else self.hand(seed), seed)

    def _with_counters(self, facts: Facts, seed: int) -> Facts:
        rng, seats = Random(seed), self.seats or self.sides
        each = {name: {seat: rng.choice(COUNTED) for seat in seats} for name in self.counters}
        counted = {name: {seat: many for seat, many in of.items() if many} for name, of in each.items()}
        counted = {name: of for name, of in counted.items() if of}
        return {**facts, "counters": counted} if counted else facts

    def hand(self, seed: int) -> Facts:
        """A hand of the built-in players, with only the facts that a referee enters."""
        played = play_hand(self.key, seed, house=self.house)
        asked = {fact for question in self.entry for fact in question.tells}
        return {key: value for key, value in played.items() if key in asked}

    def total(self, seed: int) -> Facts:
        """The total of a game of the built-in players, or only who won it (Rulebook E-97)."""
        if not self.ruleset.play.has_cards:
            return self.hand(seed)
        rng, hands = Random(seed), self.hands_of_total(seed)
        units, points = ([self._sums(of(hand) for hand in hands)] for of in (self.units, self.points))
        winner = self.won(hands, (), is_whistled=True) or rng.choice(self.sides)
        points[0][winner] += self.bonus(hands)
        if rng.random() < ONLY_THE_WINNER:
            return {"won_by": winner}
        total = {"total_points": points[0], **({"total_hands": units[0]} if self.counts_hands else {})}
        try:
            known = score_total(self.ruleset, read_facts(total)).winner
        except ImpossibleHand:  # A tie, so the report must name the winner.
            known = None
        return total if known == winner else {**total, "won_by": winner}

    def hands_of_total(self, seed: int) -> list[Facts]:
        """The hands of the game that ``total`` reports for the same seed."""
        rng, hands = Random(seed), list[Facts]()
        while len(hands) < MOST_IN_A_GAME and not self.is_over(hands):
            hands.append(self.hand(rng.randrange(1 << 30)))
        return hands

    def adds_up(self, facts: Facts, hands: Sequence[Facts]) -> bool:
        """Whether these hands complete a game with the winner of the total ``facts`` and no bonus (E-99)."""
        return (
            self.is_over(hands)
            and not self.bonus(hands)
            and self.winner(facts) == self.won(hands, (), is_whistled=False)
        )

    def contradicts(self, facts: Facts, hands: Sequence[Facts]) -> bool:
        """Whether these hands complete a game with another result than the total ``facts`` (E-100)."""
        won = self.won(hands, (), is_whistled=False)
        if not self.is_over(hands) or won is None or self.bonus(hands) or "counters" in facts:
            return False
        if "total_points" not in facts:
            return won != self.winner(facts)
        each = {"total_points": self.points, "total_hands": self.units}
        return any(facts[name] != self._sums(map(of, hands)) for name, of in each.items() if name in facts)

    def forfeited(self, side: str) -> Facts:
        return {"forfeited_by": side}

    def given_up(self, side: str) -> Facts:
        """The report that a side gives up, in a game that is won by points (Rulebook E-30)."""
        return {"forfeited_by": side, "gives_up": True}

    def taps(self, facts: Facts) -> dict[str, str]:
        """The values of the entry's form fields for a hand or a total."""
        report = read_facts(facts)
        tiles = total_entry(self.ruleset) if is_total(report) else self.entry
        entry = with_counters(tiles, self.counters, self.seats)
        if not is_total(report) and not self.counters:
            return entry.answers(report)
        # Empty values, so that a correction clears fields that have no value any more.
        left = {name: "" for question in entry.questions for name in question.names(self.sides)}
        return left | entry.answers(report)

    def asks_for(self, facts: Facts) -> str:
        """The URL query that selects the form for these facts; empty if the page has only one form."""
        if self.results_by in (HANDS_ONLY, TOTALS_ONLY) or not self.ruleset.play.has_cards:
            return ""
        return f"?asked={'total' if self.has_total([facts]) else 'hand'}"

    def units(self, facts: Facts) -> dict[str, int]:
        """The hands won by each side; one for the winner if only points count."""
        score = self._score(facts)
        if score.units:
            return dict(score.units)
        return {side: int(side == self.winner(facts)) for side in self.sides}

    def points(self, facts: Facts) -> dict[str, int]:
        return dict(self._score(facts).points)

    def even(self) -> dict[str, Facts]:
        """For each side a hand that it wins, all with the same points for the winner and for the losers.

        In games of only these hands, teams with the same number of wins are tied. A side is missing if
        ``MOST_DEALS`` deals contain no such hand for it.
        """
        if self.has_board:
            made = {"level": 4, "strain": "uptown", "books": 10}
            return {side: {"bidder": side, **made} for side in self.sides}
        if self.results_by == TOTALS_ONLY or not self.ruleset.play.has_cards:
            return self._even_totals()
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

    def _even_totals(self) -> dict[str, Facts]:
        one, *_ = (
            total
            for total in map(self.total, range(MOST_DEALS))
            if "won_by" not in total and len(set(total["total_points"].values())) > 1
        )
        won = self.winner(one)
        assert won is not None
        figures = {field: sorted(total.values()) for field, total in one.items()}
        # The winner has more points in most games, and more hands in all games.
        return {
            side: {
                field: {each: more if each == side else less for each in self.sides}
                for field, (less, *_, more) in figures.items()
            }
            for side in self.sides
        }

    def winner(self, facts: Facts) -> str | None:
        return self._score(facts).winner

    def swept_by(self, facts: Facts) -> str | None:
        """The side that made a Boston in the hand; none if only a penalty made it (Rulebook A-20)."""
        score = self._score(facts)
        return score.winner if score.boston and not score.awarded else None

    def won(self, hands: Sequence[Facts], deciders: Sequence[Facts], *, is_whistled: bool) -> str | None:
        """The side that has won a game of these hands. Rulebook E-8, E-14, E-29 and E-55."""
        if self.has_total(hands):
            return self.winner(hands[-1])
        points = self._sums(self.points(facts) for facts in hands)
        for gone in self.sides:
            if self.given_up(gone) in hands:
                # Even if it is the last hand of a game with a fixed number of hands. Rulebook E-30.
                return leader({other: points[other] for other in self.sides if other != gone})
        state = self.ruleset.game([self._score(facts) for facts in hands])
        if state.over and state.winner is not None:
            return state.winner
        for gone in self.sides:
            if self.has_lost(gone, hands):
                return leader({other: points[other] for other in self.sides if other != gone})
        if not (is_whistled or state.over):
            return None
        units = self._sums(self.units(facts) for facts in hands)
        ahead = None if state.over else leader(*((units, points) if self.counts_hands else (points,)))
        return ahead or next((side for facts in deciders if (side := self._decides(facts, points))), None)

    def bonus(self, hands: Sequence[Facts]) -> int:
        """The winner's bonus for a game that the others gave away (Rulebook F-16)."""
        if self.has_total(hands):
            return 0
        state = self.ruleset.game([self._score(facts) for facts in hands])
        if state.over:
            return state.bonus
        gone = any(self.has_lost(side, hands) for side in self.sides)
        return self.ruleset.ends.bonus if gone else 0

    def _score(self, facts: Facts) -> HandScore:
        """A hand's score, without ``gives_up``, which is about the game."""
        played = {key: each for key, each in facts.items() if key != "gives_up"}
        report = read_facts(played)
        if is_total(report):
            return score_total(self.ruleset, replace(with_worth(self.ruleset, report), counters=None))
        return self.ruleset.score({key: each for key, each in played.items() if key != "counters"})

    def has_lost(self, side: str, hands: Sequence[Facts]) -> bool:
        """Whether a side lost the game by forfeit."""
        return hands.count(self.forfeited(side)) >= HANDS or self.given_up(side) in hands

    def has_total(self, hands: Sequence[Facts]) -> bool:
        """Whether the last of these is a total, which alone is the game's result."""
        return bool(hands) and is_total(read_facts(hands[-1]))

    def is_over(self, hands: Sequence[Facts]) -> bool:
        return self.has_total(hands) or self.ruleset.game([self._score(facts) for facts in hands]).over

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
def law_of(
    key: str,
    house: House = (),
    results_by: str = HANDS_ONLY,
    counters: tuple[str, ...] = (),
    *,
    by_seat: bool = False,
    extra_hand: bool = False,
) -> DayGame:
    return DayGame(key, house, results_by, counters, by_seat=by_seat, extra_hand=extra_hand)
