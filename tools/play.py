"""Play a whole bot day through HTTP alone, and check every page against the facts."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from config.environment import value
from config.kinds import BASE_DIR
from rules.command_line.whole_numbers import whole
from rules.evenings.known import EVENINGS
from rules.games import all_games
from rules.seating.known import find_seating, is_of_people, way_of

try:
    import httpx

    from tools.rehearsal.browser import PageRefused, SmallBrowser
    from tools.rehearsal.day import BotDay
    from tools.rehearsal.declared import ALONE, NAMES, PHASES_TWO, Declared, evening, usual
    from tools.rehearsal.games import ZONE
    from tools.rehearsal.law import law_of
    from tools.rehearsal.proof import PagesDisagree
    from tools.rehearsal.season.season import LEAST_TEAMS, LEAST_WEEKS, LeagueSeason
    from tools.rehearsal.troubles import KINDS
except ModuleNotFoundError as missing:
    raise SystemExit(
        f"{missing.name} isn’t installed. Start it as ./uptown play, which installs it."
    ) from None

PATIENCE = 60
"""The seconds that the server may take to start, to respond and to stop."""
MOST_TEAMS = 1_000
MOST_DAYS = 10_000
MOST_WEEKS = 52
PLAYED = tuple(game.key for game in all_games())


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="./uptown play", description=__doc__)
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
    parser.add_argument("--evenings", action="store_true", help="list the evenings that clubs play")
    parser.add_argument(
        "--evening",
        choices=(*EVENINGS, "all"),
        nargs="+",
        metavar="NAME",
        help=f"live such an evening; its game, seating and Phase II are given{several}",
    )
    for option, choices, default, what in (
        ("--seating", NAMES, "standing", "how Phase I is seated"),
        ("--game", PLAYED, "fahrenheit", "which game; if everybody plays alone, seat individuals"),
        ("--phase-two", PHASES_TWO, "single", "how Phase II is played"),
    ):
        parser.add_argument(option, choices=choices, nargs="+", default=[default], help=f"{what}{several}")
    parser.add_argument(
        "--pairs",
        choices=("next", "last", "lot"),
        default="never",
        help="people who come alone and change partners play Phase II in pairs",
    )
    parser.add_argument(
        "--with",
        dest="troubles",
        choices=(*KINDS, "nothing"),
        nargs="+",
        default=list(KINDS),
        help="what happens on each day in addition to its hands; by default all of it: "
        + "; ".join(f"{kind}: {summary}" for kind, summary in KINDS.items()),
    )
    parser.add_argument(
        "--season",
        type=whole(LEAST_WEEKS, MOST_WEEKS),
        metavar="WEEKS",
        help="live a league’s season instead of days, by totals, and recount its table through each week",
    )
    parser.add_argument("--url", help="a server that already runs on this machine")
    parser.add_argument("--key", help="its organizer key, if it isn’t beside this project’s database")
    return parser


def main(arguments: Sequence[str]) -> None:
    """:raises SystemExit: if a day can't be played, or a page disagrees; with a sentence."""
    options = vars(_parser().parse_args(arguments))
    if options["evenings"]:
        for known in EVENINGS.values():
            _say(f"{known.key}: {known.about}")
        return
    seeds = range(options["seed"], options["seed"] + options["days"])
    if options["season"] and min(options["teams"]) < LEAST_TEAMS:
        raise SystemExit(f"A season needs at least {LEAST_TEAMS} teams: --teams 20, say.")
    days = [] if options["season"] else _declared(options)
    troubles = set(options["troubles"]) & set(KINDS)
    with contextlib.ExitStack() as stack:
        environment, url = dict(os.environ), options["url"]
        if url:
            key = options["key"] or _organizer_key()
        else:
            url, key, environment = stack.enter_context(_served())
        for teams, seed in product(options["teams"] if options["season"] else (), seeds):
            season = LeagueSeason(
                teams=teams,
                weeks=options["season"],
                seed=seed,
                new_browser=partial(SmallBrowser, url),
                run=partial(_printed, environment),
                now=partial(datetime.now, UTC),
                wait=partial(time.sleep, 5),
                say=_say,
            )
            with _explained(f"season of {options['season']} weeks, {teams} teams, seed {seed}", url):
                _live(season, key)
        for declared, teams, seed in product(days, options["teams"], seeds):
            what = f"{declared.name}, {teams} teams, seed {seed}"
            with _explained(what, url):
                day = BotDay(
                    teams=teams,
                    seed=seed,
                    held_on=datetime.now(ZONE).date(),
                    new_browser=partial(SmallBrowser, url),
                    say=_say,
                    declared=declared,
                    troubles=troubles,
                )
                _play(day, what, key)


