"""The server dies at random while eight referees enter hands: what it said it saved is there, once.

The servers are those of ``tests.attacks.mortal``: the real application, killed with SIGKILL, soon back.
"""

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from uuid import uuid4

import pytest

from benchmarks._hands_http import Asker
from tests.conftest import HOUSE, begin_with_empty_tables, environment_of, fresh_database, redis_url

pytestmark = pytest.mark.slow

KILLS = {"SQLite": 6, "PostgreSQL": 2}
REFEREES = 8
SIDES = ("NS", "EW", "NS", "EW", "NS")
HALL = f"""
import json
from tests import build
from tests.pages.visit import still_clock
event = build.event(is_practice=True, tables={REFEREES})
build.teams(event, {2 * REFEREES})
games = build.called_round(event).games.order_by("pk")
still_clock(event, build.at(15, 4))
print(json.dumps([dict(slug=event.slug, game=game.pk, secret=build.referee(event, str(game)).badge.secret)
                  for game in games]))
"""
BOOK = """
import json
from collections import Counter
from scoring.models import Hand
from scoring.queries.integrity import integrity
from tournament.models import Event, LogEntry
event = Event.objects.get()
entries = LogEntry.objects.filter(action__startswith="hand.").values_list("facts", flat=True)
logged = Counter(facts["hand"] for facts in entries)
print(json.dumps(dict(
    written=[str(pk) for pk in Hand.objects.values_list("pk", flat=True)],
    logged=logged,
    standing={game.pk: [str(pk) for pk in Hand.objects.standing().filter(game=game).order_by("sequence")
                        .values_list("pk", flat=True)] for game in event.games.all()},
    over=list(event.games.exclude(over_at=None).values_list("pk", flat=True)),
    wrong=integrity(event))))
"""


class Referee(threading.Thread):
    """Plays a game to its end, then takes its last hand back and enters it again, as long as the test lasts.

    An action without an answer is sent again with its id until there is one: as the phone's outbox does it.
    """

    def __init__(self, port: int, hall: dict, is_over: threading.Event, acknowledged: Queue) -> None:
        super().__init__(daemon=True)
        self.hall, self.port, self.is_over, self.acknowledged = hall, port, is_over, acknowledged
        self.standing: list[str] = []
        self.actions: list[str] = []
        self.unanswered = 0
        self.asker = self._until_answered(lambda: Asker(port, hall))

    def run(self) -> None:
        while not self.is_over.is_set():
            if len(self.standing) < len(SIDES):
                self._enter(SIDES[len(self.standing)])
            else:
                self._take_back()
            time.sleep(random.uniform(0, 0.02))

    def _enter(self, side: str) -> None:
        hand, place = str(uuid4()), len(self.standing) + 1
        fields = {"hand_id": hand, "sequence": place, "bidder": side, "bid": "4 uptown", "books": 10}
        self._do(f"/{self.hall['slug']}/game/{self.hall['game']}/hand/", fields, hand)
        self.standing.append(hand)

    def _take_back(self) -> None:
        key = str(uuid4())
        fields = {"key": key, "reason": "Entered too early"}
        self._do(f"/{self.hall['slug']}/hand/{self.standing[-1]}/strike/", fields, key)
        self.standing.pop()

    def _do(self, address: str, fields: dict, key: str) -> None:
        self._until_answered(lambda: self.asker.ask("POST", address, fields))
        self.actions.append(key)
        self.acknowledged.put(key)

    def _until_answered(self, ask):
        while True:
            try:
                return ask()
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                if "asker" in vars(self):
                    self.asker.line.close()
                time.sleep(0.02)


@contextmanager
def mortal(environment: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.attacks.mortal"],
        cwd=HOUSE,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield server
    finally:
        server.terminate()
        try:
            server.wait(60)
        finally:
            server.kill()


def in_shell(environment: dict[str, str], code: str) -> object:
    words = [sys.executable, "manage.py", "shell", "-v", "0", "-c", code]
    said = subprocess.run(words, cwd=HOUSE, env=environment, check=True, capture_output=True, text=True)
    return json.loads(said.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    "database",
    [
        pytest.param("SQLite", marks=pytest.mark.embedded),
        pytest.param("PostgreSQL", marks=pytest.mark.scaled),
    ],
)
def test_a_server_killed_again_and_again_loses_no_hand_and_doubles_none(
    tmp_path: Path, longer: int, database: str
):
    environment, kills = environment_of(tmp_path), KILLS[database] * longer
    if database == "PostgreSQL":
        environment |= {"DATABASE_URL": fresh_database(), "REDIS_URL": redis_url()}
    else:
        begin_with_empty_tables(tmp_path)
    halls = in_shell(environment, HALL)
    is_over, acknowledged = threading.Event(), Queue()

    with mortal(environment) as server:
        port, process = int(server.stdout.readline()), int(server.stdout.readline())
        referees = [Referee(port, hall, is_over, acknowledged) for hall in halls]
        for referee in referees:
            referee.start()
        for _ in range(kills):
            acknowledged.get(timeout=120)  # It works, and is in the middle of something else.
            time.sleep(random.uniform(0, 0.25))
            os.kill(process, signal.SIGKILL)
            process = int(server.stdout.readline())
            while not acknowledged.empty():
                acknowledged.get()
        is_over.set()
        for referee in referees:
            referee.join(120)
            assert not referee.is_alive()

    book = in_shell(environment, BOOK)
    actions = [key for referee in referees for key in referee.actions]
    print(f"{len(actions)} actions, {sum(each.unanswered for each in referees)} times no answer")  # noqa: T201
    assert len(actions) > kills
    assert sum(referee.unanswered for referee in referees) > 0
    assert sorted(book["written"]) == sorted(actions)
    assert book["logged"] == dict.fromkeys(actions, 1)
    assert book["standing"] == {str(each.hall["game"]): each.standing for each in referees}
    assert book["over"] == [each.hall["game"] for each in referees if len(each.standing) == len(SIDES)]
    assert book["wrong"] == []
