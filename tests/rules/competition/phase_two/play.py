"""A player of Phase II plans that plays every ready game, as an event does, until none is left."""

from collections.abc import Callable, Iterator

from rules.competition.phase_two.games import GameOutcome, nth
from rules.competition.phase_two.plan import Drawn, Plan


class Hall:
    """The games played so far. A team is its seed number."""

    def __init__(self, plan: Plan, choose: Callable = min, *, missed: int = 0) -> None:
        self.plan, self.choose = plan, choose
        self.seeds = list(range(1, plan.size + missed + 1))
        self.results: dict[str, GameOutcome[int]] = {}
        self.kept: dict[str, tuple[int, int]] = {}

    @property
    def now(self) -> Drawn[int]:
        """The current bracket."""
        return self.plan.drawn(self.seeds, self.results, self.kept)

    def play(self, games: int = 10_000) -> Drawn[int]:
        """Play at most ``games`` games; by default all."""
        while (now := self.now).ready:
            for game in now.ready:
                if games == 0:
                    return self.now
                self.end(game.key, self.choose(now.pairs[game.key]), now)
                games -= 1
        return now

    def moments(self) -> Iterator[Drawn[int]]:
        """The bracket before each game, played one at a time, and after the last."""
        while (now := self.now).ready:
            yield now
            self.play(1)
        yield now

    def end(self, key: str, winner: int, now: Drawn[int] | None = None) -> None:
        """End a game, or the next one of a series. The pairs of its round are fixed from then on."""
        now = now or self.now
        pair = now.pairs[key]
        assert winner in pair
        self.results[nth(key, now.number(key))] = GameOutcome(winner, sum(pair) - winner)
        number = self.plan.game(key).round
        mine = [game.key for game in self.plan.games if game.round == number]
        self.kept |= {each: now.pairs[each] for each in mine if None not in now.pairs[each]}
