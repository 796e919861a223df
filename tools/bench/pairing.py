"""The speed and the quality of the pairing: ``python -m tools.bench.pairing``.

Fields of 16, 100, 1,000 and 10,000 teams that have played five rounds, seated by their own results. The time
is processor time, the best of three. Next to it is what makes a seating good: nobody left over, no rematch,
near in standing.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp
from pathlib import Path
from random import Random

from rules.command_line.whole_numbers import whole
from rules.competition.pairing import pairing
from rules.competition.pairing.pairing import Cost, Entrant, RoundPairing, cost_of, pair

SIZES = (16, 100, 1_000, 10_000)
AIMS = {1_000: 0.15, 10_000: 3.0}
EXACT_UP_TO = 1_000
DUTCH_UP_TO = 1_000


@dataclass(frozen=True, slots=True)
class Played:
    """A field after some rounds."""

    entrants: list[Entrant[int]]
    history: list[list[tuple[int | None, str, bool]]]
    """By team and round, opponent (None: bye), seat and result."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One field: the time and the result of pairing its next round, also exactly and by the Dutch system."""

    teams: int
    seconds: float
    seated: RoundPairing[int]
    exact: RoundPairing[int] | None = None
    exact_seconds: float | None = None
    dutch: Cost | None = None
    dutch_seconds: float | None = None

    @property
    def beyond_exact(self) -> float | None:
        """The distance of the pairs beyond that of the exact pairing, as a share of it."""
        if self.exact is None:
            return None
        return self.seated.cost.distance / max(self.exact.cost.distance, 1) - 1


def played_field(teams: int, rounds: int = 5, seed: int = 1) -> Played:
    """A field after some rounds, each paired by standing; the stronger team wins more often than not."""
    random = Random(seed)
    strength = [random.gauss(0, 1) for _ in range(teams)]
    met: list[dict[int, int]] = [{} for _ in range(teams)]
    byes, won, units, north = [0] * teams, [0] * teams, [0] * teams, [0] * teams
    history: list[list[tuple[int | None, str, bool]]] = [[] for _ in range(teams)]

    def entrants() -> list[Entrant[int]]:
        order = sorted(range(teams), key=lambda team: (-won[team], -units[team], random.random()))
        return [
            Entrant(team, place, met[team], byes[team], won=won[team]) for place, team in enumerate(order)
        ]

    for _ in range(rounds):
        seated = pair(entrants())
        if seated.bye is not None:
            byes[seated.bye] += 1
            won[seated.bye] += 1
            units[seated.bye] += 3
            history[seated.bye].append((None, "NS", True))
        for couple in seated.pairs:
            # bbpPairings balances colors, so the seats are balanced too.
            ns, ew = sorted(couple, key=lambda team: (north[team], random.random()))
            north[ns] += 1
            met[ns][ew] = met[ew][ns] = 1
            is_ns = random.random() < 1 / (1 + exp(strength[ew] - strength[ns]))
            winner, loser = (ns, ew) if is_ns else (ew, ns)
            won[winner] += 1
            units[winner] += random.choice((3, 3, 4))
            units[loser] += random.choice((0, 1, 2))
            history[ns].append((ew, "NS", is_ns))
            history[ew].append((ns, "EW", not is_ns))
    return Played(entrants(), history)


def measure(
    teams: int, repeats: int = 3, exact_up_to: int = EXACT_UP_TO, bbp: Path | None = None
) -> Measured:
    """Pair the sixth round of a field; also on the complete graph and by the Dutch system, if possible."""
    played = played_field(teams)
    seconds = []
    for _ in range(repeats):
        start = time.process_time()
        seated = pair(played.entrants)
        seconds.append(time.process_time() - start)
    measured = Measured(teams, min(seconds), seated)
    if teams <= exact_up_to:
        start = time.process_time()
        exact = pair_on_the_complete_graph(played.entrants)
        measured = replace(measured, exact=exact, exact_seconds=time.process_time() - start)
    if bbp is not None and teams <= DUTCH_UP_TO:
        start = time.perf_counter()
        pairs, bye = pair_by_dutch(played, bbp)
        took = time.perf_counter() - start
        measured = replace(measured, dutch=cost_of(played.entrants, pairs, bye), dutch_seconds=took)
    return measured


def pair_on_the_complete_graph(entrants: list[Entrant[int]]) -> RoundPairing[int]:
    """The exact pairing, however long it takes."""
    usual = pairing.EXACT_UP_TO
    pairing.EXACT_UP_TO = len(entrants)
    try:
        return pair(entrants)
    finally:
        pairing.EXACT_UP_TO = usual


