"""Knock-outs: single and double elimination, third place, consolation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from rules.competition.phase_two.games import (
    CONSOLATION,
    FINAL,
    LETTERS,
    LOWER,
    SECOND_CHANCE,
    SECOND_CHANCE_PART,
    SECOND_FINAL,
    THIRD_PLACE,
    UPPER,
    BracketGame,
    FinalPlace,
    LoserOf,
    PlaceAfter,
    SeedSlot,
    Slot,
    Stage,
    WinnerOf,
)
from rules.competition.phase_two.plan import Plan

Slots = Sequence[Slot | None]

UPPER_PART: Final = "Upper bracket"
LOWER_PART: Final = "Lower bracket"
CONSOLATION_PART: Final = "Consolation"


def seeded(size: int) -> tuple[Slot | None, ...]:
    """The seeds from top to bottom of the bracket, so that the best meet last; None is a bye."""
    return tuple(SeedSlot(seed) if seed <= size else None for seed in seed_order(size))


def seed_order(size: int) -> list[int]:
    """The seeds from top to bottom of a full bracket: 1 8 4 5 2 7 3 6."""
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, total - upper)]
    return order


@dataclass
class Rounds:
    games: list[list[BracketGame]] = field(default_factory=list)
    losers: list[list[Slot | None]] = field(default_factory=list)

    def play(
        self, slots: Slots, keys: Callable[[int, int], str], *, number: int, part: str = ""
    ) -> list[Slot | None]:
        """Add round ``number``; returns the winners. A team without an opponent goes through."""
        winners: list[Slot | None] = []
        losers: list[Slot | None] = []
        games: list[BracketGame] = []
        couples = list(zip(slots[::2], slots[1::2], strict=True))
        for position, (upper, lower) in enumerate(couples, start=1):
            if upper is None or lower is None:
                winners.append(upper or lower)
                losers.append(None)
                continue
            key = keys(len(couples), position)
            games.append(BracketGame(key, number, upper, lower, part, len(self.games) + 1))
            winners.append(WinnerOf(key))
            losers.append(LoserOf(key))
        self.games.append(games)
        self.losers.append(losers)
        return winners

    def places(self, first: int) -> list[FinalPlace]:
        """The places of the losers, from the last round back; the losers of a round share theirs."""
        finishes: list[FinalPlace] = []
        for games in reversed(self.games):
            last = first + len(games) - 1
            finishes += [FinalPlace(LoserOf(game.key), first, last) for game in games]
            first = last + 1
        return finishes


def lettered(part: str = "") -> Callable[[int, int], str]:
    return lambda games, position: part + (FINAL if games == 1 else f"{LETTERS[2 * games]}{position}")


def single(
    slots: Slots,
    *,
    third_place: bool = True,
    consolation: bool = False,
    reseeds: bool = False,
    first_wave: int = 1,
) -> tuple[list[BracketGame], list[FinalPlace], list[Stage]]:
    """A single elimination of these slots, from top to bottom. Rulebook E-5, E-71.

    The best two can meet only in the final, the best four only from the semi-finals on. Without a third-place
    game the third place is shared (E-25). With ``reseeds`` the best seed left meets the worst in each round.
    """
    rounds, stages = Rounds(), list[Stage]()
    while len(slots) > 1:
        number = first_wave + len(rounds.games)
        slots = rounds.play(slots, lettered(), number=number)
        if reseeds and len(slots) > 2:
            slots = _reseeded(slots, rounds, stages)
    games = _every(rounds.games)
    (final,) = rounds.games[-1]
    finishes = [FinalPlace(WinnerOf(FINAL), 1, 1), FinalPlace(LoserOf(FINAL), 2, 2)]
    beaten = Rounds(rounds.games[:-1], rounds.losers[:-1])
    if third_place and len(rounds.games) > 1 and len(rounds.games[-2]) == 2:
        third = BracketGame(THIRD_PLACE, final.round, LoserOf("S1"), LoserOf("S2"), "", final.column)
        games.insert(-1, third)
        finishes += [FinalPlace(WinnerOf(THIRD_PLACE), 3, 3), FinalPlace(LoserOf(THIRD_PLACE), 4, 4)]
        beaten = Rounds(rounds.games[:-2], rounds.losers[:-2])
    early = Rounds(rounds.games[:-2], rounds.losers[:-2])
    again = _consolation(early) if consolation else None
    if again is not None:
        # The losers of the semi-finals are placed above those of the consolation bracket.
        finishes += Rounds(beaten.games[len(early.games) :]).places(3)
        games = sorted([*games, *_every(again.games)], key=_wave)
        place = len(finishes) + 1
        finishes += [FinalPlace(WinnerOf(f"{CONSOLATION}{FINAL}"), place, place), *again.places(place + 1)]
    else:
        finishes += beaten.places(len(finishes) + 1)
    return games, finishes, stages


def _wave(game: BracketGame) -> int:
    return game.round


def _reseeded(slots: Slots, rounds: Rounds, stages: list[Stage]) -> Slots:
    """The next round's slots by seed: the best left against the worst."""
    through = tuple(slot for slot in slots if slot is not None)
    key = f"S{len(rounds.games)}"
    stages.append(
        Stage(key, "seeds", through, tuple(slot.key for slot in through if isinstance(slot, WinnerOf)))
    )
    return [PlaceAfter(key, number) for number in seed_order(len(through))]


