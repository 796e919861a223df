"""Play a whole bot day through HTTP alone, and check every page against the facts."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand
from django.utils import timezone

from rules.command_line.whole_numbers import whole
from rules.competition.taking_part import way_of
from rules.games import all_games

try:
    import httpx

    from rehearsal.browser import PageRefused, SmallBrowser
    from rehearsal.day import ALONE, OF_PEOPLE, PHASES_TWO, SEATINGS, BotDay
    from rehearsal.games import ZONE
    from rehearsal.law import law_of
    from rehearsal.proof import PagesDisagree
    from rehearsal.troubles import KINDS
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"{missing.name} isn't installed. Start it as ./uptown play, which installs it."
    ) from None

PATIENCE = 60
"""The seconds in which the server must start, respond and stop."""
MOST_TEAMS = 1_000
MOST_DAYS = 10_000
PLAYED = tuple(game.key for game in all_games())


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        several = "; several play several days"
        parser.add_argument("--seed", type=int, default=7, help="the same seed plays the same day")
        parser.add_argument(
            "--days", type=whole(1, MOST_DAYS), default=1, help="play this many seeds, one after the other"
        )
        parser.add_argument(
            "--teams",
            type=whole(2, MOST_TEAMS),
            nargs="+",
            default=[16],
            help=f"how many teams, or individuals{several}",
        )
        for option, choices, usual, what in (
            ("--seating", SEATINGS, "standing", "how Phase I is seated"),
            ("--game", PLAYED, "fahrenheit", "which game; if everybody plays alone, seat individuals"),
            ("--phase-two", PHASES_TWO, "single", "how Phase II is played"),
        ):
            parser.add_argument(option, choices=choices, nargs="+", default=[usual], help=f"{what}{several}")
        parser.add_argument(
            "--pairs",
            choices=("next", "last", "lot"),
            default="",
            help="people who come alone and change partners play Phase II in pairs",
        )
        parser.add_argument(
            "--with",
            dest="troubles",
            choices=(*KINDS, "nothing"),
            nargs="+",
            default=list(KINDS),
            help="what happens on each day in addition to its hands; by default all of it: "
            + "; ".join(f"{kind}: {said}" for kind, said in KINDS.items()),
        )
        parser.add_argument("--url", help="a server that already runs on this machine")
        parser.add_argument("--key", help="its organizer key, if it isn't beside this project's database")

    def handle(self, *, url: str | None, key: str | None, **options: Any) -> None:
        _check(options["teams"], options["seating"], options["game"])
        seeds = range(options["seed"], options["seed"] + options["days"])
        troubles = set(options["troubles"]) & set(KINDS)
        asked = product(options["game"], options["seating"], options["phase_two"], options["teams"], seeds)
        with contextlib.ExitStack() as stack:
            if not url:
                url, key = stack.enter_context(_served())
            for game, seating, phase_two, teams, seed in asked:
                what = f"{game}, {teams} teams, {seating}, {phase_two}, seed {seed}"
                try:
                    day = BotDay(
                        teams=teams,
                        seed=seed,
                        held_on=timezone.localdate(timezone=ZONE),
                        new_browser=partial(SmallBrowser, url),
                        say=self._say,
                        seating=seating,
                        game=game,
                        phase_two=phase_two,
                        pairs_up=options["pairs"],
                        troubles=troubles,
                    )
                    name = f"{game} of {teams} teams, {seating}, day {seed}"
                    self._play(day, what, name, key or settings.ORGANIZER_KEY)
                except (PageRefused, PagesDisagree, LookupError) as trouble:
                    raise CommandError(f"{what}: {trouble}") from trouble
                except (httpx.TransportError, httpx.InvalidURL) as nobody:
                    raise CommandError(
                        f"No Uptown answers at {url} ({nobody}). Say where it runs: "
                        "--url http://127.0.0.1:8000"
                    ) from nobody

    def _play(self, day: BotDay, what: str, name: str, key: str) -> None:
        started = time.monotonic()
        self._say(f"\n{what}")
        day.organizer.sign_in_with(key)
        day.live(name=name)
        lived = day.games
        self._say(
            f"{lived.hands_played} hands, {lived.late} late tables, {lived.reneges} reneges, "
            f"{lived.second_thoughts} second thoughts, {day.ties} ties; every number agrees with the facts, "
            f"and {day.places_seen} places with the recount. "
            f"{time.monotonic() - started:.0f} s."
        )

    def _say(self, words: str) -> None:
        """Write and flush, so that a day can be watched through a file too."""
        self.stdout.write(words)
        self.stdout.flush()


def _check(teams: list[int], seating: list[str], games: list[str]) -> None:
    """:raises CommandError: if nobody could play such a day."""
    for game, chosen in product(games, seating):
        way = way_of(law_of(game).ruleset, SEATINGS[chosen])
        if way.seatings and SEATINGS[chosen] not in way.seatings:
            raise CommandError(f"In {game} everybody plays alone: --seating {ALONE}.")
        if chosen in OF_PEOPLE and not way.seatings:
            raise CommandError(f"{game} is played one against one: --seating standing, say.")
    if set(OF_PEOPLE) & set(seating) and min(teams) < 4:
        raise CommandError("A day of individuals needs at least four people: --teams 9, say.")


@contextlib.contextmanager
def _served() -> Iterator[tuple[str, str]]:
    """A separate server with its own database while the block runs; yields its address and key."""
    with tempfile.TemporaryDirectory(prefix="uptown-play-") as data, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = {**os.environ, "UPTOWN_DATA": data}
        command = [
            sys.executable,
            str(settings.HOUSE / "manage.py"),
            "serve",
            "--no-demo",
            "--port",
            str(port),
        ]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(server, address)
            yield address, (Path(data) / "organizer-key").read_text().strip()
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_for(server: "subprocess.Popen[bytes]", address: str) -> None:
    for _ in range(PATIENCE * 10):
        if server.poll() is not None:
            raise CommandError("The server ended before the day began. Try ./uptown run to see why.")
        with contextlib.suppress(httpx.TransportError):
            httpx.get(address, timeout=PATIENCE, trust_env=False)
            return
        time.sleep(0.1)
    raise CommandError(f"The server did not answer at {address} within {PATIENCE} seconds.")