def pair_by_dutch(played: Played, bbp: Path) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs and the bye that bbpPairings finds by FIDE's Dutch system."""
    with tempfile.TemporaryDirectory() as folder:
        report, answer = Path(folder) / "field.trf", Path(folder) / "pairs.txt"
        report.write_text(tournament_report(played))
        subprocess.run([bbp, "--dutch", report, "-p", answer], check=True, capture_output=True)
        couples = [tuple(map(int, row.split())) for row in answer.read_text().splitlines()[1:] if row.strip()]
    pairs = [(white - 1, black - 1) for white, black in couples if white and black]
    bye = next((max(couple) - 1 for couple in couples if 0 in couple), None)
    return pairs, bye


def tournament_report(played: Played) -> str:
    """The field in FIDE's Tournament Report File format."""
    place = {entrant.team: entrant.standing + 1 for entrant in played.entrants}
    rounds = max(map(len, played.history))
    lines = ["012 Benchmark", f"XXR {rounds + 4}", "XXC white1"]
    for team, games in enumerate(played.history):
        points = sum(won for _, _, won in games)
        line = (
            f"001 {team + 1:>4}      {f'Team {team + 1}':<33} {1000:>4} {'':27}{points:>2}.0 {place[team]:>4}"
        )
        for opponent, seat, won in games:
            if opponent is None:
                line += "  0000 - U"
            else:
                line += f"  {opponent + 1:>4} {'w' if seat == 'NS' else 'b'} {int(won)}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def line(measured: Measured) -> str:
    """One line of the table, and one more for the Dutch system where it took part."""
    seated = measured.seated
    beyond, aim = measured.beyond_exact, AIMS.get(measured.teams)
    cells = (
        f"{measured.teams:>7,}",
        f"{measured.seconds:>9.3f} s",
        f"{'' if aim is None else f'< {aim:g} s':>8}",
        f"{2 * len(seated.pairs) + (seated.bye is not None):>7,}",
        f"{seated.cost.rematches:>9}",
        f"{seated.cost.wins / max(measured.teams // 2, 1):>6.2f}",
        f"{seated.cost.distance / max(measured.teams // 2, 1):>10.2f}",
        f"{'' if beyond is None else f'{beyond:+.2%}':>9}",
        f"{'' if measured.exact_seconds is None else f'{measured.exact_seconds:.3f} s':>10}",
    )
    text = "  ".join(cells)
    if measured.dutch is not None and measured.dutch_seconds is not None:
        dutch, pairs = measured.dutch, max(measured.teams // 2, 1)
        figures = f"{dutch.rematches:>30}  {dutch.wins / pairs:>6.2f}  {dutch.distance / pairs:>10.2f}"
        text += f"\n  Dutch  {measured.dutch_seconds:>9.3f} s{figures}"
    return text


def failures(measured: Measured) -> list[str]:
    """A sentence for each missed aim."""
    found = []
    aim, beyond = AIMS.get(measured.teams), measured.beyond_exact
    if aim is not None and measured.seconds >= aim:
        found.append(f"{measured.teams:,} teams took {measured.seconds:.3f} s, not under {aim:g} s.")
    if measured.seated.rematches:
        found.append(f"{measured.teams:,} teams have {measured.seated.rematches} rematches.")
    if measured.exact is not None and measured.seated.cost.wins > measured.exact.cost.wins:
        found.append(f"{measured.teams:,} teams are seated further apart by games won than they could be.")
    if beyond is not None and beyond > (0 if measured.teams <= 200 else 0.01):
        found.append(f"{measured.teams:,} teams are seated {beyond:.2%} further apart than they could be.")
    return found


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.pairing", description="How fast the pairing is."
    )
    parser.add_argument(
        "sizes", nargs="*", type=whole(2, 100_000), default=SIZES, help="teams (16 100 1000 10000)"
    )
    parser.add_argument(
        "--exact-up-to", type=whole(0, 10_000), default=EXACT_UP_TO, help="compare with the complete graph"
    )
    parser.add_argument("--bbp", type=Path, help="bbpPairings' binary, to compare with the Dutch system")
    options = parser.parse_args(None if arguments is None else list(arguments))
    print("  teams         time       aim   seated  rematches   wins²   distance²   v exact  exact took")
    missed = []
    for teams in options.sizes:
        measured = measure(teams, exact_up_to=options.exact_up_to, bbp=options.bbp)
        print(line(measured), flush=True)
        missed += failures(measured)
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
