"""How long a club's pages and grades take after a season: ``./uptown bench seasons``.

100 events with 400 people and 60,000 hands, in SQLite. Times are processor time: for each page the median of
several uncached renders, for the grades one run over all games.
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

AIMS = {"grades": 5.0}
AIM_OF_A_PAGE = 0.1
"""Seconds."""


def misses(figures: Mapping[str, float]) -> list[str]:
    aims = {what: AIMS.get(what, AIM_OF_A_PAGE) for what in figures}
    return [
        f"{what}: {figures[what]:.3f} s, not {aim:g} s." for what, aim in aims.items() if figures[what] > aim
    ]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./uptown bench seasons", description="How long a season takes.")
    parser.add_argument("--events", type=whole(1, 1_000), default=100, help="events, each of 600 hands (100)")
    parser.add_argument("--people", type=whole(80, 100_000), default=400, help="people of the club (400)")
    parser.add_argument("--times", type=whole(1, 1_000), default=9, help="report the median of this many")
    parser.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.part:
        _measure(options.events, options.people, options.times)
        return 0
    with tempfile.TemporaryDirectory(dir=BASE_DIR) as folder:
        figures = dict(_apart(options.events, options.people, options.times, folder))
    hands = figures.pop("hands")
    print(f"{options.events:,} events, {options.people:,} people, {hands:,.0f} hands")
    for what, seconds in figures.items():
        print(f"  {what:<14}{seconds * 1000:>10.1f} ms")
    missed = misses(figures)
    print("\n".join(missed) if missed else "All aims are met.")
    return 1 if missed else 0


def _apart(events: int, people: int, times: int, folder: str) -> Mapping[str, float]:
    """Measure the season in a process with a separate database."""
    mine = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
    environment = {**mine, "DJANGO_SETTINGS_MODULE": "config.settings", "UPTOWN_DATA": folder}
    measuring = ["-m", "tools.bench.seasons", "--events", str(events), "--people", str(people)]
    measuring += ["--times", str(times), "--part"]
    ready = [["manage.py", word, "--no-input", "--verbosity", "0"] for word in ("migrate", "collectstatic")]
    for command in (*ready, measuring):
        done = subprocess.run(
            [sys.executable, *command], cwd=BASE_DIR, env=environment, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
    measured: Mapping[str, float] = json.loads(done.stdout.splitlines()[-1])
    return measured


def _measure(events: int, people: int, times: int) -> None:
    """Measure in this process. The last line it prints is the result."""
    import django  # noqa: PLC0415

    django.setup()
    from tools.bench._season import measure  # noqa: PLC0415 - it imports Django's models

    print(json.dumps(measure(events, people, times)))


if __name__ == "__main__":
    sys.exit(main())
