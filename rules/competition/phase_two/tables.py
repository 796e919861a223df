"""Formats with tables: round robin, Swiss, groups, and a shrinking field."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from rules.competition.pairing.movements import movement, round_robin
from rules.competition.phase_two.games import (
    DOWN_TO,
    GROUP,
    ROUND,
    BracketGame,
    FinalPlace,
    PlaceAfter,
    SeedSlot,
    Slot,
    Stage,
)
from rules.competition.phase_two.knock_out import seed_order, single
from rules.competition.phase_two.plan import Plan
from rules.standings.tie_break import Opponents
from rules.standings.tie_breaks import CRITERIA

TABLE = "all"
"""The stage that ranks everybody."""

KNOCK_OUT = "Knock-out"

PARTS: Final = ((16, 4), (8, 3), (4, 2))
"""The parts of a shrinking field: how many teams are left after it, and its rounds. Rulebook E-111."""


def robin_plan(size: int, tie_breaks: tuple[str, ...]) -> Plan:
    """Everybody against everybody, once; the table decides. Rulebook E-73."""
    games = _round_robin(range(1, size + 1), f"{ROUND}", "")
    return Plan(size, tuple(games), _by_table(size), (_table(TABLE, range(1, size + 1), games),), tie_breaks)


def _round_robin(seeds: Sequence[int], key: str, part: str) -> list[BracketGame]:
    return [
        BracketGame(f"{key}{number}.{nth}", number, SeedSlot(upper), SeedSlot(lower), part, number)
        for number, fixture in enumerate(round_robin(seeds), start=1)
        for nth, (upper, lower) in enumerate(fixture.pairs, start=1)
    ]


def _table(key: str, seeds: Sequence[int], games: Sequence[BracketGame]) -> Stage:
    keys = tuple(game.key for game in games)
    return Stage(key, "table", tuple(SeedSlot(seed) for seed in seeds), keys, keys)


def _by_table(size: int) -> tuple[FinalPlace, ...]:
    return tuple(FinalPlace(PlaceAfter(TABLE, place), place, place) for place in range(1, size + 1))


def swiss_plan(size: int, rounds: int, tie_breaks: tuple[str, ...]) -> Plan:
    """A Swiss: in each round a team meets the nearest one in the table that it hasn't met. Rulebook E-74.

    The strength of opponents is the second tie-break, unless the event's own order has it.
    """
    everybody = tuple(range(1, size + 1))
    games: list[BracketGame] = []
    stages: list[Stage] = []
    for number in range(1, rounds + 1):
        keys = tuple(f"{ROUND}{number}.{group}" for group in range(1, size // 2 + 1))
        before = tuple(game.key for game in games)
        slots = tuple(SeedSlot(seed) for seed in everybody)
        stages.append(Stage(f"{ROUND}{number}", "swiss", slots, before, before, keys, number))
        games += [
            BracketGame(
                key,
                number,
                PlaceAfter(f"{ROUND}{number}", 2 * index - 1),
                PlaceAfter(f"{ROUND}{number}", 2 * index),
                "",
                number,
            )
            for index, key in enumerate(keys, start=1)
        ]
    stages.append(_table(TABLE, everybody, games))
    if not any(isinstance(CRITERIA[key], Opponents) for key in tie_breaks):
        tie_breaks = (*tie_breaks[:1], "buchholz", *tie_breaks[1:])
    return Plan(size, tuple(games), _by_table(size), tuple(stages), tie_breaks)


def groups_plan(
    size: int, *, groups: int, through: int, third_place: bool, tie_breaks: tuple[str, ...]
) -> Plan:
    """Groups in which everybody meets everybody; the first of each go on to a knock-out. Rulebook E-76.

    The seeds are dealt to the groups forward and backward in turn, so that the groups are equally strong.
    """
    letters = [chr(ord("A") + number) for number in range(groups)]
    members: list[list[int]] = [[] for _ in letters]
    for seed in range(size):
        turn, index = divmod(seed, groups)
        members[index if turn % 2 == 0 else groups - 1 - index].append(seed + 1)
    games: list[BracketGame] = []
    stages: list[Stage] = []
    for letter, seeds in zip(letters, members, strict=True):
        mine = _round_robin(seeds, f"{GROUP}{letter}", f"Group {letter}")
        stages.append(replace(_table(letter, seeds, mine), name=f"group {letter}"))
        games += mine
    games.sort(key=lambda game: game.round)
    last = max(game.round for game in games)
    winners = _crossed(letters, through)
    knock_out, finishes = _knock_out(winners, third_place=third_place, first_wave=last + 1)
    games += knock_out
    for rank in range(through + 1, max(map(len, members)) + 1):
        out = [letter for letter, seeds in zip(letters, members, strict=True) if len(seeds) >= rank]
        first = len(finishes) + 1
        finishes += [FinalPlace(PlaceAfter(letter, rank), first, first + len(out) - 1) for letter in out]
    return Plan(size, tuple(games), tuple(finishes), tuple(stages), tie_breaks)


def _knock_out(
    seeds: Sequence[Slot], *, third_place: bool, first_wave: int
) -> tuple[list[BracketGame], list[FinalPlace]]:
    """The bracket after the tables, from its seeds, best first."""
    slots = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_order(len(seeds))]
    games, finishes, _ = single(slots, third_place=third_place, first_wave=first_wave)
    return [replace(game, part=KNOCK_OUT) for game in games], finishes


def shrinking_plan(size: int, *, third_place: bool, tie_breaks: tuple[str, ...]) -> Plan:
    """A shrinking field: the best of each part go on to the next, and the best four to the semi-finals.

    Only a part's own games rank it (Rulebook E-111). A part that would eliminate nobody is skipped. There
    must be more than four teams.
    """
    games: list[BracketGame] = []
    stages: list[Stage] = []
    out: list[FinalPlace] = []
    entrants: tuple[Slot, ...] = tuple(SeedSlot(seed) for seed in range(1, size + 1))
    wave = 1
    for left, rounds in PARTS:
        many = len(entrants)
        if many <= left:
            continue
        key = f"{DOWN_TO}{left}"
        mine, byes = _one_side_moves(entrants, rounds, key, first_wave=wave)
        keys = tuple(game.key for game in mine)
        stages.append(Stage(key, "table", entrants, keys, keys, byes=byes, name=f"the {many}"))
        out = [
            *(FinalPlace(PlaceAfter(key, place), place, place) for place in range(left + 1, many + 1)),
            *out,
        ]
        wave += rounds
        entrants = tuple(PlaceAfter(key, place) for place in range(1, left + 1))
        games += mine
    knock_out, finishes = _knock_out(entrants, third_place=third_place, first_wave=wave)
    return Plan(size, (*games, *knock_out), (*finishes, *out), tuple(stages), tie_breaks)


def _one_side_moves(
    entrants: Sequence[Slot], rounds: int, key: str, *, first_wave: int
) -> tuple[list[BracketGame], tuple[tuple[int, Slot], ...]]:
    """The games and byes of a part: one side stays at its tables, the other moves up one each round.

    The entrants are dealt to two equally strong sides, forward and backward in turn. If their number is odd,
    the larger side stays, and its lowest teams get the byes (Rulebook E-18, E-112).
    """
    one = [slot for index, slot in enumerate(entrants) if index % 4 in (0, 3)]
    other = [slot for index, slot in enumerate(entrants) if index % 4 in (1, 2)]
    staying, moving = (one, other) if len(one) >= len(other) else (other, one)
    staying.reverse()
    if len(entrants) % 2:
        staying = [*staying[1:], staying[0]]
    games: list[BracketGame] = []
    byes: list[tuple[int, Slot]] = []
    for number in range(1, rounds + 1):
        wave, fixture = first_wave + number - 1, movement(staying, moving, number)
        byes += [(wave, slot) for slot in fixture.byes]
        games += [
            BracketGame(f"{key}.{number}.{nth}", wave, upper, lower, f"Down to {key[1:]}", number)
            for nth, (upper, lower) in enumerate(fixture.pairs, start=1)
        ]
    return games, tuple(byes)


def _crossed(letters: Sequence[str], through: int) -> list[Slot]:
    """The seeds of the knock-out: the winners of the groups, then the seconds, and so on.

    The seconds begin with a different group if two teams of one group would otherwise meet in their first
    game.
    """
    groups = len(letters)
    for turns in product(range(groups), repeat=through - 1):
        order = [*letters]
        for turn in turns:
            order += [*letters[turn:], *letters[:turn]]
        if all(order[upper - 1] != order[lower - 1] for upper, lower in _first_meetings(len(order))):
            break
    else:
        order = [*letters] * through
    return [PlaceAfter(letter, 1 + number // groups) for number, letter in enumerate(order)]


def _first_meetings(size: int) -> list[tuple[int, int]]:
    """The pairs of seeds that meet in their first game, also after a bye for both."""
    slots = [seed if seed <= size else None for seed in seed_order(size)]
    rested = [
        None if upper and lower else upper or lower
        for upper, lower in zip(slots[::2], slots[1::2], strict=True)
    ]
    couples = [*zip(slots[::2], slots[1::2], strict=True), *zip(rested[::2], rested[1::2], strict=False)]
    return [(upper, lower) for upper, lower in couples if upper and lower]
