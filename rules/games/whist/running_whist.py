"""A game of Bid Whist, hand by hand, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.games.whist.bid_whist_house import WhistHouse
from rules.ruleset.hands import GameAlreadyOver, GameState, HandScore, Reason, counted, in_words
from rules.ruleset.seats import OTHER, SIDES


@dataclass(slots=True)
class RunningWhist:
    """A game of Bid Whist, hand by hand.

    ``sources`` has the rulebook's paragraph for each rule; ``vocabulary`` maps our words to the event's own.
    """

    options: WhistHouse
    sources: Mapping[str, str]
    vocabulary: Mapping[str, str]
    hands: int = 0
    units: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    sets: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    decided: tuple[str | None, Reason] | None = None
    """The winner, or None for a tie, and why. With the house rule ``play_all_hands`` the game may go on after
    that. A game that is ``given_away`` earns its winner a bonus in the standings.
    """
    given_away: bool = False

    def add(self, score: HandScore) -> None:
        if self._is_over:
            raise GameAlreadyOver("This game is already over: no hand can be added to it.")
        self.hands += 1
        for side in SIDES:
            self.units[side] += score.units.get(side, 0)
            self.points[side] += score.points[side]
        if score.made is False and score.winner is not None:
            self.sets[OTHER[score.winner]] += 1
        if self.decided is None:
            self.decided = self._decision(score)

    def state(self) -> GameState:
        over = self._is_over
        winner, why = self.decided or (None, self._reason("game_end", f"The game goes on: {self._needed}."))
        bonus = self.options.game_bonus if over and self.given_away else 0
        gift = f"A game that the others gave away earns {counted(bonus, 'point')} more."
        return GameState(
            over=over,
            winner=winner,
            units=dict(self.units) if self.options.goes_by_hands else None,
            points=dict(self.points),
            hands=self.hands,
            because=(why, self._reason("game_bonus", gift)) if bonus else (why,),
            bonus=bonus,
        )

    @property
    def _is_over(self) -> bool:
        if self.decided is None:
            return False
        return not self.options.play_all_hands or self.hands >= self.options.hands_in_game

    def _reason(self, rule: str, sentence: str) -> Reason:
        return Reason(in_words(sentence, self.vocabulary), rule, self.sources[rule])

    def _decision(self, score: HandScore) -> tuple[str | None, Reason] | None:
        """The winner, or None for a tie, and why, if this hand decides the game. None if it doesn't."""
        options = self.options
        if options.boston_wins_game and score.boston and score.made:
            return score.winner, self._reason("boston_wins_game", "A Boston wins the game at once.")
        if score.game_to:
            self.given_away = True
            return score.game_to, self._reason("renege_costs", "A renege loses the game.")
        for side in SIDES:
            if 0 < options.sets_that_lose <= self.sets[side]:
                self.given_away = True
                sentence = f"A team that is set {_times(self.sets[side])} loses the game."
                return OTHER[side], self._reason("sets_that_lose", sentence)
        by_hands = self._by_hands() if options.goes_by_hands else None
        if decided := by_hands or (self._by_points() if options.goes_by_points else None):
            return decided
        is_played_out = options.ends_by_length and self.hands >= options.hands_in_game
        return self._by_length() if is_played_out else None

    def _by_hands(self) -> tuple[str, Reason] | None:
        for side in SIDES:
            if self.units[side] >= self.options.hands_to_win:
                score = f"{self.units[side]} to {self.units[OTHER[side]]}"
                return side, self._reason("game_end", f"The game is won by hands, {score}.")
        return None

    def _by_points(self) -> tuple[str, Reason] | None:
        # Rulebook W-15: if one hand reaches both ends, losing the game comes before winning it.
        end, lost = self.options.points_to_win, self.options.lost_at
        for side in SIDES:
            if lost is not None and self.points[side] <= -lost:
                # A game lost on its first hand, a backdoor, counts as given away.
                self.given_away = self.hands == 1
                return OTHER[side], self._reason(
                    "game_end", f"Falling to minus {lost} points loses the game."
                )
        for side in SIDES:
            if self.points[side] >= end:
                return side, self._reason("game_end", f"Reaching {end} points wins the game.")
        return None

    def _by_length(self) -> tuple[str | None, Reason]:
        ahead, behind = sorted(SIDES, key=lambda side: self.points[side], reverse=True)
        played = counted(self.hands, "hand").capitalize()
        if self.points[ahead] == self.points[behind]:
            return None, self._reason("game_end", f"{played} are played and the points are tied.")
        return ahead, self._reason("game_end", f"{played} are played and the points decide.")

    @property
    def _needed(self) -> str:
        options = self.options
        if options.goes_by_hands:
            return f"{counted(options.hands_to_win, 'hand')} win the game"
        if options.goes_by_points:
            lost = f" and minus {options.lost_at} lose it" if options.lost_at is not None else ""
            most = (
                f", and it has {counted(options.hands_in_game, 'hand')} at most"
                if options.ends_by_length
                else ""
            )
            return f"{options.points_to_win} points win the game{lost}{most}"
        if options.game_end == "hands_played":
            return f"{counted(options.hands_in_game, 'hand')} make the game"
        return "the clock ends the game"


def _times(many: int) -> str:
    return {1: "once", 2: "twice"}.get(many) or counted(many, "time")
