"""Several worker processes behind a real nginx: what they know of each other, and when one of them dies.

The nginx is configured as ``docs/operator.md`` says.
"""

import re
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from tests import services
from tests.conftest import ROOT, Site, fresh_database, served
from tests.scenes import A_BADGE, DONE, TWO_LATE_TEAMS
from tests.server.computers import workers
from tests.waiting import soon, wait_until_nothing_is_due
from tournament.schedule.live import TOO_LONG

pytestmark = [pytest.mark.scaled, pytest.mark.slow]

LOCATIONS = re.search(r"```nginx\n(.*?)```", (ROOT / "docs/operator.md").read_text(), re.DOTALL).group(1)
NOTHING_DUE = "Nothing comes due until Redis is back"
DOES_NOTHING = "This worker does nothing until Redis is back."


@dataclass(frozen=True)
class Hall:
    """Two worker processes behind an nginx at ``address``, with a private Redis that a test can stop."""

    folder: Path
    redis: ExitStack
    site: Site
    address: str

    @property
    def log(self) -> str:
        return (self.site.data / "server.log").read_text()


def worker_log(hall: Hall) -> str:
    return (hall.site.data / "worker-0.log").read_text()


def serving(site: Site) -> list[int]:
    """The ids of the worker processes, children of the supervisor."""
    pid = site.server.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    data = tmp_path_factory.mktemp("hall")
    with services.private_folder() as folder, ExitStack() as redis:
        url = redis.enter_context(services.redis(folder))
        environment = {"DATABASE_URL": fresh_database(), "REDIS_URL": url, "UPTOWN_PROXIES": "127.0.0.1"}
        with served(data, "--no-demo", "--workers", "2", **environment) as site:
            soon(lambda: len(serving(site)) == 2)
            soon(lambda: httpx.get(f"{site.address}/code/").status_code == 200)
            own = site.address.removeprefix("http://")
            with services.nginx(folder, LOCATIONS.replace("127.0.0.1:8000", own)) as address:
                yield Hall(folder, redis, site, address)


A_CODE = """
from django.utils import timezone
from tests import build
from tournament.badges.commands_badges import give_badge
event = build.event(name="Codes")
give_badge(event=event, role="referee", name="Jo", by=build.organizer(event), at=timezone.now())
"""
WRONG_CODES = """
from tournament.models import LogEntry
found = LogEntry.objects.filter(action="door.wrong", event__name="Codes").order_by("pk")
print(*[entry.words.split()[-1] for entry in found])
"""


def guess(hall: Hall, comes_from: str, pretends: str) -> int:
    """Try a code through the proxy from a local address, as if it came from another machine."""
    way = httpx.HTTPTransport(local_address=comes_from)
    with httpx.Client(transport=way, base_url=hall.address) as browser:
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', browser.get("/code/").text).group(1)
        fields = {"code": "0" * 12, "csrfmiddlewaretoken": token}
        return browser.post("/code/", data=fields, headers={"x-forwarded-for": pretends}).status_code


def test_behind_a_proxy_each_address_waits_by_itself_for_any_headers(hall):
    hall.site.shell(A_CODE)

    answers = [guess(hall, comes_from, "203.0.113.7") for comes_from in ("127.0.0.3", "127.0.0.4")]

    assert answers == [422, 422]
    assert hall.site.shell(WRONG_CODES) == "127.0.0.3. 127.0.0.4."


def test_a_stream_comes_through_the_proxy_as_it_is_said(hall):
    slug, _ = hall.site.shell(A_BADGE).split()

    with httpx.stream("GET", f"{hall.address}/live/{slug}", timeout=10) as stream:
        first = next(stream.iter_text())

    assert stream.status_code == 200
    assert "data:" in first


def test_processes_that_serve_do_not_tick_and_a_worker_that_died_is_missed(hall, longer):
    slug, secret = hall.site.shell(A_BADGE).split()
    organizer = httpx.Client(base_url=hall.address, follow_redirects=True)
    organizer.get(f"/join/{secret}/")
    hall.site.shell(TWO_LATE_TEAMS)
    time.sleep(3)
    assert hall.site.shell(DONE) == "0"

    with workers(hall.site, 2):
        wait_until_nothing_is_due(hall.site)
    if longer > 1:
        hall.site.shell(TWO_LATE_TEAMS)
        time.sleep(TOO_LONG.total_seconds() + 15)
        assert "Nothing is timed right now" in organizer.get(f"/{slug}/floor/").text
        assert "The scheduler stopped at" in hall.log
        with workers(hall.site, 1):
            wait_until_nothing_is_due(hall.site)
        assert "Nothing is timed right now" not in organizer.get(f"/{slug}/floor/").text
    assert organizer.get(f"/{slug}/floor/").status_code == 200


def test_without_redis_the_site_works_and_the_operator_hears_of_it_once(hall):
    slug, secret = hall.site.shell(A_BADGE).split()
    hall.site.shell(TWO_LATE_TEAMS)
    with workers(hall.site, 1):
        wait_until_nothing_is_due(hall.site)
        httpx.get(f"{hall.address}/{slug}/standings/")  # Its process subscribes now.
        hall.redis.close()
        with httpx.Client(base_url=hall.address, follow_redirects=True) as organizer:
            assert organizer.get(f"/join/{secret}/").status_code == 200
            page = organizer.get(f"/{slug}/people/")
            token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page.text).group(1)
            fields = {"csrfmiddlewaretoken": token, "role": "referee", "name": "Mo"}
            given = organizer.post(f"/{slug}/people/give/", data=fields)
        soon(lambda: "Redis doesn’t deliver the announcements" in hall.log)
        soon(lambda: NOTHING_DUE in worker_log(hall))
        health = subprocess.run(
            [sys.executable, "manage.py", "health"],
            cwd=ROOT,
            env=hall.site.environment,
            capture_output=True,
            text=True,
        )

        hall.redis.enter_context(services.redis(hall.folder))
        hall.site.shell(TWO_LATE_TEAMS)
        wait_until_nothing_is_due(hall.site)

        for death in range(2, 5):  # Celery's worker used to die in one of three.
            hall.redis.close()
            soon(lambda death=death: worker_log(hall).count(NOTHING_DUE) == death)
            hall.redis.enter_context(services.redis(hall.folder))
            hall.site.shell(TWO_LATE_TEAMS)
            wait_until_nothing_is_due(hall.site)

    worker = worker_log(hall)
    assert "Mo" in given.text
    assert (health.returncode, "✗ Redis: Redis can’t be reached" in health.stdout) == (1, True)
    assert worker.count(NOTHING_DUE) == 4
    assert worker.count(DOES_NOTHING) <= 4
    assert "Traceback" not in worker
    assert 1 <= hall.log.count("Redis doesn’t deliver the announcements") <= 4 * len(serving(hall.site))


def test_serving_processes_end_and_free_the_port_when_their_parent_dies(hall):
    children = serving(hall.site)
    hall.site.server.kill()

    soon(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children), 30)

    with pytest.raises(httpx.ConnectError):
        httpx.get(hall.site.address)
