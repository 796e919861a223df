"""Formats with a table: everybody against everybody, Swiss rounds, and groups before a knock-out."""

from collections.abc import Sequence
from itertools import product

from rules.competition.pairing.movements import round_robin
from rules.competition.phase_two.games import (
    GROUP,
    ROUND,
    BracketGame,
    Finish,
    PlaceAfter,
    SeedSlot,
    Slot,
    Stage,
)
from rules.competition.phase_two.knock_out import seed_order, single
from rules.competition.phase_two.plan import Plan
from rules.competition.tie_breaks import OPPONENTS

TABLE = "all"
"""The stage that ranks everybody."""

KNOCK_OUT = "Knock-out"


def robin_plan(size: int, tie_breaks: tuple[str, ...]) -> Plan:
    """Everybody against everybody, once; the table decides. Rulebook E-73."""
    games = _round_robin(range(1, size + 1), f"{ROUND}", "")
    return Plan(size, tuple(games), _by_table(size), (_table(TABLE, range(1, size + 1), games),), tie_breaks)


def _round_robin(seeds: Sequence[int], key: str, part: str) -> list[BracketGame]:
    return [
        BracketGame(f"{key}{number}.{place}", number, SeedSlot(upper), SeedSlot(lower), part, number)
        for number, fixture in enumerate(round_robin(seeds), start=1)
        for place, (upper, lower) in enumerate(fixture.pairs, start=1)
    ]


def _table(key: str, seeds: Sequence[int], games: Sequence[BracketGame]) -> Stage:
    keys = tuple(game.key for game in games)
    return Stage(key, "table", tuple(SeedSlot(seed) for seed in seeds), keys, keys)


def _by_table(size: int) -> tuple[Finish, ...]:
    return tuple(Finish(PlaceAfter(TABLE, place), place, place) for place in range(1, size + 1))


def swiss_plan(size: int, rounds: int, tie_breaks: tuple[str, ...]) -> Plan:
    """A Swiss: in each round a team meets the nearest one in the table that it hasn't met. Rulebook E-74.

    The strength of opponents is the second tie-break, unless the event's own order has it.
    """
    everybody = tuple(range(1, size + 1))
    games: list[BracketGame] = []
    stages: list[Stage] = []
    for number in range(1, rounds + 1):
        keys = tuple(f"{ROUND}{number}.{place}" for place in range(1, size // 2 + 1))
        before = tuple(game.key for game in games)
        slots = tuple(SeedSlot(seed) for seed in everybody)
        stages.append(Stage(f"{ROUND}{number}", "swiss", slots, before, before, keys, number))
        games += [
            BracketGame(
                key,
                number,
                PlaceAfter(f"{ROUND}{number}", 2 * place - 1),
                PlaceAfter(f"{ROUND}{number}", 2 * place),
                "",
                number,
            )
            for place, key in enumerate(keys, start=1)
        ]
    stages.append(_table(TABLE, everybody, games))
    if not set(OPPONENTS).intersection(tie_breaks):
        tie_breaks = (*tie_breaks[:1], OPPONENTS[0], *tie_breaks[1:])
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
        turn, place = divmod(seed, groups)
        members[place if turn % 2 == 0 else groups - 1 - place].append(seed + 1)
    games: list[BracketGame] = []
    stages: list[Stage] = []
    for letter, seeds in zip(letters, members, strict=True):
        mine = _round_robin(seeds, f"{GROUP}{letter}", f"Group {letter}")
        stages.append(_table(letter, seeds, mine))
        games += mine
    games.sort(key=lambda game: game.round)
    last = max(game.round for game in games)
    winners = _crossed(letters, through)
    knock_out, finishes, _ = single(
        [winners[seed - 1] if seed <= len(winners) else None for seed in seed_order(len(winners))],
        third_place=third_place,
        first_wave=last + 1,
    )
    games += [
        BracketGame(each.key, each.round, each.upper, each.lower, KNOCK_OUT, each.column)
        for each in knock_out
    ]
    for rank in range(through + 1, max(map(len, members)) + 1):
        out = [letter for letter, seeds in zip(letters, members, strict=True) if len(seeds) >= rank]
        first = len(finishes) + 1
        finishes += [Finish(PlaceAfter(letter, rank), first, first + len(out) - 1) for letter in out]
    return Plan(size, tuple(games), tuple(finishes), tuple(stages), tie_breaks)


def _crossed(letters: Sequence[str], through: int) -> list[Slot]:
    """The seeds of the knock-out: the winners of the groups, then the seconds, and so on.

    The seconds begin with another group if two teams of one group would meet at once.
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
    """The pairs of seeds that meet in the first game of each, also after a bye."""
    places = [seed if seed <= size else None for seed in seed_order(size)]
    rested = [
        None if upper and lower else upper or lower
        for upper, lower in zip(places[::2], places[1::2], strict=True)
    ]
    couples = [*zip(places[::2], places[1::2], strict=True), *zip(rested[::2], rested[1::2], strict=False)]
    return [(upper, lower) for upper, lower in couples if upper and lower]