def _consolation(early: Rounds) -> Rounds | None:
    """The consolation games of those who lost before the semi-finals; None for fewer than two."""
    beaten = [slot for losers in early.losers for slot in losers if slot is not None]
    if len(beaten) < 2:
        return None
    waves = {game.key: game.round for games in early.games for game in games}
    swaps = SWAPS[2 * len(early.losers[0])]
    again, _ = lower_bracket(early.losers, waves, CONSOLATION, CONSOLATION_PART, swaps)
    return again


def lower_bracket(
    losers: Sequence[Slots], waves: Mapping[str, int], part: str, title: str, swaps: Sequence[int] = ()
) -> tuple[Rounds, Slot]:
    """The lower bracket, for teams that have lost once, and its winner.

    The losers of the first round meet. Then the teams left meet, alternately, the losers who come down and
    each other. ``waves`` has the rounds of the games above, by key.
    """
    rounds, waves = Rounds(), dict(waves)

    def play(slots: Slots) -> Slots:
        fed = [waves[slot.key] for slot in slots if isinstance(slot, WinnerOf | LoserOf)]
        number, column = 1 + max(fed, default=0), len(rounds.games) + 1
        won = rounds.play(slots, lambda _, index: f"{part}{column}.{index}", number=number, part=title)
        waves.update({game.key: game.round for game in rounds.games[-1]})
        if not rounds.games[-1]:
            rounds.games.pop()
            rounds.losers.pop()
        return won

    def ordered(number: int) -> Slots:
        return swapped(losers[number], swaps[number]) if number < len(swaps) else losers[number]

    left = play(ordered(0)) if len(losers[0]) > 1 else ordered(0)
    for number in range(1, len(losers)):
        # A loser who comes down has the upper slot.
        left = play([slot for couple in zip(ordered(number), left, strict=True) for slot in couple])
        if len(left) > 1:
            left = play(left)
    while len(left) > 1:
        left = play(left)
    return _with_a_final(rounds, part), WinnerOf(f"{part}{FINAL}")


def _with_a_final(rounds: Rounds, part: str) -> Rounds:
    """The same rounds, with the last game named the final of its part."""
    (last,) = rounds.games[-1]
    final = BracketGame(f"{part}{FINAL}", last.round, last.upper, last.lower, last.part, last.column)
    return Rounds([*rounds.games[:-1], [final]], rounds.losers)


def swapped(slots: Slots, mask: int) -> Slots:
    """The slots with neighboring blocks swapped: 1 swaps every two, 2 every two pairs, 3 does both."""
    return [slots[index ^ mask] for index in range(len(slots))]


