"""When a game of Bid Whist is over, and who has won it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.games.bid_whist_house import WhistHouse
from rules.games.hands import GameAlreadyOver, GameState, HandScore, Reason, counted, in_words
from rules.games.seats import OTHER, SIDES


@dataclass(slots=True)
class _Score:
    """What has been won so far."""

    hands: int = 0
    units: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    sets: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    decided: tuple[str | None, Reason] | None = None
    given_away: bool = False

    def add(self, score: HandScore) -> None:
        self.hands += 1
        for side in SIDES:
            self.units[side] += score.units.get(side, 0)
            self.points[side] += score.points[side]
        if score.made is False and score.winner is not None:
            self.sets[OTHER[score.winner]] += 1


@dataclass(frozen=True, slots=True)
class WhistGame:
    """The ends that a game can come to under its house rules.

    ``source`` is the rulebook's paragraph, and ``sources`` are those of house rules that have another;
    ``words`` are an event's own for ours.
    """

    options: WhistHouse
    source: str
    sources: Mapping[str, str]
    words: Mapping[str, str]

    def add(self, tally: _Score, score: HandScore) -> None:
        """Add the next hand to what was won so far.

        :raises GameAlreadyOver: if the game was over before it.
        """
        if self._is_over(tally):
            raise GameAlreadyOver("This game is already over: no hand can be added to it.")
        tally.add(score)
        if tally.decided is None:
            tally.decided = self._decision(tally, score)

    def state(self, tally: _Score) -> GameState:
        over = self._is_over(tally)
        reasons = [tally.decided[1] if tally.decided else self._standing(tally)]
        bonus = self.options.game_bonus if over and tally.given_away else 0
        if bonus:
            sentence = f"A game that the others gave away earns {counted(bonus, 'point')} more."
            reasons.append(Reason(sentence, "game_bonus", self.sources["game_bonus"]))
        return GameState(
            over=over,
            winner=tally.decided[0] if tally.decided else None,
            units=dict(tally.units) if self.options.goes_by_hands else None,
            points=dict(tally.points),
            hands=tally.hands,
            because=tuple(
                replace(reason, sentence=in_words(reason.sentence, self.words)) for reason in reasons
            ),
            bonus=bonus,
        )

    def _is_over(self, tally: _Score) -> bool:
        if tally.decided is None:
            return False
        return not self.options.play_all_hands or tally.hands >= self.options.hands_in_game

    def _decision(self, tally: _Score, score: HandScore) -> tuple[str | None, Reason] | None:
        """Who has won the game by this hand, and why; None while it goes on."""
        options = self.options
        if options.boston_wins_game and score.boston and score.made:
            return score.winner, Reason(
                "A Boston wins the game at once.", "boston_wins_game", self.sources["boston_wins_game"]
            )
        if score.game_to:
            tally.given_away = True
            return score.game_to, Reason(
                "A renege loses the game.", "renege_costs", self.sources["renege_costs"]
            )
        for side in SIDES:
            if 0 < options.sets_that_lose <= tally.sets[side]:
                tally.given_away = True
                sentence = f"A team that is set {_times(tally.sets[side])} loses the game."
                return OTHER[side], Reason(sentence, "sets_that_lose", self.sources["sets_that_lose"])
        if options.game_end == "hands_played":
            return self._by_length(tally) if tally.hands >= options.hands_in_game else None
        by_hands = self._by_hands(tally) if options.goes_by_hands else None
        return by_hands or (self._by_points(tally) if options.game_end in ("points", "either") else None)

    def _by_hands(self, tally: _Score) -> tuple[str, Reason] | None:
        for side in SIDES:
            if tally.units[side] >= self.options.hands_to_win:
                score = f"{tally.units[side]} to {tally.units[OTHER[side]]}"
                return side, Reason(f"The game is won by hands, {score}.", "game_end", self.source)
        return None

    def _by_points(self, tally: _Score) -> tuple[str, Reason] | None:
        # 001: should both ends be reached on one hand, the lost one comes first.
        end, lost = self.options.points_to_win, self.options.lost_at
        for side in SIDES:
            if lost is not None and tally.points[side] <= -lost:
                # A backdoor: the others have won with the first hand, having bid nothing.
                tally.given_away = tally.hands == 1
                sentence = f"Falling to minus {lost} points loses the game."
                return OTHER[side], Reason(sentence, "game_end", self.source)
        for side in SIDES:
            if tally.points[side] >= end:
                return side, Reason(f"Reaching {end} points wins the game.", "game_end", self.source)
        return None

    def _by_length(self, tally: _Score) -> tuple[str | None, Reason]:
        ahead, behind = sorted(SIDES, key=lambda side: tally.points[side], reverse=True)
        played = counted(tally.hands, "hand").capitalize()
        if tally.points[ahead] == tally.points[behind]:
            return None, Reason(f"{played} are played and the points are level.", "game_end", self.source)
        return ahead, Reason(f"{played} are played and the points decide.", "game_end", self.source)

    def _standing(self, tally: _Score) -> Reason:
        options = self.options
        if options.goes_by_hands:
            need = f"{counted(options.hands_to_win, 'hand')} win the game"
        elif options.game_end == "points":
            need = f"{options.points_to_win} points win the game"
            need += f" and minus {options.lost_at} lose it" if options.lost_at is not None else ""
        elif options.game_end == "hands_played":
            need = f"{counted(options.hands_in_game, 'hand')} make the game"
        else:
            need = "the clock ends the game"
        return Reason(f"The game goes on: {need}.", "game_end", self.source)


def _times(many: int) -> str:
    return {1: "once", 2: "twice"}.get(many) or counted(many, "time")


@dataclass(slots=True)
class RunningWhist:
    """A game of Bid Whist, hand by hand."""

    rules: WhistGame
    tally: _Score = field(default_factory=_Score)

    def add(self, score: HandScore) -> None:
        self.rules.add(self.tally, score)

    def state(self) -> GameState:
        return self.rules.state(self.tally)
