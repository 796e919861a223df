"""Recounting the pairs and places of Phase II. Rulebook E-5, E-71 to E-78, E-111, E-112."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Final

from tools.rehearsal.recount.counting import Count
from tools.rehearsal.recount.facts import Untrue
from tools.rehearsal.recount.standings import Step, Table, steps_of

BYE: Final = 0
SERIES: Final = re.compile(r"(?P<label>.+), game \d+ of \d+")
NUMBERED: Final = re.compile(r"(?P<label>.+?)(?:(?<=-final) |, game )\d+")
"""One of several: ``Semi-final 2``, ``Round 2, game 3``."""

ROUNDS: Final = {2: "Final", 4: "Semi-final", 8: "Quarter-final"}

Team = int | None
"""A team's number, ``BYE``, or None if not known yet."""


@dataclass(frozen=True)
class Meeting:
    label: str
    teams: frozenset[int]
    count: Count


@dataclass
class Phase:
    """Phase II so far."""

    seeds: Sequence[int]
    meetings: list[Meeting] = field(default_factory=list)
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """First to last, if they are certain."""
    tables: dict[str, list[int]] = field(default_factory=dict)
    """Best first."""
    missed: Sequence[int] = ()
    """Those who play for the second chance, best first."""
    second_chance: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Their places among themselves."""

    def place(self, teams: Iterable[Team], first: int, many: int | None = None) -> int:
        """Give these teams the shared places from ``first`` on; returns the next free place."""
        known = [team for team in teams if team != BYE]
        last = first + (many or len(known)) - 1
        self.places |= {team: (first, last) for team in known if team is not None}
        return last + 1


class Pool:
    """The games of Phase II that no expected pair has taken yet."""

    def __init__(self, counts: Iterable[Count], phase: Phase) -> None:
        self.left, self.phase = list(counts), phase

    def take(self, label: str, one: Team, other: Team) -> Count | None:
        """Take the game of these two with this label; None if there is none yet."""
        if one is None or other is None:
            return None
        for count in self.left:
            if count.game.part == label and count.game.teams == {one, other}:
                self.left.remove(count)
                self.phase.meetings.append(Meeting(label, count.game.teams, count))
                return count
        return None

    def all_of(self, start: str) -> list[Count]:
        taken = [count for count in self.left if count.game.part.startswith(start)]
        for count in taken:
            self.take(count.game.part, *count.game.teams)
        return taken

    def nothing_is_left(self) -> None:
        """:raises Untrue: if there is a game that should not have been played."""
        for count in self.left:
            raise Untrue(f"Phase II has a {count.game.part} of {sorted(count.game.teams)}: why do they meet?")


def played(
    format_: str, seeds: Sequence[int], counts: Sequence[Count], of: str, missed: Sequence[int] = ()
) -> Phase:
    """Phase II of these seeds, best first, from its games. ``of`` is the game, for the order of tables.

    ``missed`` play for the second chance.

    :raises Untrue: if a game should not have been played.
    """
    phase = Phase(seeds, missed=missed)
    pool = Pool(map(_without_number, _in_series(counts)), phase)
    match format_:
        case "double":
            _double(phase, pool)
        case "robin":
            _robin(phase, pool, of)
        case "swiss":
            _swiss(phase, pool, of)
        case "groups" if len(seeds) >= 4:
            _groups(phase, pool, of)
        case "shrinking" if len(seeds) > 4:
            _shrinking(phase, pool, of)
        case _:
            _single(phase, pool, _by_seed(seeds))
    if missed:
        _second_chance(phase, pool)
    pool.nothing_is_left()
    return phase


def _without_number(count: Count) -> Count:
    found = NUMBERED.fullmatch(count.game.part)
    return replace(count, game=replace(count.game, part=found["label"])) if found else count


def _in_series(counts: Iterable[Count]) -> list[Count]:
    """The games, with each series replaced by one that counts games instead of hands. E-80."""
    series = dict[tuple[str, frozenset[int]], list[Count]]()
    single = []
    for count in counts:
        found = SERIES.fullmatch(count.game.part)
        if found:
            series.setdefault((found["label"], count.game.teams), []).append(count)
        else:
            single.append(count)
    return [*single, *(_series(label, games) for (label, _), games in series.items())]


def _series(label: str, games: list[Count]) -> Count:
    """:raises Untrue: if the series went on after it was won."""
    first = games[0].game
    many = int(games[0].game.part.rpartition(" ")[2])
    won = [0, 0]
    for count in games:
        if 2 * max(won) > many:
            raise Untrue(f"{count.game.part} wasn’t needed: it is {won[0]} to {won[1]}.")
        if count.winner is not None:
            won[0 if count.winner in first.sides[0].teams else 1] += 1
    ahead = won.index(max(won)) if 2 * max(won) > many else None
    return Count(replace(first, part=label), tuple(won), tuple(won), ahead)


def loser(count: Count | None) -> Team:
    if count is None or count.winner is None:
        return None
    (lost,) = count.game.teams - {count.winner}
    return lost


# --- knock-outs -----------------------------------------------------------------------------------


def _by_seed(seeds: Sequence[int]) -> list[Team]:
    """The seeds from top to bottom of the bracket, so that the best two can meet only in the final."""
    order = [1]
    while len(order) < len(seeds):
        order = [seed for upper in order for seed in (upper, 2 * len(order) + 1 - upper)]
    return [seeds[seed - 1] if seed <= len(seeds) else BYE for seed in order]


def _knock_out(pool: Pool, teams: list[Team], part: str = "") -> tuple[Team, list[list[Team]]]:
    """The champion and the losers of each round, with ``BYE`` for each bye."""
    losers: list[list[Team]] = []
    while len(teams) > 1:
        label = ROUNDS.get(len(teams), f"Round of {len(teams)}")
        label = f"{part} {label[0].lower()}{label[1:]}" if part else label
        winners: list[Team] = []
        lost: list[Team] = []
        for one, other in zip(teams[::2], teams[1::2], strict=True):
            if BYE in (one, other):
                winners.append(one if other == BYE else other)
                lost.append(BYE)
                continue
            count = pool.take(label, one, other)
            winners.append(count.winner if count else None)
            lost.append(loser(count))
        losers.append(lost)
        teams = winners
    return teams[0], losers


def _single(phase: Phase, pool: Pool, teams: list[Team]) -> int:
    """A single elimination with a game for third place; returns the next free place. E-5, E-25."""
    champion, losers = _knock_out(pool, teams)
    phase.place([champion], 1)
    phase.place(losers.pop(), 2)
    first = 3
    if losers and BYE not in losers[-1]:
        one, other = losers.pop()
        third = pool.take("Third place", one, other)
        phase.place([third.winner if third else None], 3)
        phase.place([loser(third)], 4)
        first = 5
    for lost in reversed(losers):
        first = phase.place(lost, first)
    return first


def _second_chance(phase: Phase, pool: Pool) -> None:
    """A single elimination without a game for third place, whose places are its own. E-227."""
    champion, losers = _knock_out(pool, _by_seed(phase.missed), "Second chance")
    own = Phase(phase.missed)
    first = own.place([champion], 1)
    for lost in reversed(losers):
        first = own.place(lost, first)
    phase.second_chance = own.places


def _double(phase: Phase, pool: Pool) -> None:
    """A team that loses twice is out. E-72."""
    upper, losers = _knock_out(pool, _by_seed(phase.seeds), "Upper")
    lost = {team: 1 for lost in losers for team in lost if team}
    low = pool.all_of("Lower")
    rounds = dict[int, list[Count]]()
    for count in low:
        rounds.setdefault(_round(count.game.part), []).append(count)
    for _, games in sorted(rounds.items()):
        for count in games:
            if any(lost.get(team) != 1 for team in count.game.teams):
                raise Untrue(f"{count.game.part}: {sorted(count.game.teams)} haven’t both lost once.")
        for count in games:
            if (beaten := loser(count)) is not None:
                lost[beaten] = 2
    is_over = upper is not None and all(count.winner for count in low)
    left = [team for team in phase.seeds if team != upper and lost.get(team) == 1]
    final = pool.take("Final", upper, left[0]) if is_over and len(left) == 1 else None
    again = None
    if final is not None and final.winner not in (None, upper):
        again = pool.take("Second final", upper, final.winner)
        final = again
    phase.place([final.winner if final else None], 1)
    phase.place([loser(final)], 2)
    first = 3
    for _, games in sorted(rounds.items(), reverse=True):
        first = phase.place([loser(count) for count in games], first)
    if is_over and first <= len(phase.seeds):
        raise Untrue(f"Of {len(phase.seeds)} teams only {first - 1} came out of the lower bracket.")


def they_bought_back(phase: Phase, bought_back: frozenset[int], left: frozenset[int]) -> None:
    """:raises Untrue: if somebody plays in the lower bracket without having bought back in. E-116."""
    for meeting in phase.meetings:
        is_played = "walkover" not in meeting.count.game.ended
        free = meeting.teams - bought_back
        if meeting.label.startswith("Lower") and free and (is_played or free - left):
            raise Untrue(f"{meeting.label}: {sorted(free)} lost once and didn’t buy back in.")


def _round(label: str) -> int:
    """The number of a lower round; the lower final is the last."""
    found = re.search(r"\d+", label)
    return int(found.group()) if found else 1000


# --- tables ---------------------------------------------------------------------------------------


def _robin(phase: Phase, pool: Pool, of: str) -> None:
    """Everybody meets everybody once, and the table decides. E-73."""
    order, is_over = _table(pool, phase.seeds, "Round ", of)
    phase.tables[""] = order
    if is_over:
        for place, team in enumerate(order, start=1):
            phase.place([team], place)


def _table(pool: Pool, teams: Sequence[int], label: str, of: str) -> tuple[list[int], bool]:
    games = [count for count in pool.all_of(label) if count.winner is not None]
    pairs = {count.game.teams for count in games}
    everybody = {frozenset(pair) for pair in combinations(teams, 2)}
    if not pairs <= everybody or len(pairs) < len(games):
        raise Untrue(f"{label}: {sorted(map(sorted, pairs))} met, not everybody once.")
    return Table(games, of).table(teams, steps_of(of)), pairs == everybody


def _swiss(phase: Phase, pool: Pool, of: str) -> None:
    """Enough rounds to leave one team unbeaten. A team without a game has a bye. E-74, A-18."""
    seeds = phase.seeds
    rounds = (len(seeds) - 1).bit_length()
    played = [pool.all_of(f"Round {number}") for number in range(1, rounds + 1)]
    half = len(seeds) // 2
    halves = {frozenset(pair) for pair in zip(seeds[:half], seeds[half : 2 * half], strict=True)}
    if played[0] and {count.game.teams for count in played[0]} != halves:
        raise Untrue(f"In the first round of the Swiss the halves don’t meet: {halves}.")
    table = Table((count for games in played for count in games), of)
    rested = list[int]()
    met = set[frozenset[int]]()
    for games in played:
        if not games:
            continue
        busy = {team for count in games for team in count.game.teams}
        rests = [team for team in seeds if team not in busy]
        if len(rests) != len(seeds) % 2 or set(rests) & set(rested):
            raise Untrue(f"{rests} rest in a round of the Swiss, after {rested}.")
        again = met & {count.game.teams for count in games}
        if again:
            raise Untrue(f"In the Swiss {[sorted(pair) for pair in again]} meet again.")
        met |= {count.game.teams for count in games}
        rested += rests
        for team in rests:
            table.rest(team)
    first, *others = steps_of(of)
    strength: Step = ("opponents", table.opponents)
    order = phase.tables[""] = table.table(seeds, [first, strength, *others])
    if all(games and all(count.winner for count in games) for games in played):
        for place, team in enumerate(order, start=1):
            phase.place([team], place)


def _groups(phase: Phase, pool: Pool, of: str) -> None:
    """Groups in which everybody meets everybody; the first two of each go on. E-76."""
    many = max(2, -(-len(phase.seeds) // 4))
    groups: list[list[int]] = [[] for _ in range(many)]
    for index, team in enumerate(phase.seeds):
        turn, number = divmod(index, many)
        groups[number if turn % 2 == 0 else many - 1 - number].append(team)
    orders: list[list[int]] = []
    is_over = True
    for number, members in enumerate(groups):
        letter = chr(ord("A") + number)
        order, is_played = _table(pool, members, f"Group {letter}, ", of)
        phase.tables[f"Group {letter}"] = order
        is_over &= is_played
        orders.append(order)
    if not is_over:
        return
    seeds = _crossed(orders)
    first = _single(phase, pool, _by_seed(seeds))
    for rank in range(2, max(map(len, orders))):
        first = phase.place([order[rank] for order in orders if len(order) > rank], first)


def _crossed(orders: Sequence[Sequence[int]]) -> list[int]:
    """The group winners, then the seconds, rotated until no two of a group meet in their first game."""
    group = {team: number for number, order in enumerate(orders) for team in order}
    winners, seconds = [order[0] for order in orders], [order[1] for order in orders]
    for turn in range(len(orders)):
        seeds = [*winners, *seconds[turn:], *seconds[:turn]]
        if not any(group[one] == group[other] for one, other in _first_games(seeds)):
            return seeds
    raise Untrue("Two of a group meet in their first game in every order.")


def _first_games(seeds: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs for whom it is the first game of both, including after a bye."""
    order = _by_seed(seeds)
    games = list(zip(order[::2], order[1::2], strict=True))
    rested = [one if other == BYE else other if one == BYE else None for one, other in games]
    after = zip(rested[::2], rested[1::2], strict=False)
    return [(one, other) for one, other in (*games, *after) if one and other]


