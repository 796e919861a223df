"""How well grades recover known strengths: ``python -m tools.bench.ratings``.

Random seasons of pairs, and of people who change partners, whose strengths are known. The figure is the rank
correlation (Spearman) of each model's order with the true one, averaged over several seasons. Next to
openskill's models is TrueSkill Through Time, which looks at the whole season at once and takes longer.
"""

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from statistics import mean
from typing import Any

from openskill.models import BradleyTerryFull, ThurstoneMostellerFull
from trueskillthroughtime import History

from rules.seasons.ratings import RatedGame, rate

SEASONS = 5
AIM = 0.9
"""The least rank correlation of pairs' grades after twenty nights."""


@dataclass(frozen=True, slots=True)
class Season:
    """Random games."""

    strengths: Mapping[int, float]
    """The people's; a pair is as strong as its two together."""
    games: tuple[RatedGame, ...]

    def of(self, pair: Sequence[int]) -> float:
        return sum(self.strengths[person] for person in pair)


def season(people: int, nights: int, *, changes_partners: bool, seed: int = 1, games: int = 4) -> Season:
    """A season of ``games`` a night. Strengths are normal; a pair better by 1 wins 73 of 100 games."""
    rng = Random(seed)
    strengths = {person: rng.gauss(0, 0.7) for person in range(1, people + 1)}
    everybody = list(strengths)
    pairs = list(zip(everybody[::2], everybody[1::2], strict=True))
    played = []
    for _ in range(nights):
        if changes_partners:
            rng.shuffle(everybody)
            pairs = [(min(two), max(two)) for two in zip(everybody[::2], everybody[1::2], strict=True)]
        for _ in range(games):
            rng.shuffle(pairs)
            for one, other in zip(pairs[::2], pairs[1::2], strict=True):
                gap = sum(strengths[person] for person in one) - sum(strengths[person] for person in other)
                played.append(RatedGame((one, other), int(rng.random() >= 1 / (1 + exp(-gap)))))
    return Season(strengths, tuple(played))


def uptown(played: Season, *, by_person: bool) -> dict[Any, float]:
    ratings = rate(played.games)
    grades: Mapping[Any, Any] = ratings.people if by_person else ratings.pairs
    return {who: grade.mu for who, grade in grades.items()}


def by_openskill(model: Any, played: Season, *, by_person: bool) -> dict[Any, float]:
    rows: dict[Any, Any] = {}
    for game in played.games:
        sides: list[Any] = [list(side) if by_person else [side] for side in game.sides]
        before = [[rows.get(each) or model.rating() for each in side] for side in sides]
        after = model.rate(before, ranks=[float(index != game.winner) for index in range(2)])
        for side, moved in zip(sides, after, strict=True):
            rows.update(zip(side, moved, strict=True))
    return {who: row.mu for who, row in rows.items()}


def through_time(played: Season, *, by_person: bool) -> dict[Any, float]:
    """The oracle: all games at once, forward and back, until it converges."""
    games, winners = [], []
    for game in played.games:
        games.append([[str(each) for each in side] if by_person else [str(side)] for side in game.sides])
        winners.append([int(index == game.winner) for index in range(2)])
    history = History(games, winners, sigma=1.6, gamma=0.0)
    history.convergence(epsilon=0.01, iterations=10, verbose=False)
    names = {
        str(who): who
        for who in (played.strengths if by_person else {side for g in played.games for side in g.sides})
    }
    return {names[name]: curve[-1][1].mu for name, curve in history.learning_curves().items()}


MODELS: dict[str, Callable[..., dict[Any, float]]] = {
    "Plackett–Luce (Uptown)": uptown,
    "Bradley–Terry": lambda played, by_person: by_openskill(BradleyTerryFull(), played, by_person=by_person),
    "Thurstone–Mosteller": lambda played, by_person: by_openskill(
        ThurstoneMostellerFull(), played, by_person=by_person
    ),
    "TrueSkill Through Time": through_time,
}


def correlation(found: Mapping[Any, float], true: Mapping[Any, float]) -> float:
    """Spearman's rank correlation, over the keys that both have."""
    keys = [key for key in found if key in true]
    ours, theirs = (_ranks([figures[key] for key in keys]) for figures in (found, true))
    apart = sum(abs(one - other) * abs(one - other) for one, other in zip(ours, theirs, strict=True))
    return 1.0 - 6.0 * apart / (len(keys) * (len(keys) * len(keys) - 1))


def _ranks(figures: Sequence[float]) -> list[int]:
    ranks = [0] * len(figures)
    for rank, index in enumerate(sorted(range(len(figures)), key=figures.__getitem__)):
        ranks[index] = rank
    return ranks


def recovered(found: Mapping[Any, float], played: Season, *, by_person: bool) -> float:
    true: Mapping[Any, float] = played.strengths if by_person else {pair: played.of(pair) for pair in found}
    return correlation(found, true)


def main(arguments: Iterable[str] | None = None) -> int:
    missed = []
    print(f"{'':26}{'nights':>7}{'order':>8}{'time':>10}")
    for by_person in (False, True):
        print("Forty people who change partners" if by_person else "Twenty pairs who stay")
        for nights in (5, 20, 40):
            seasons = [
                season(40, nights, changes_partners=by_person, seed=seed) for seed in range(1, SEASONS + 1)
            ]
            for name, model in MODELS.items():
                start = time.process_time()
                figures = [
                    recovered(model(each, by_person=by_person), each, by_person=by_person) for each in seasons
                ]
                took = (time.process_time() - start) / SEASONS
                print(f"  {name:24}{nights:>7}{mean(figures):>8.2f}{took:>8.2f} s", flush=True)
                if model is uptown and not by_person and nights >= 20 and mean(figures) < AIM:
                    missed.append(f"After {nights} nights the order is {mean(figures):.2f}, not {AIM}.")
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
