"""How fast and how good the seating is: ``python -m benchmarks.seating``.

Fields of 16, 100, 1,000 and 10,000 teams that have played five rounds, seated by their own results. The time
is the best of three on one core. Beside it stands what makes a seating good: nobody left over, no rematch,
near in standing.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp
from random import Random

from rules.contest import seating
from rules.contest.seating import Entrant, Seating, pair

SIZES = (16, 100, 1_000, 10_000)
AIMS = {1_000: 0.15, 10_000: 3.0}
EXACT_UP_TO = 1_000


@dataclass(frozen=True, slots=True)
class Measured:
    """One field: how long its next round took, what came out, and what the complete graph would give."""

    teams: int
    seconds: float
    seated: Seating[int]
    exact: Seating[int] | None
    exact_seconds: float | None

    @property
    def beyond_exact(self) -> float | None:
        """By how much more the pairs are apart than they need be, as a share."""
        if self.exact is None:
            return None
        return self.seated.cost.distance / max(self.exact.cost.distance, 1) - 1


def played_field(teams: int, rounds: int = 5, seed: int = 1) -> list[Entrant[int]]:
    """A field after some rounds, each seated by standing and won by the stronger team more often than not."""
    random = Random(seed)
    strength = [random.gauss(0, 1) for _ in range(teams)]
    met: list[dict[int, int]] = [{} for _ in range(teams)]
    byes, won, units = [0] * teams, [0] * teams, [0] * teams

    def entrants() -> list[Entrant[int]]:
        order = sorted(range(teams), key=lambda team: (-won[team], -units[team], random.random()))
        return [Entrant(team, place, met[team], byes[team]) for place, team in enumerate(order)]

    for _ in range(rounds):
        seated = pair(entrants())
        if seated.bye is not None:
            byes[seated.bye] += 1
            won[seated.bye] += 1
            units[seated.bye] += 3
        for ns, ew in seated.pairs:
            met[ns][ew] = met[ew][ns] = 1
            is_ns = random.random() < 1 / (1 + exp(strength[ew] - strength[ns]))
            winner, loser = (ns, ew) if is_ns else (ew, ns)
            won[winner] += 1
            units[winner] += random.choice((3, 3, 4))
            units[loser] += random.choice((0, 1, 2))
    return entrants()


def measure(teams: int, repeats: int = 3, exact_up_to: int = EXACT_UP_TO) -> Measured:
    """Seat the sixth round of so many teams, and once more on the complete graph where that can be had."""
    entrants = played_field(teams)
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        seated = pair(entrants)
        seconds.append(time.perf_counter() - start)
    exact, exact_seconds = None, None
    if teams <= exact_up_to:
        start = time.perf_counter()
        exact = pair_on_the_complete_graph(entrants)
        exact_seconds = time.perf_counter() - start
    return Measured(teams, min(seconds), seated, exact, exact_seconds)


def pair_on_the_complete_graph(entrants: list[Entrant[int]]) -> Seating[int]:
    """The seating that no other beats, however long it takes."""
    usual = seating.EXACT_UP_TO
    seating.EXACT_UP_TO = len(entrants)
    try:
        return pair(entrants)
    finally:
        seating.EXACT_UP_TO = usual


def line(measured: Measured) -> str:
    """One line of the table."""
    seated = measured.seated
    beyond, aim = measured.beyond_exact, AIMS.get(measured.teams)
    mean = seated.cost.distance / max(len(seated.pairs), 1)
    cells = (
        f"{measured.teams:>7,}",
        f"{measured.seconds:>9.3f} s",
        f"{'' if aim is None else f'< {aim:g} s':>8}",
        f"{2 * len(seated.pairs) + (seated.bye is not None):>7,}",
        f"{seated.rematches:>9}",
        f"{mean:>10.2f}",
        f"{'' if beyond is None else f'{beyond:+.2%}':>9}",
        f"{'' if measured.exact_seconds is None else f'{measured.exact_seconds:.3f} s':>10}",
    )
    return "  ".join(cells)


def failures(measured: Measured) -> list[str]:
    """What falls short of the aims."""
    found = []
    aim, beyond = AIMS.get(measured.teams), measured.beyond_exact
    if aim is not None and measured.seconds >= aim:
        found.append(f"{measured.teams:,} teams took {measured.seconds:.3f} s, not under {aim:g} s.")
    if measured.seated.rematches:
        found.append(f"{measured.teams:,} teams have {measured.seated.rematches} rematches.")
    if beyond is not None and beyond > (0 if measured.teams <= 200 else 0.01):
        found.append(f"{measured.teams:,} teams are seated {beyond:.2%} further apart than they could be.")
    return found


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.seating", description="How fast the seating is."
    )
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="teams (16 100 1000 10000)")
    parser.add_argument(
        "--exact-up-to", type=int, default=EXACT_UP_TO, help="compare with the complete graph"
    )
    options = parser.parse_args(None if arguments is None else list(arguments))
    print("  teams         time       aim   seated  rematches  distance²   v exact  exact took")
    missed = []
    for teams in options.sizes:
        measured = measure(teams, exact_up_to=options.exact_up_to)
        print(line(measured), flush=True)
        missed += failures(measured)
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
