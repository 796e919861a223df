"""``./uptown wide`` loses its programs in the middle of a round: phones are soon up to date again."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from tests import services
from tests.chaos.hall import Hall
from tests.chaos.phones import Phone, page
from tests.chaos.started import Started, children_of, words_of
from tests.waiting import soon

pytestmark = [pytest.mark.slow, pytest.mark.scaled, pytest.mark.long]

ROUNDS = 4
"""How often each program dies. The pause before it starts again doubles, and must stay below ``WITHIN``."""
PHONES = 4
WITHIN = 30.0
"""The seconds after which every phone is right again."""
PROGRAMS = ["web", "PgBouncer", "replica", "HAProxy", "Redis"]


class Watched:
    """Phones that watch an event, and checks that they are up to date."""

    def __init__(self, wide: Started, hall: Hall, sockets: Path) -> None:
        self.wide, self.hall, self.sockets = wide, hall, sockets
        self.is_over = threading.Event()
        self.slug = str(hall.referees[0].badge["slug"])
        self.phones = [Phone(wide.port, self.slug, self.is_over) for _ in range(PHONES)]
        self.longest = 0.0

    def version(self) -> int:
        """The event's version, read from PostgreSQL directly."""
        with psycopg.connect(f"host={self.sockets} user=uptown dbname=uptown") as connection:
            found = connection.execute("SELECT version FROM tournament_event WHERE slug = %s", [self.slug])
            return int(found.fetchone()[0])

    def on_replica(self, statement: str) -> int:
        with psycopg.connect(f"host={self.sockets} port=5433 user=uptown dbname=uptown") as connection:
            return int(connection.execute(statement).fetchone()[0] or 0)

    def after(self, trouble: Callable[[], object]) -> Callable[[], None]:
        """Wrap a trouble: afterwards all phones and pages must soon show everything saved before its end."""

        def happens() -> None:
            trouble()
            wanted, began = self.version(), time.monotonic()
            while wrong := self.behind(wanted):
                assert time.monotonic() - began < WITHIN, wrong
                time.sleep(0.2)
            self.longest = max(self.longest, time.monotonic() - began)

        return happens

    def behind(self, wanted: int) -> list[str]:
        found = [f"a phone has {each.version}: {each.fault}" for each in self.phones if each.version < wanted]
        try:
            standings = httpx.get(
                f"http://127.0.0.1:{self.wide.port}/api/v1/events/{self.slug}/standings", timeout=5
            )
            shown = int(standings.headers["etag"].removeprefix('W/"v').partition("-")[0])
        except (httpx.HTTPError, KeyError) as fault:
            return [*found, repr(fault)]
        return found if shown >= wanted else [*found, f"a page has {shown}"]

    def replica_waits(self) -> None:
        self.on_replica("SELECT count(pg_wal_replay_pause()::text)")

    def replica_goes_on(self) -> None:
        self.on_replica("SELECT count(pg_wal_replay_resume()::text)")

    def pages_read_there(self) -> int:
        return self.on_replica(
            "SELECT sum(seq_scan + idx_scan) FROM pg_stat_user_tables WHERE relname = 'tournament_seat'"
        )


@pytest.fixture
def wide(tmp_path: Path) -> Iterator[tuple[Started, Path]]:
    with services.private_folder() as folder:
        started = Started(folder / "data", tmp_path, "tools.wide")
        programs = {pid: words_of(pid) for pid in children_of(started.running.pid)}
        try:
            yield started, folder / "data/run"
        finally:
            ended = started.end()
    assert (ended, started.output.strip().splitlines()[-1]) == (0, "All has ended, in order.")
    assert not [pid for pid in programs if Path(f"/proc/{pid}").exists()]


def test_phones_recover_soon_from_any_crash_and_no_hand_is_lost(wide):
    started, sockets = wide
    hall = Hall(started.port, started.environment)
    watched = Watched(started, hall, sockets)
    for phone in watched.phones:
        phone.start()
    soon(lambda: all(phone.standings for phone in watched.phones))
    soon(lambda: watched.pages_read_there() > 0)

    dying = [started.loses(name) for name in PROGRAMS]
    troubles = [watched.replica_waits, watched.replica_goes_on]
    troubles += [each for _ in range(ROUNDS) for each in random.sample(dying, len(dying))]
    hall.live_through([watched.after(each) for each in troubles])
    hall.check()

    shown = watched.phones[0].shown
    soon(lambda: {each.standings.strip() for each in watched.phones} == {page(started.port, shown).strip()})
    watched.is_over.set()
    print(f"All were right again after {watched.longest:.1f} s at most.")  # noqa: T201 - with pytest -s
