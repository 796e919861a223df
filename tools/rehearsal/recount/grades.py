"""Recounting a club's grades and points from its games, and reading them from its page (Rulebook G-2 to G-6).

This uses none of ``rules``: of Plackett and Luce's model only what two sides need is here. People are names.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp, hypot, sqrt

import lxml.html

from tools.rehearsal.recount.pages import Node, every, words_of

MEAN, DEVIATION, LUCK, DRIFT = 25.0, 25 / 3, 25 / 6, 25 / 300
LEAST = 0.0001
PARTNERS = 2

Side = frozenset[str]


@dataclass
class Estimate:
    mean: float = MEAN
    deviation: float = DEVIATION
    games: int = 0

    @property
    def words(self) -> str:
        """The grade and its range, and the number of games, as the page writes them."""
        grade, low, high = (
            round(1500 + 40 * (self.mean + off * self.deviation - MEAN)) for off in (0, -2, 2)
        )
        return f"{grade}, {low} to {high}; {self.games}"


@dataclass(frozen=True)
class Grades:
    """The figures by name: grades and their games in words, and points."""

    pairs: dict[Side, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Sat:
    """A game: who sat on its two sides, which of them won, and the Bostons of each."""

    sides: tuple[Side, Side]
    winner: int
    bostons: tuple[int, int]


def graded(games: Iterable[Sat]) -> Grades:
    """The grades after these games, in order."""
    pairs, people = defaultdict[Side, Estimate](Estimate), defaultdict[str, Estimate](Estimate)
    partners, points = defaultdict[str, set[Side]](set), defaultdict[str, int](int)
    for game in games:
        won, lost = game.sides[game.winner], game.sides[1 - game.winner]
        _learn([pairs[won]], [pairs[lost]])
        _learn([people[name] for name in sorted(won)], [people[name] for name in sorted(lost)])
        for side, bostons in zip(game.sides, game.bostons, strict=True):
            for name in side:
                partners[name].add(side - {name})
                points[name] += 1 + 2 * (side == won) + bostons
    return Grades(
        {pair: grade.words for pair, grade in pairs.items() if len(pair) > 1},
        {name: grade.words for name, grade in people.items() if len(partners[name]) >= PARTNERS},
        dict(points),
    )


def _learn(won: Sequence[Estimate], lost: Sequence[Estimate]) -> None:
    """What a game says of both sides, by how little its result was expected."""
    for each in (*won, *lost):
        each.deviation, each.games = hypot(each.deviation, DRIFT), each.games + 1
    unsure = [sqrt(sum(each.deviation**2 for each in side)) for side in (won, lost)]
    scale = sqrt(unsure[0] ** 2 + unsure[1] ** 2 + 2 * LUCK**2)
    ahead = sum(each.mean for each in won) - sum(each.mean for each in lost)
    expected = 1 / (1 + exp(-ahead / scale))
    for side, sign, own in ((won, 1, unsure[0]), (lost, -1, unsure[1])):
        for each in side:
            each.mean += sign * (1 - expected) * each.deviation**2 / scale
            surprise = expected * (1 - expected) * own * each.deviation**2 / scale**3
            each.deviation *= sqrt(max(1 - surprise, LEAST))


def grades_shown(html: str) -> Grades:
    root = lxml.html.document_fromstring(html)
    listed = {part.get("aria-labelledby"): every(part, "li") for part in every(root, "section")}
    named = {part: [_row(row) for row in listed.get(part, ()) if every(row, of="row-end")] for part in listed}
    return Grades(
        {frozenset(name.split(" & ")): words for name, words in named.get("pairs", ())},
        dict(named.get("people", ())),
        {name: int(words.split()[0]) for name, words in named.get("points", ())},
    )


def _row(row: Node) -> tuple[str, str]:
    (main,), (end,) = every(row, of="row-main"), every(row, of="row-end")
    notes = [words_of(note) for note in every(main, of="row-note")]
    name = words_of(main).removesuffix(notes[0]).strip() if notes else words_of(main)
    games = re.findall(r"\d+", notes[0]) if notes else []
    return name, "; ".join([words_of(end), *games])
