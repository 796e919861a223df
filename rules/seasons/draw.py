"""The draw of a season: rooms, second games and sides, as even as a search finds them. Rulebook L-21 to L-25.

Teams are numbers from 0. The search is simulated annealing and repeatable by its seed. It takes seconds, so
it never runs within a request.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Final

Pair = tuple[int, int]
Rooms = list[list[int]]
NOBODY: Final = -1
# Annealing steps for each range of shared weeks, for the second games, and for the sides.
STEPS: Final = 150_000


@dataclass(frozen=True)
class Week:
    """A week's rooms, the pairs that play twice, and its games with the side that sits North–South first."""

    rooms: tuple[tuple[int, ...], ...]
    twice: tuple[Pair, ...] = ()
    games: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class SeasonDraw:
    weeks: tuple[Week, ...]

    @property
    def teams(self) -> int:
        return max(team for week in self.weeks for room in week.rooms for team in room) + 1

    def shared(self) -> dict[Pair, int]:
        """How many weeks each pair of teams is in one room."""
        counts = Counter(pair for week in self.weeks for room in week.rooms for pair in _pairs(room))
        return {pair: counts[pair] for pair in _pairs(range(self.teams))}

    def met(self) -> dict[Pair, int]:
        """How many games each pair of teams plays."""
        counts = Counter(_pair(*game) for week in self.weeks for game in week.games)
        return {pair: counts[pair] for pair in _pairs(range(self.teams))}

    def lean(self) -> dict[Pair, int]:
        """For each pair, how many more games its first team sits North–South than the other."""
        counts = Counter(game for week in self.weeks for game in week.games)
        return {(one, other): counts[one, other] - counts[other, one] for one, other in self.shared()}


@dataclass(frozen=True)
class Evenness:
    """The evenness of a draw, with a bound: no draw has a smaller sum of ``squares`` than ``least``.

    ``shared`` and ``met`` are the least and the most weeks that two teams share, and games that they play.
    ``at_ends`` counts the pairs at each end of ``shared``, and ``squares`` adds up the squares of the shared
    weeks.
    """

    shared: Pair
    at_ends: Pair
    squares: int
    least: int
    met: Pair
    lean: int
    """The largest of ``SeasonDraw.lean``."""


def evenness(draw: SeasonDraw) -> Evenness:
    shared, met = sorted(draw.shared().values()), sorted(draw.met().values())
    return Evenness(
        shared=(shared[0], shared[-1]),
        at_ends=(shared.count(shared[0]), shared.count(shared[-1])),
        squares=sum(count * count for count in shared),
        least=least_squares([[len(room) for room in week.rooms] for week in draw.weeks]),
        met=(met[0], met[-1]),
        lean=max(map(abs, draw.lean().values())),
    )


def least_squares(weeks: Sequence[Sequence[int]]) -> int:
    """A lower bound on ``Evenness.squares`` for rooms of these sizes: the larger of two. Rulebook L-23.

    First, counts are whole numbers, so at best they differ by 1. Second, the matrix of shared weeks, minus
    the weeks divided by the rooms, is a Gram matrix of low rank: the squares of its entries add up to at
    least the square of its trace, divided by its rank (Welch). The second needs all teams in each week.
    """
    teams, rooms, length = max(map(sum, weeks)), len(weeks[0]), len(weeks)
    pairs = math.comb(teams, 2)
    total = sum(math.comb(size, 2) for sizes in weeks for size in sizes)
    share, over = divmod(total, pairs)
    whole = pairs * share**2 + over * (2 * share + 1)
    if rooms == 1 or any(sum(sizes) < teams for sizes in weeks):
        return whole
    is_level = len({size for sizes in weeks for size in sizes}) == 1
    rank = min(length * (rooms - 1), teams - is_level)
    trace = Fraction(teams * length * (rooms - 1), rooms)
    apart = (trace**2 / rank - trace**2 / teams) / 2
    welch = apart + Fraction(2 * length * total, rooms) - pairs * Fraction(length, rooms) ** 2
    return max(whole, math.ceil(welch))


