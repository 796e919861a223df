"""How long the standings take, and how that grows with the field: ``./uptown bench standings``.

Fields of 16, 100, 1,000 and 10,000 teams that have played three rounds and sit down to the fourth, in SQLite.
The figures of each:

- ``recount``: everybody ranked again from the lines in memory, in the usual order;
- ``strength``: the same, with the opponents' strength right after games won;
- ``bubble``: who is through, on the edge or out, with one round to come;
- ``read``: the standings from the database, ranked;
- ``hand``: a hand saved by its command, with all that follows from it;
- ``board``: the public standings after that hand: read, ranked, with the bubble.

Times of different machines can't be compared. So next to each time is its ratio to the smallest field's, and
the cost of a team relative to one in a field of a hundred.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping

from rules.command_line.whole_numbers import whole
from tools.bench._server import BASE_DIR

SIZES = (16, 100, 1_000, 10_000)
TIMES = 5
WHAT = ("recount", "by_strength", "bubble", "read", "hand", "board")
MOST_A_TEAM = 8.0
"""The most that a team may cost, as a multiple of a field of a hundred: larger fields have longer ties."""
MOST_BESIDE = {"by_strength": 8.0, "bubble": 4.0}
"""The most that three more tie-breaks and the bubble may take, as a multiple of the usual recount."""
MOST_FOR_A_HAND = 3.0
"""The most that saving a hand may take, as a multiple of the smallest field."""

Figures = Mapping[str, float]


def lines(figures: Figures, first: Figures, hundred: Figures) -> list[str]:
    """One field's lines of the table."""
    teams, rows = int(figures["teams"]), []
    for what in WHAT:
        times, of_a_team = figures[what] / first[what], _of_a_team(figures, what) / _of_a_team(hundred, what)
        seconds = f"{figures[what] * 1000:>11.2f} ms"
        rows.append(f"{teams:>7,}  {what:<12}{seconds}{times:>11.1f} ×{of_a_team:>11.2f} ×")
    return rows


def misses(figures: Figures, first: Figures, hundred: Figures) -> list[str]:
    """A sentence for each missed aim of one field."""
    teams, found = int(figures["teams"]), []
    for what in ("recount", "by_strength", "bubble", "read", "board"):
        times = _of_a_team(figures, what) / _of_a_team(hundred, what)
        if teams > hundred["teams"] and times > MOST_A_TEAM:
            found.append(f"{teams:,} teams, {what}: {times:.1f} × the cost of a team, not {MOST_A_TEAM:g} ×.")
    for what, most in MOST_BESIDE.items():
        times = figures[what] / figures["recount"]
        if teams >= hundred["teams"] and times > most:
            found.append(f"{teams:,} teams, {what}: {times:.1f} × the recount, not {most:g} ×.")
    times = figures["hand"] / first["hand"]
    if times > MOST_FOR_A_HAND:
        found.append(f"{teams:,} teams: a hand takes {times:.1f} × that of the smallest field.")
    return found


def _of_a_team(figures: Figures, what: str) -> float:
    return figures[what] / figures["teams"]


def main(arguments: list[str] | None = None) -> int:
    """Measure every field in one run, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench.standings", description="How long the standings take."
    )
    parser.add_argument(
        "sizes", nargs="*", type=whole(2, 100_000), default=SIZES, help="teams (16 100 1000 10000)"
    )
    parser.add_argument(
        "--times", type=whole(1, 10_000), default=TIMES, help="report the median of this many runs"
    )
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.part:
        _measure(options.sizes, options.times)
        return 0
    with tempfile.TemporaryDirectory(dir=BASE_DIR) as folder:
        found = _apart(options.sizes, options.times, folder)
    hundred = min(found, key=lambda each: abs(each["teams"] - 100))
    print(f"{'teams':>7}  {'':<12}{'':>14}{'smallest':>13}{'a team of 100':>15}")
    missed = []
    for figures in found:
        print("\n".join(lines(figures, found[0], hundred)), flush=True)
        missed += misses(figures, found[0], hundred)
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


def _apart(sizes: list[int], times: int, folder: str) -> list[Figures]:
    """Measure all fields in a process with a separate database."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {**mine, "DJANGO_SETTINGS_MODULE": "config.settings", "UPTOWN_DATA": folder}
    measuring = ["-m", "tools.bench.standings", *map(str, sizes), "--times", str(times), "--part"]
    for command in (["manage.py", "migrate", "--verbosity", "0"], measuring):
        done = subprocess.run(
            [sys.executable, *command], cwd=BASE_DIR, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
    measured: list[Figures] = json.loads(done.stdout.splitlines()[-1])
    return measured


def _measure(sizes: list[int], times: int) -> None:
    """Measure in this process. The last line it prints is the result."""
    import django  # noqa: PLC0415

    django.setup()
    from tools.bench._standings_field import measure  # noqa: PLC0415 - it imports Django's models

    print(json.dumps([measure(size, times) for size in sorted(sizes)]))


if __name__ == "__main__":
    sys.exit(main())
