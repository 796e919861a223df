"""A round is called: how soon every phone shows its own table, and what a Save beside it waits.

``./uptown bench call --phones 200 2000``: in one run, on one event with two phones for each team: phones that
have their table only from their page, and then phones that have it from their line of the call. Meanwhile
referees of another event on the same server save hands, compared with those before the call. "server" is its
processor time from the press to the last phone, hands included: what the call takes if nothing else runs.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from rules.command_line.whole_numbers import whole
from tools.bench._server import Served, served
from tools.bench._table import Row, missed, ms, show
from tools.bench._together import after
from tools.bench._web.called import PATIENCE
from tools.bench._web.crowd import room_for
from tools.bench._web.load import Asked, Job, Loading
from tools.bench._web.referees import Games, Visitor
from tools.bench.web import run, surroundings

PHONES = (200, 2_000)
REFEREES, HANDS, PAUSE = 6, 6, 1.0
"""Referees of the other event, the hands that each saves before the call and meanwhile, and how often."""
TEAMS = 44
"""Of the other event: three tables for each referee, and a few more."""
FEW, SOON, SECONDS = 200, 1.0, 2.0
LATER = 0.1
"""The most that the median of a Save may be later than without a call."""


def part(name: str, argument: Any, environment: Mapping[str, str]) -> Any:
    return run(["-m", "tools.bench.web", "--part", name, json.dumps(argument)], environment)


class Called:
    """One call of a round with its phones, and the hands saved before it and meanwhile."""

    def __init__(self, server: Served, hall: Any, saves: list[list[str]], *, has_lines: bool) -> None:
        self._port, self._saves = server.port, saves
        phones = [each for each in hall["phones"] for _ in range(2)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench._web.called"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        organizer = Visitor(self._port, hall, "organizer")
        job = {"port": self._port, "slug": hall["slug"], "phones": phones, "has_lines": has_lines}
        self._tell(json.dumps(job))
        assert self._hear() == "open\n", "The phones can't open their streams."
        self.quiet = self._saving(0).result()
        beside = self._saving(HANDS)
        time.sleep(PAUSE)
        began, worked = time.monotonic(), server.processor()
        organizer.press("round/")
        self.pressed = time.monotonic() - began
        assert self._hear() == "known\n", "The phones don't get their tables."
        self.worked = server.processor() - worked
        self.beside = beside.result()
        self._tell("")
        received = json.loads(self._hear())
        self._process.communicate()
        self.had = [at - began for at in received["had"]]
        self.had += [PATIENCE] * (len(phones) - len(self.had))
        self.bytes = received["bytes"] / len(phones)

    def _saving(self, first: int) -> Loading:
        """Save hands beside, at a steady pace."""
        hands = [each[first : first + HANDS] for each in self._saves]
        seconds = 10 * HANDS * PAUSE
        return Loading(
            Job(host="127.0.0.1", port=self._port, requests=hands, seconds=seconds, again=False, pause=PAUSE)
        )

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def measure(server: Served, environment: Mapping[str, str], phones: int) -> Iterator[Row]:
    """Call the same round for both kinds of phones."""
    hall = part("call", phones // 2, environment)
    for has_lines in (False, True):
        others = part("hall", {"teams": TEAMS, "rounds": 0}, environment)
        saves = Games(server.port, others).by(REFEREES)
        called = Called(server, hall, saves, has_lines=has_lines)
        part("recall", hall["slug"], environment)
        yield from _rows(called, phones, has_lines=has_lines)


def _rows(called: Called, phones: int, *, has_lines: bool) -> Iterator[Row]:
    aim = SOON if phones <= FEW else SECONDS
    last = max(called.had)
    yield Row(
        what=f"own table by its {'line' if has_lines else 'page'}, the last of {phones:,}",
        figure=ms(last),
        beside=f"p50 {ms(median(called.had))}, p99 {ms(after(called.had, 0.99))}, server {ms(called.worked)}",
        aim=f"at most {ms(aim)}" if has_lines else "",
        is_met=last <= aim if has_lines else None,
    )
    quiet, beside = _middle(called.quiet), _middle(called.beside)
    yield Row(
        what="a Save meanwhile, p50",
        figure=ms(beside),
        beside=f"without {ms(quiet)}; p99 {ms(called.beside.after(0.99))}",
        aim=f"at most {ms(LATER)} later" if has_lines else "",
        is_met=beside - quiet <= LATER if has_lines else None,
    )
    yield Row(
        what="the press, answered after",
        figure=ms(called.pressed),
        beside=f"{called.bytes:,.0f} bytes a phone",
    )


def _middle(asked: Asked) -> float:
    assert asked.is_right, f"The hands: {asked.statuses}, {asked.unanswered} unanswered."
    return asked.after(0.5)


def main(arguments: list[str] | None = None) -> int:
    """Measure, and print the missed aims. Returns 1 if there are any."""
    parser = argparse.ArgumentParser(
        prog="./uptown bench call", description="A round is called: every phone shows its own table."
    )
    parser.add_argument("--phones", nargs="+", type=whole(4, 20_000), default=PHONES)
    options = parser.parse_args(arguments)
    fits, sentence = room_for(max(options.phones))
    if sentence:
        print(sentence)
    rows: list[Row] = []
    with surroundings(1) as environment:
        run(["manage.py", "migrate", "--verbosity", "0"], environment)
        with served(environment) as server:
            for phones in sorted({min(each, fits) for each in options.phones}):
                rows += show(f"A round is called, {phones:,} phones", measure(server, environment, phones))
    print("\n" + ("\n".join(missed(rows)) or "All aims are met."))
    return 1 if missed(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