def draw_season(
    teams: int,
    weeks: int,
    rooms: int,
    games: int,
    keep: Sequence[Week] = (),
    seed: int = 0,
    steps: int = STEPS,
    tell: Callable[[str], object] = str,
) -> SeasonDraw:
    """Draw the weeks that follow those to ``keep``. Each team plays ``games`` a week. Rulebook L-21 to L-25.

    ``tell`` is called with what is searched for, in words.

    :raises ValueError: if a room has fewer than two teams, or ``games`` are too few to meet everybody in the
        room once.
    """
    largest = -(-teams // rooms)
    if rooms < 1 or teams // rooms < 2:
        raise ValueError("Each room needs at least two teams.")
    if games < largest - 1:
        raise ValueError(f"In a room of {largest}, everybody once is {largest - 1} games a team.")
    rng = Random(seed)
    drawn = _rooms(teams, weeks, rooms, keep, rng, steps, tell)
    tell("second games")
    twice = _second_games(drawn, games, keep, rng, steps)
    tell("who sits North–South")
    return SeasonDraw((*keep, *_with_sides(drawn, twice, keep, rng, steps)))


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


def _pairs(teams: Sequence[int]) -> Iterator[Pair]:
    return combinations(sorted(teams), 2)


def _heats(steps: int, hot: float, cold: float) -> Iterator[float]:
    cooler = (cold / hot) ** (1 / max(1, steps))
    heat = hot
    for _ in range(steps):
        yield heat
        heat *= cooler


def _takes(delta: float, heat: float, rng: Random) -> bool:
    return delta <= 0 or rng.random() < math.exp(-delta / heat)


def _rooms(
    teams: int,
    weeks: int,
    rooms: int,
    keep: Sequence[Week],
    rng: Random,
    steps: int,
    tell: Callable[[str], object],
) -> list[Rooms]:
    """The rooms with the narrowest range of shared weeks that is found, then the least sum of squares."""
    sizes = [len(range(room, teams, rooms)) for room in range(rooms)]
    kept = [week.rooms for week in keep]
    later = weeks - len(kept)
    if later <= 0 or rooms == 1:
        return [[list(range(teams))] for _ in range(later)]
    mean = weeks * sum(math.comb(size, 2) for size in sizes) / math.comb(teams, 2)
    drawn: list[Rooms] = []
    for low, high in _ranges(mean, weeks):
        tell(f"rooms that each two teams share {low} to {high} times")
        outside = [max(low - count, count - high, 0) for count in range(weeks + 1)]
        # Integers, because Python 3.12 adds up floats differently, and the draw would differ too.
        cost = [count**2 + 15 * far**2 for count, far in enumerate(outside)]
        drawn = [_by_lot(teams, sizes, rng) for _ in range(later)]
        drawn = _swapped(drawn, _shared(teams, (*kept, *drawn)), cost, rng, steps)
        counts = _shared(teams, (*kept, *drawn))
        if not any(outside[counts[one][other]] for one, other in combinations(range(teams), 2)):
            break
    return drawn


def _ranges(mean: float, weeks: int) -> Iterator[Pair]:
    """Ranges around the mean, the narrowest first. The last includes every count."""
    for width in range(weeks + 1):
        lows = range(max(0, math.ceil(mean) - width), min(math.floor(mean), weeks - width) + 1)
        yield from sorted(
            ((low, low + width) for low in lows), key=lambda ends: abs(ends[0] + ends[1] - 2 * mean)
        )


def _by_lot(teams: int, sizes: Sequence[int], rng: Random) -> Rooms:
    order = rng.sample(range(teams), teams)
    return [[order.pop() for _ in range(size)] for size in sizes]


def _shared(teams: int, weeks: Sequence[Sequence[Sequence[int]]]) -> list[list[int]]:
    counts = [[0] * teams for _ in range(teams)]
    for one, other in (pair for week in weeks for room in week for pair in _pairs(room)):
        counts[one][other] += 1
        counts[other][one] += 1
    return counts


def _swapped(
    weeks: list[Rooms], shared: list[list[int]], cost: Sequence[int], rng: Random, steps: int
) -> list[Rooms]:
    """Swap two teams of a week again and again. Returns the rooms with the lowest cost."""
    more = [after - before for before, after in pairwise(cost)]
    now = least = 0.0
    best = deepcopy(weeks)
    for heat in _heats(steps, 6, 0.5):
        first, second = rng.sample(rng.choice(weeks), 2)
        at_first, at_second = rng.randrange(len(first)), rng.randrange(len(second))
        one, other = first[at_first], second[at_second]
        leaves, joins = shared[one], shared[other]
        delta = sum(more[joins[mate]] - more[leaves[mate] - 1] for mate in first if mate != one)
        delta += sum(more[leaves[mate]] - more[joins[mate] - 1] for mate in second if mate != other)
        if not _takes(delta, heat, rng):
            continue
        for gone, came, room in ((one, other, first), (other, one, second)):
            for mate in room:
                if mate != gone:
                    shared[gone][mate] -= 1
                    shared[mate][gone] -= 1
                    shared[came][mate] += 1
                    shared[mate][came] += 1
        first[at_first], second[at_second] = other, one
        now += delta
        if now < least - 1e-9:
            least, best = now, deepcopy(weeks)
    return best


def _second_games(
    drawn: Sequence[Rooms], games: int, keep: Sequence[Week], rng: Random, steps: int
) -> list[list[Pair]]:
    """The pairs that play twice, for each week drawn. Rulebook L-24.

    Each room has one pairing for every game that a team has left after it met everybody once. In a room with
    an odd number of teams, one team of each pairing has no second game: its partner is ``NOBODY``.
    """
    met = Counter(_pair(*game) for week in keep for game in week.games)
    met.update(pair for week in drawn for room in week for pair in _pairs(room))
    pairings: list[list[list[Pair]]] = [[] for _ in drawn]
    for number, week in enumerate(drawn):
        for room in week:
            for _ in range(games - len(room) + 1):
                order = rng.sample(room, len(room)) + [NOBODY] * (len(room) % 2)
                pairings[number].append([_pair(*order[at : at + 2]) for at in range(0, len(order), 2)])
    met.update(pair for week in pairings for pairing in week for pair in pairing)
    choices = [(beside, pairing) for beside in pairings for pairing in beside if len(pairing) > 1]
    for heat in _heats(steps if choices else 0, 6, 0.5):
        beside, pairing = rng.choice(choices)
        first, second = rng.sample(range(len(pairing)), 2)
        old = pairing[first], pairing[second]
        (one, other), (third, fourth) = old
        if rng.random() < 0.5:
            third, fourth = fourth, third
        new = _pair(one, third), _pair(other, fourth)
        # The cost: the square of each pair's games, and 9 for a pair that would meet a third time in a week.
        again = sum(pair in each for pair in new for each in beside) - sum(
            pair in each for pair in old for each in beside if each is not pairing
        )
        delta = sum(2 * met[pair] + 1 for pair in new) - sum(2 * met[pair] - 1 for pair in old) + 9 * again
        if _takes(delta, heat, rng):
            pairing[first], pairing[second] = new
            met.subtract(old)
            met.update(new)
    return [[pair for pairing in week for pair in pairing if NOBODY not in pair] for week in pairings]


def _with_sides(
    drawn: Sequence[Rooms], twice: Sequence[Sequence[Pair]], keep: Sequence[Week], rng: Random, steps: int
) -> list[Week]:
    """The weeks with their games. A team sits North-South as often as East-West, ±1 a week. Rulebook L-25."""
    lean = Counter(game for week in keep for game in week.games)
    games: list[list[Pair]] = []
    turnable: list[tuple[Sequence[int], set[Pair]]] = []
    for week, second in zip(drawn, twice, strict=True):
        games.append([])
        for room in week:
            counts = Counter((*_pairs(room), *(pair for pair in second if pair[0] in room)))
            for one, other in counts:
                games[-1] += [(one, other), (other, one)] * (counts[one, other] // 2)
            turnable.append((room, _balanced([pair for pair in counts if counts[pair] % 2])))
    lean.update(game for _, once in turnable for game in once)
    _even_out(turnable, lean, rng, steps)
    for number, (_, once) in enumerate(turnable):
        games[number // len(drawn[0])] += once
    return [
        Week(tuple(tuple(sorted(room)) for room in week), tuple(sorted(second)), tuple(sorted(own)))
        for week, second, own in zip(drawn, twice, games, strict=True)
    ]


def _balanced(edges: Sequence[Pair]) -> set[Pair]:
    """Direct the edges along Euler circuits, so that each team has as many out as in, ±1."""
    ways: dict[int, set[int]] = {}
    for one, other in edges:
        ways.setdefault(one, set()).add(other)
        ways.setdefault(other, set()).add(one)
    for team in [team for team, mates in ways.items() if len(mates) % 2]:
        ways[team].add(NOBODY)
        ways.setdefault(NOBODY, set()).add(team)
    directed: set[Pair] = set()
    for start in ways:
        here = start
        while ways[here]:
            mate = ways[here].pop()
            ways[mate].discard(here)
            directed.add((here, mate))
            here = mate
    return {edge for edge in directed if NOBODY not in edge}


def _even_out(
    rooms: Sequence[tuple[Sequence[int], set[Pair]]], lean: Counter[Pair], rng: Random, steps: int
) -> None:
    """Turn games around so that, as far as possible, neither pairs nor teams lean to a side over the season.

    Turning a circle of three games changes no team's balance. A single game is turned only if its two teams
    are at +1 and −1 in that week.
    """
    season: Counter[int] = Counter()
    for (one, other), count in lean.items():
        season[one] += count
        season[other] -= count
    weekly: list[Counter[int]] = []
    for _, once in rooms:
        weekly.append(Counter(one for one, _ in once))
        weekly[-1].subtract(other for _, other in once)
    for heat in _heats(steps, 4, 0.2):
        number = rng.randrange(len(rooms))
        (room, once), week = rooms[number], weekly[number]
        one, other, third = rng.sample(room, 3) if len(room) > 2 else (*room, NOBODY)
        circle = [(one, other), (other, third), (third, one)]
        if week[one] == 1 and week[other] == -1:
            circle = circle[:1]
        if not once.issuperset(circle):
            continue
        # The sum of squares: of each pair's lean, and of the balance of the two teams of a single game.
        delta = sum(4 - 4 * (lean[a, b] - lean[b, a]) for a, b in circle)
        if len(circle) == 1:
            delta += 8 - 4 * (season[one] - season[other])
        if _takes(delta, heat, rng):
            for edge in circle:
                back = edge[::-1]
                once.remove(edge)
                once.add(back)
                lean[edge] -= 1
                lean[back] += 1
            if len(circle) == 1:
                for counter in (season, week):
                    counter[one] -= 2
                    counter[other] += 2