SWAPS: Final[Mapping[int, tuple[int, ...]]] = MappingProxyType(
    {
        4: (0, 0),
        8: (0, 1, 0),
        16: (0, 3, 0, 0),
        32: (0, 3, 2, 0, 0),
        64: (0, 9, 7, 1, 1, 0),
        128: (0, 4, 12, 4, 1, 1, 0),
    }
)
"""By bracket size, the mask for ``swapped`` of each round's losers, so that rematches come late.

No other swaps give fewer rematches if every game is even, and they are among the best if the better team wins
more often: ``./uptown bench rematches``. Rulebook E-72.
"""


def double(
    size: int, *, resets: bool = True, swaps: Sequence[int] | None = None
) -> tuple[list[BracketGame], list[FinalPlace]]:
    """A double elimination: a team that has lost twice is out. Rulebook E-72.

    With ``resets`` a second final is played if the team from the lower bracket wins the first, because both
    have then lost once. Two teams play only a final.
    """
    if size == 2:
        games, finishes, _ = single(seeded(2))
        return games, finishes
    slots: Slots = seeded(size)
    upper = Rounds()
    while len(slots) > 1:
        slots = upper.play(slots, lettered(UPPER), number=1 + len(upper.games), part=UPPER_PART)
    waves = {game.key: game.round for games in upper.games for game in games}
    chosen = SWAPS[len(seeded(size))] if swaps is None else swaps
    lower, champion_below = lower_bracket(upper.losers, waves, LOWER, LOWER_PART, chosen)
    (last,) = lower.games[-1]
    (upper_final,) = upper.games[-1]
    finals = [BracketGame(FINAL, last.round + 1, WinnerOf(upper_final.key), champion_below, "Final", 1)]
    if resets:
        finals.append(
            BracketGame(
                SECOND_FINAL,
                last.round + 2,
                WinnerOf(upper_final.key),
                champion_below,
                "Final",
                1,
                replays=FINAL,
            )
        )
    decides = finals[-1].key
    games = sorted([*_every(upper.games), *_every(lower.games), *finals], key=_wave)
    finishes = [FinalPlace(WinnerOf(decides), 1, 1), FinalPlace(LoserOf(decides), 2, 2), *lower.places(3)]
    return games, finishes


def _every(rounds: Iterable[Sequence[BracketGame]]) -> list[BracketGame]:
    return [game for games in rounds for game in games]


def knock_out_plan(size: int, *, third_place: bool, consolation: bool, reseeds: bool) -> Plan:
    games, finishes, stages = single(
        seeded(size), third_place=third_place, consolation=consolation, reseeds=reseeds
    )
    return Plan(size, tuple(games), tuple(finishes), tuple(stages))


def double_plan(size: int, *, resets: bool) -> Plan:
    games, finishes = double(size, resets=resets)
    return Plan(size, tuple(games), tuple(finishes))


def with_second_chance(plan: Plan, many: int) -> Plan:
    """The plan with a single elimination for the next ``many`` seeds, who missed the cut. Rulebook E-227.

    Its games have a part of their own. Its places begin at 1 and are no places of the event.
    """
    below, places, _ = single(seeded(many), third_place=False)
    games = (
        replace(
            game,
            key=f"{SECOND_CHANCE}{game.key}",
            upper=_moved(game.upper, plan.size),
            lower=_moved(game.lower, plan.size),
            part=SECOND_CHANCE_PART,
        )
        for game in below
    )
    finishes = (replace(each, slot=_moved(each.slot, plan.size), is_second_chance=True) for each in places)
    return replace(plan, games=(*plan.games, *games), finishes=(*plan.finishes, *finishes))


def _moved(slot: Slot, seeds: int) -> Slot:
    """A slot of a bracket as one of the second chance, whose seeds come after the first ``seeds``."""
    if isinstance(slot, SeedSlot):
        return SeedSlot(slot.number + seeds)
    assert isinstance(slot, WinnerOf | LoserOf)
    return replace(slot, key=f"{SECOND_CHANCE}{slot.key}")