def _shrinking(phase: Phase, pool: Pool, of: str) -> None:
    """Parts, each with its own table, in which one half meets the other; then the best four. E-111, E-112."""
    teams = list(phase.seeds)
    for left, rounds in ((16, 4), (8, 3), (4, 2)):
        if len(teams) <= left:
            continue
        title = f"Down to {left}"
        teams, is_over = _part(phase, pool, teams, title, rounds, of)
        if not is_over:
            return
        for place, team in enumerate(teams[left:], start=left + 1):
            phase.place([team], place)
        teams = teams[:left]
    _single(phase, pool, _by_seed(teams))


def _part(
    phase: Phase, pool: Pool, teams: list[int], title: str, rounds: int, of: str
) -> tuple[list[int], bool]:
    """The teams of a part in order, and whether it is over.

    :raises Untrue: if two of one side meet, two meet twice, or the wrong team of the larger side has a bye.
    """
    stay, move = [
        [team for index, team in enumerate(teams) if index % 4 in side] for side in ((0, 3), (1, 2))
    ]
    larger = max(stay, move, key=len)
    played = [pool.all_of(f"{title}, round {number}") for number in range(1, rounds + 1)]
    games = [count for each in played for count in each]
    met = [count.game.teams for count in games]
    if len(set(met)) < len(met) or any(len(pair & set(stay)) != 1 for pair in met):
        raise Untrue(f"{title}: {sorted(map(sorted, met))} met, of {stay} and {move}.")
    table, is_over = Table(games, of), True
    for number, begun in enumerate(played, start=1):
        rests = set(teams).difference(*(count.game.teams for count in begun))
        whole = len(begun) == len(teams) // 2
        if is_over and len(teams) % 2:
            table.rest(larger[-number])
        is_over &= whole and all(count.winner for count in begun)
        if whole and rests != set(larger[-number:][: len(teams) % 2]):
            raise Untrue(f"{sorted(rests)} rest in round {number} of {title}.")
    order = phase.tables[title] = table.table(teams, steps_of(of))
    return order, is_over