def _live(season: LeagueSeason, key: str) -> None:
    started = time.monotonic()
    _say(f"\n{season.name}, {season.weeks} weeks")
    season.home.sign_in_with(key)
    season.live()
    _say(f"{season.summary} {time.monotonic() - started:.0f} s.")


def _play(day: BotDay, what: str, key: str) -> None:
    started = time.monotonic()
    _say(f"\n{what}")
    day.organizer.sign_in_with(key)
    day.live(name=what)
    lived, cut = day.games, day.cut
    _say(
        f"{lived.hands_played} hands, {lived.late} late tables, {lived.reneges} reneges, "
        f"{lived.second_thoughts} second thoughts, {lived.typed_later} totals with hands, "
        f"{lived.decided} of them decided, {cut.ties} ties; every number agrees with the facts, "
        f"and {cut.places_seen} places with the recount. {time.monotonic() - started:.0f} s."
    )


def _say(words: str) -> None:
    """Write and flush, so that a day can also be followed in a file."""
    print(words, flush=True)


def _organizer_key() -> str:
    """:raises SystemExit: if this project's data folder has none."""
    file = Path(value("UPTOWN_DATA")) / "organizer-key"
    try:
        return file.read_text().strip()
    except OSError:
        raise SystemExit(f"There is no organizer key at {file}. Give the server’s: --key KEY") from None


def _declared(options: dict[str, Any]) -> list[Declared]:
    """The days that the options ask for.

    :raises SystemExit: if such a day can't be played.
    """
    if named := options["evening"]:
        days = [evening(EVENINGS[key]) for key in (EVENINGS if "all" in named else named)]
    else:
        asked = product(options["game"], options["seating"], options["phase_two"])
        days = [_usual(*each, options["pairs"]) for each in asked]
    if any(day.way.by_chair for day in days) and min(options["teams"]) < 4:
        raise SystemExit("A day of individuals needs at least four people: --teams 9, say.")
    return days


def _usual(game: str, seating: str, phase_two: str, pairs_up: str) -> Declared:
    """:raises SystemExit: if the seating doesn't fit the game."""
    key = NAMES[seating]
    way = way_of(law_of(game).ruleset, key)
    if find_seating(key, way).key != key:
        raise SystemExit(f"In {game} everybody plays alone: --seating {ALONE}.")
    if is_of_people(key) and not way.by_chair:
        raise SystemExit(f"{game} is played one against one: --seating standing, say.")
    return usual(game, seating=seating, phase_two=phase_two, pairs_up=pairs_up)


@contextlib.contextmanager
def _explained(what: str, url: str) -> Iterator[None]:
    """Turn the expected errors of a day into a sentence that names ``what`` was played."""
    try:
        yield
    except (PageRefused, PagesDisagree, LookupError) as trouble:
        raise SystemExit(f"{what}: {trouble}") from trouble
    except (httpx.TransportError, httpx.InvalidURL) as nobody:
        raise SystemExit(
            f"No Uptown answers at {url} ({nobody}). Say where it runs: --url http://127.0.0.1:8000"
        ) from nobody


def _printed(environment: Mapping[str, str], arguments: Sequence[str]) -> str:
    """The output of a ``manage.py`` command.

    :raises SystemExit: if it fails, with its error output.
    """
    command = [sys.executable, str(BASE_DIR / "manage.py"), *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout


@contextlib.contextmanager
def _served() -> Iterator[tuple[str, str, dict[str, str]]]:
    """A separate server with its own database while the block runs.

    Yields its address, its organizer key, and its environment.
    """
    with tempfile.TemporaryDirectory(prefix="uptown-play-") as data, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = {**os.environ, "UPTOWN_DATA": data}
        command = [
            sys.executable,
            str(BASE_DIR / "manage.py"),
            "serve",
            "--no-demo",
            "--port",
            str(port),
        ]
        server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(server, address)
            yield address, (Path(data) / "organizer-key").read_text().strip(), environment
        finally:
            server.terminate()
            server.wait(PATIENCE)


def _wait_for(server: "subprocess.Popen[bytes]", address: str) -> None:
    for _ in range(PATIENCE * 10):
        if server.poll() is not None:
            raise SystemExit("The server ended before the day began. Try ./uptown run to see why.")
        with contextlib.suppress(httpx.TransportError):
            httpx.get(address, timeout=PATIENCE, trust_env=False)
            return
        time.sleep(0.1)
    raise SystemExit(f"The server did not answer at {address} within {PATIENCE} seconds.")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        raise SystemExit(130) from None
