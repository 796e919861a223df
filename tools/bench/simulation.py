"""How fast a day is simulated: ``python -m tools.bench.simulation``.

A thousand days of sixteen teams at seven tables by every format, in processor time on one core; then by
standing of ten teams, whose rounds are paired with the later ones in mind. Next to each is the time to draw
as many hands alone, in the same run. The rest goes into seating, standings, the cut and the bracket.
"""

import argparse
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from random import Random
from time import process_time
from zoneinfo import ZoneInfo

from rules.command_line.whole_numbers import whole
from rules.competition.pairing.foresight import FORESEEN_UP_TO
from rules.seating.known import BY_STANDING, SEATINGS
from rules.time.schedule import fahrenheit_day
from simulation.days.day import SimulatedDay
from simulation.days.figures import DEFAULT_HANDS
from simulation.days.plan import SimulationPlan

DAYS, TEAMS, TABLES = 1_000, 16, 7
SMALL = FORESEEN_UP_TO, FORESEEN_UP_TO // 2
AIM = 10.0
DAY = fahrenheit_day(date(2026, 6, 27), ZoneInfo("America/Chicago"))
LEVEL = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Measured:
    """One format: seconds for its days, and for the hands alone."""

    seating: str
    hands: int
    days_took: float
    hands_took: float


def measure(seating: str, days: int, teams: int = TEAMS, tables: int = TABLES) -> Measured:
    """Simulate the days, then draw as many hands as they had."""
    plan, hands = SimulationPlan(DAY, teams=teams, tables=tables, seating=seating), 0
    started = process_time()
    for number in range(1, days + 1):
        day = SimulatedDay(plan, DEFAULT_HANDS, Random(f"1/{number}"))
        day.play()
        hands += day.hands_played
    days_took = process_time() - started
    random, started = Random(1), process_time()
    for _ in range(hands):
        DEFAULT_HANDS(LEVEL, random)
    return Measured(seating, hands, days_took, process_time() - started)


def main(arguments: Iterable[str] | None = None) -> int:
    """Measure every format, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.simulation", description="How fast a day is simulated."
    )
    parser.add_argument("--days", type=whole(1, 100_000), default=DAYS)
    days = parser.parse_args(None if arguments is None else list(arguments)).days
    aim = AIM * days / DAYS
    print(f"{days:,} days of {TEAMS} teams at {TABLES} tables; the aim: under {aim:g} s for each format\n")
    print(f"{'format':<10}{'hands':>10}{'days':>10}{'hands alone':>14}{'ratio':>8}")
    missed = []
    fields = [(seating, seating, TEAMS, TABLES) for seating in SEATINGS if SEATINGS[seating].is_compared]
    for name, seating, teams, tables in (*fields, ("ten teams", BY_STANDING.key, *SMALL)):
        took = measure(seating, days, teams, tables)
        print(
            f"{name:<10}{took.hands:>10,}{took.days_took:>8.2f} s{took.hands_took:>12.2f} s"
            f"{took.days_took / took.hands_took:>8.1f}",
            flush=True,
        )
        if took.days_took >= aim:
            missed.append(f"{name} took {took.days_took:.2f} s, not under {aim:g} s.")
    print("\n".join(missed) if missed else "\nThe aim is met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
