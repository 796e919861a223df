"""PostgreSQL or Redis is down or misconfigured: one sentence says so, and pages keep working."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
import psycopg
import pytest

from server.http.storage import NOT_READ, NOT_SAVED
from tests.conftest import ROOT, environment_of, fresh_database, redis_url, served
from tests.pages.reading import words as read
from tests.scenes import A_BADGE, TWO_LATE_TEAMS
from tests.server.computers import workers
from tests.waiting import soon, wait_until_nothing_is_due

pytestmark = [pytest.mark.scaled, pytest.mark.slow]

SERVE = ["manage.py", "serve", "--port", "0", "--no-demo"]
WORK, BEAT = (["-m", "celery", "-A", "config", word] for word in ("worker", "beat"))
HEALTH = ["manage.py", "health"]


@contextmanager
def away(url: str) -> Iterator[None]:
    """Refuse every connection to a database while the block runs."""
    server, _, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as operator:
        operator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        operator.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        yield
        operator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def begun(words: list[str], environment: dict[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def opens(reader: httpx.Client, stream: str) -> bool:
    with reader.stream("GET", stream) as opened:
        return opened.status_code == 200


def test_each_start_says_in_a_sentence_what_is_missing(tmp_path, longer):
    filled, empty = fresh_database(), fresh_database("template0")
    first = {**environment_of(tmp_path / "first"), "DATABASE_URL": filled}
    subprocess.run([sys.executable, "manage.py", "shell", "-c", A_BADGE], cwd=ROOT, env=first, check=True)
    # A second computer, with a different secret key.
    own = {**environment_of(tmp_path / "second"), "DATABASE_URL": filled, "REDIS_URL": redis_url()}
    wrong_port = {"DATABASE_URL": "postgres://uptown@127.0.0.1:1/uptown"}
    wrong_name = {"DATABASE_URL": f"{filled}_x"}
    wrong_scheme = {"DATABASE_URL": filled.replace("postgres:", "postgrass:")}
    no_tables, no_redis = {"DATABASE_URL": empty}, {"REDIS_URL": "redis://127.0.0.1:1"}
    unreached, unread = (
        "PostgreSQL can’t be reached as DATABASE_URL says",
        "DATABASE_URL must be PostgreSQL’s address",
    )
    lacks, no_answer = "The database lacks tables", "Redis can’t be reached as REDIS_URL says"
    other_key = "made with another secret key"
    asked = [
        (SERVE, wrong_port, unreached),
        (HEALTH, wrong_name, unreached),
        (BEAT, wrong_scheme, unread),
        (WORK, no_tables, lacks),
        (BEAT, no_redis, no_answer),
        (SERVE, {}, other_key),
    ]
    if longer > 1:  # Each one takes a second or two to start.
        asked += [(words, wrong_port, unreached) for words in (WORK, BEAT, HEALTH)]
        asked += [(words, wrong_scheme, unread) for words in (SERVE, WORK, HEALTH)]
        asked += [(words, no_tables, lacks) for words in (BEAT, HEALTH)]
        asked += [(words, no_redis, no_answer) for words in (WORK, HEALTH)]
        asked += [(words, {}, other_key) for words in (WORK, BEAT, HEALTH)]

    running = [(begun(words, own | more), sentence) for words, more, sentence in asked]
    heard = [(one.communicate(timeout=300)[0], one.returncode, sentence) for one, sentence in running]

    assert [text for text, _, sentence in heard if text.count(sentence) != 1] == []
    assert [text for text, code, _ in heard if code == 0 or "Traceback" in text] == []


def test_public_pages_are_served_without_the_database_then_all_recovers(tmp_path, longer):
    url = fresh_database()
    with (
        served(tmp_path, "--no-demo", DATABASE_URL=url, REDIS_URL=redis_url()) as site,
        workers(site, 1),
        httpx.Client(base_url=site.address, follow_redirects=True, timeout=60) as organizer,
        httpx.Client(base_url=site.address, timeout=60) as reader,
    ):
        slug, secret = site.shell(A_BADGE).split()
        public, seldom, stream = f"/{slug}/standings/", f"/{slug}/bracket/", f"/live/{slug}"
        organizer.get(f"/join/{secret}/")
        token = re.search(
            r'csrfmiddlewaretoken" value="(\w+)"', organizer.get(f"/{slug}/people/").text
        ).group(1)
        site.shell(TWO_LATE_TEAMS)
        wait_until_nothing_is_due(site)  # The worker is running.
        before = reader.get(public, headers={"cache-control": "no-cache"})

        with away(url):
            # With --long, also after the minute for which the cached page is fresh anyway.
            times = [(reader.get(public), time.sleep(1))[0] for _ in range(65 if longer > 1 else 5)]
            others = [reader.get(seldom), organizer.get(f"/{slug}/floor/"), reader.get(stream)]
            fields = {"csrfmiddlewaretoken": token, "role": "referee", "name": "Mo"}
            press = organizer.post(f"/{slug}/people/give/", data=fields)
        soon(lambda: organizer.get(f"/{slug}/floor/").status_code == 200, 30)
        soon(lambda: opens(reader, stream), 30)
        site.shell(TWO_LATE_TEAMS)
        wait_until_nothing_is_due(site)

    assert {(answer.status_code, answer.text) for answer in times} == {(200, before.text)}
    assert [answer.status_code for answer in others] == [503] * 3
    assert [NOT_READ in read(answer.text) for answer in others[:2]] == [True] * 2
    assert not any("saved" in answer.text.partition("</title>")[0] for answer in others)
    assert (press.status_code, NOT_SAVED in read(press.text)) == (503, True)
    for log in (tmp_path / "server.log", tmp_path / "worker-0.log"):
        lines = [line for line in log.read_text().splitlines() if "ERROR" in line]
        assert "Traceback" not in log.read_text()
        assert 1 <= len(lines) < 10
