"""The bracket of Phase II: who meets whom, who moves on, and who stands on the podium."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.competition.team import Team

FINAL = "F"
THIRD_PLACE = "T"
_LETTERS = {2: FINAL, 4: "S", 8: "Q", 16: "E", 32: "D", 64: "C"}
_LABELS = {
    2: "Final",
    4: "Semi-final",
    8: "Quarter-final",
    16: "Round of 16",
    32: "Round of 32",
    64: "Round of 64",
}


@dataclass(frozen=True, slots=True)
class SeedSlot:
    """A place held by the team of this rank after Phase I, 1 for the best."""

    number: int

    def __str__(self) -> str:
        return f"Seed {self.number}"


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """A place held for the winner of another game."""

    key: str

    def __str__(self) -> str:
        return f"Winner of {self.key}"


@dataclass(frozen=True, slots=True)
class LoserOf:
    """A place held for the loser of another game."""

    key: str

    def __str__(self) -> str:
        return f"Loser of {self.key}"


Slot = SeedSlot | WinnerOf | LoserOf


@dataclass(frozen=True, slots=True)
class BracketGame:
    """One game of the bracket: its name on the page ("Q2", "F"), and the round in which it is played."""

    key: str
    round: int
    label: str
    upper: Slot
    lower: Slot


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Team]):
    """How a game of the bracket ended."""

    winner: Team
    loser: Team


@dataclass(frozen=True, slots=True)
class Podium(Generic[Team]):
    """The prizes, as far as they are known. Two teams share the third place where it was not played for."""

    first: Team | None
    second: Team | None
    third: tuple[Team, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A single elimination among 2 to 64 teams, with byes for the best seeds.

    Rulebook E-5: of seven, seed 1 has a bye, 4 plays 5, 3 plays 6, 2 plays 7; then semi-finals, the final and
    the game for third place. The best two can only meet in the final, the best four only in the semi-finals.
    Nobody is seeded anew: the winner of 4 and 5 meets seed 1, whoever it is.
    """

    size: int
    games: tuple[BracketGame, ...]

    @classmethod
    def of(cls, size: int, *, third_place: bool = True) -> "Bracket":
        """The bracket of ``size`` teams. Rulebook E-25: without a third-place game the third place is shared.

        :raises ValueError: if the size is not 2 to 64.
        """
        if not 2 <= size <= 64:
            raise ValueError(f"A bracket takes 2 to 64 teams, not {size}.")
        slots: list[Slot | None] = [SeedSlot(seed) if seed <= size else None for seed in _seed_order(size)]
        rounds: list[list[BracketGame]] = []
        while len(slots) > 1:
            slots, games = _play_round(slots, number=len(rounds) + 1)
            rounds.append(games)
        if third_place and size >= 4:
            third = BracketGame(THIRD_PLACE, len(rounds), "Third place", LoserOf("S1"), LoserOf("S2"))
            rounds[-1].insert(0, third)
        return cls(size, tuple(game for games in rounds for game in games))

    def game(self, key: str) -> BracketGame:
        """The game of this key.

        :raises KeyError: if the bracket has none.
        """
        for game in self.games:
            if game.key == key:
                return game
        raise KeyError(key)

    @property
    def byes(self) -> tuple[int, ...]:
        """The seeds that sit out the first round."""
        first_round = [slot for game in self.games if game.round == 1 for slot in (game.upper, game.lower)]
        playing = {slot.number for slot in first_round if isinstance(slot, SeedSlot)}
        return tuple(seed for seed in range(1, self.size + 1) if seed not in playing)

    def holder(self, slot: Slot, seeds: Sequence[Team], results: Mapping[str, Outcome[Team]]) -> Team | None:
        """The team that holds a place, ``seeds`` being all teams, best first; None while it is open."""
        if isinstance(slot, SeedSlot):
            return seeds[slot.number - 1] if slot.number <= len(seeds) else None
        outcome = results.get(slot.key)
        if outcome is None:
            return None
        return outcome.winner if isinstance(slot, WinnerOf) else outcome.loser

    def teams(
        self, key: str, seeds: Sequence[Team], results: Mapping[str, Outcome[Team]]
    ) -> tuple[Team | None, Team | None]:
        """The two teams of a game, as far as they are known."""
        game = self.game(key)
        return self.holder(game.upper, seeds, results), self.holder(game.lower, seeds, results)

    def ready(self, seeds: Sequence[Team], results: Mapping[str, Outcome[Team]]) -> tuple[BracketGame, ...]:
        """The games whose teams are both known and that have no result."""
        return tuple(
            game
            for game in self.games
            if game.key not in results and None not in self.teams(game.key, seeds, results)
        )

    def after(self, key: str) -> tuple[BracketGame, ...]:
        """Every game that would be touched if the result of this one changed, in the order of play."""
        touched = {key}
        for game in self.games:
            if any(
                not isinstance(slot, SeedSlot) and slot.key in touched for slot in (game.upper, game.lower)
            ):
                touched.add(game.key)
        return tuple(game for game in self.games if game.key in touched and game.key != key)

    def podium(self, results: Mapping[str, Outcome[Team]]) -> Podium[Team]:
        """The first three, as far as the results tell. Rulebook E-25."""
        final = results.get(FINAL)
        return Podium(
            first=final.winner if final else None,
            second=final.loser if final else None,
            third=self._third(results),
        )

    def _third(self, results: Mapping[str, Outcome[Team]]) -> tuple[Team, ...]:
        keys = {game.key for game in self.games}
        if THIRD_PLACE in keys:
            game = results.get(THIRD_PLACE)
            return (game.winner,) if game else ()
        semi_finals = [key for key in ("S1", "S2") if key in keys]
        if not all(key in results for key in semi_finals):
            return ()
        return tuple(results[key].loser for key in semi_finals)


def _seed_order(size: int) -> list[int]:
    """The seeds from the top of the page to the bottom, so that the best meet last: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return order


def _play_round(slots: list[Slot | None], number: int) -> tuple[list[Slot | None], list[BracketGame]]:
    """The places of the next round, and the games that lead there. An empty place is a bye for the other."""
    size = len(slots)
    following: list[Slot | None] = []
    games: list[BracketGame] = []
    for position, (upper, lower) in enumerate(zip(slots[::2], slots[1::2], strict=True), start=1):
        if upper is None or lower is None:
            following.append(upper or lower)
            continue
        key = FINAL if size == 2 else f"{_LETTERS[size]}{position}"
        games.append(BracketGame(key, number, _LABELS[size], upper, lower))
        following.append(WinnerOf(key))
    return following, games
