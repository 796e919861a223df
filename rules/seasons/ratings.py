"""Grades and points from games (Rulebook G-1 to G-6).

A grade is an estimate of strength: a mean and its uncertainty, by the Plackett–Luce model of openskill. Its
option ``scores`` isn't used: in 6.2.0 a clear loss can raise a grade.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from openskill.models import PlackettLuce, PlackettLuceRating

Pair = tuple[int, ...]
"""The people on a side, by number: one, or two who are partners."""

Key = TypeVar("Key")

MIDDLE, STRETCH = 1500, 40
"""The displayed value of a new grade, and the displayed points for one of the model's."""

FOR_A_GAME, FOR_A_WIN, FOR_A_BOSTON = 1, 2, 1
PARTNERS = 2
"""A person who has played with this many partners, or alone, has a grade."""

TELLS_EVERY = 500
"""How many games are rated between two calls of ``tell``."""
_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A finished game."""

    sides: tuple[Pair, ...]
    winner: int
    """The index of a side; all other sides are equal."""
    bostons: tuple[int, ...] = ()
    """By side."""


@dataclass(frozen=True, slots=True)
class Grade:
    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        return _shown(self.mu)

    @property
    def low(self) -> int:
        return _shown(self.mu - 2 * self.sigma)

    @property
    def high(self) -> int:
        return _shown(self.mu + 2 * self.sigma)

    def is_provisional(self, least: int) -> bool:
        return self.games < least


NEW = Grade()


@dataclass(frozen=True, slots=True)
class Ratings:
    """``people`` has only those with enough ``PARTNERS``; ``points`` has everybody who played."""

    pairs: dict[Pair, Grade] = field(default_factory=dict)
    people: dict[int, Grade] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)


def rate(games: Sequence[RatedGame], tell: Callable[[int], None] = lambda done: None) -> Ratings:
    """Grade everybody by these games, in order. ``tell`` is called with how many are done."""
    pairs: dict[Pair, PlackettLuceRating] = defaultdict(_MODEL.rating)
    people: dict[int, PlackettLuceRating] = defaultdict(_MODEL.rating)
    of_pair: dict[Pair, int] = defaultdict(int)
    of_person: dict[int, int] = defaultdict(int)
    partners: dict[int, set[Pair]] = defaultdict(set)
    points: dict[int, int] = defaultdict(int)
    for number, game in enumerate(games, start=1):
        ranks = [float(side != game.winner) for side in range(len(game.sides))]
        _move(pairs, [(side,) for side in game.sides], ranks)
        _move(people, game.sides, ranks)
        for index, side in enumerate(game.sides):
            of_pair[side] += 1
            earned = FOR_A_GAME + FOR_A_WIN * (index == game.winner) + FOR_A_BOSTON * _at(game.bostons, index)
            for person in side:
                of_person[person] += 1
                partners[person].add(side)
                points[person] += earned
        if number % TELLS_EVERY == 0:
            tell(number)
    return Ratings(
        pairs={pair: Grade(row.mu, row.sigma, of_pair[pair]) for pair, row in pairs.items() if len(pair) > 1},
        people={
            person: Grade(row.mu, row.sigma, of_person[person])
            for person, row in people.items()
            if len(partners[person]) >= PARTNERS or (person,) in partners[person]
        },
        points=dict(points),
    )


def strength(pair: Pair, ratings: Ratings) -> float:
    """The strength of a side, for a draw: its own grade, else the mean of its people's (Rulebook G-5)."""
    if pair in ratings.pairs:
        return ratings.pairs[pair].mu
    grades = [ratings.people.get(person, NEW).mu for person in pair]
    return sum(grades) / len(grades) if grades else NEW.mu


def _move(grades: dict[Key, PlackettLuceRating], sides: Iterable[Sequence[Key]], ranks: list[float]) -> None:
    sides = list(sides)
    moved = _MODEL.rate([[grades[each] for each in side] for side in sides], ranks=ranks)
    for side, rows in zip(sides, moved, strict=True):
        grades.update(zip(side, rows, strict=True))


def _at(figures: Sequence[int], index: int) -> int:
    return figures[index] if index < len(figures) else 0


def _shown(mu: float) -> int:
    return round(MIDDLE + STRETCH * (mu - _MODEL.mu))
