"""Eight referees who enter hands while teams come late, through every failure of the server.

Like the outbox, each referee repeats an unanswered action with the same id until there is a response.
"""

import http.client
import json
import random
import threading
import time
from collections.abc import Callable, Mapping
from html import unescape
from pathlib import Path
from queue import Queue
from uuid import uuid4

from server.http.storage import NOT_READ, NOT_SAVED
from tests.conftest import Site
from tools.bench._asker import Asker, Refused

REFEREES = 8
SIDES = ("NS", "EW", "NS", "EW", "NS")
PATIENCE = 180.0
# In the second event a minute lasts a second, and only one side of each table has come.
MADE = f"""
import json
from django.utils import timezone
from tests import build
from tournament.settings.commands_event import set_clock
from tournament.floor.commands_floor import mark_seated

def hall(name, speed):
    event = build.event(name=name, is_practice=True, tables={REFEREES})
    build.teams(event, {2 * REFEREES})
    games = list(build.called_round(event).games.with_everybody().order_by("pk"))
    set_clock(event=event, shown=build.at(15, 4), speed=speed, real=timezone.now(), by=build.organizer(event))
    return event, games

event, games = hall("Played", 0.1)
late, waiting = hall("Late", 60)
for game in waiting:
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(late), at=build.at(15, 4))
print(json.dumps(dict(
    referees=[dict(slug=event.slug, game=game.pk, secret=build.referee(event, str(game)).badge.secret)
              for game in games],
    organizer=dict(slug=late.slug, secret=build.organizer(late).badge.secret))))
"""
BOOK = """
import json
from collections import Counter
from scoring.models import Hand
from scoring.integrity import integrity
from tournament.models import Deadline, Event, LogEntry
from tournament.log.log_chain import broken_links
event, late = Event.objects.get(name="Played"), Event.objects.get(name="Late")
def logged(event):
    entries = event.log.filter(action__startswith="hand.").values_list("facts", flat=True)
    return Counter(facts["hand"] for facts in entries)
print(json.dumps(dict(
    written=[str(pk) for pk in Hand.objects.filter(game__event=event).values_list("pk", flat=True)],
    logged=logged(event),
    standing={game.pk: [str(pk) for pk in Hand.objects.standing().filter(game=game).order_by("sequence")
                        .values_list("pk", flat=True)] for game in event.games.all()},
    over=list(event.games.exclude(over_at=None).values_list("pk", flat=True)),
    waiting=Deadline.objects.filter(done_at=None).count(),
    forfeited=sorted(Counter(Hand.objects.filter(game__event=late).values_list("game", flat=True)).values()),
    forfeits_logged=sorted(logged(late).values()),
    wrong=[*integrity(event), *integrity(late), *broken_links(event), *broken_links(late)])))
"""


class Person(threading.Thread):
    """A person with a phone who acts until ``is_over``. ``fault`` is a response that the phone can't use."""

    def __init__(self, port: int, badge: Mapping[str, object], is_over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.badge, self.port, self.is_over = badge, port, is_over
        self.unanswered = self.refused = 0
        self.fault = ""
        self.asker: Asker | None = None

    def run(self) -> None:
        try:
            while not self.is_over.is_set():
                self.act()
        except Exception as fault:
            self.fault = repr(fault)
            raise

    def act(self) -> None:
        raise NotImplementedError

    def post(self, address: str, fields: Mapping[str, object]) -> None:
        """Post until there is a usable response; only a 503 page that says what to do may come first."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                if self.asker is None:
                    self.asker = Asker(self.port, self.badge)
                self.asker.ask("POST", address, fields)
                return
            except Refused as refused:
                if not refused.is_ours:  # It may have been saved or not.
                    self.unanswered += 1
                    time.sleep(0.5)
                    continue
                page = unescape(refused.body.decode())
                if refused.status != 503 or not any(sentence in page for sentence in (NOT_SAVED, NOT_READ)):
                    raise
                self.refused += 1
            except (OSError, http.client.HTTPException):
                self.unanswered += 1
                if self.asker:
                    self.asker.connection.close()
            time.sleep(0.05)
        raise TimeoutError(address)


class Referee(Person):
    """Plays a game to its end, then takes its last hand back and enters it again."""

    def __init__(
        self, port: int, badge: Mapping[str, object], is_over: threading.Event, acknowledged: Queue[str]
    ) -> None:
        super().__init__(port, badge, is_over)
        self.acknowledged = acknowledged
        self.standing: list[str] = []
        self.actions: list[str] = []

    def act(self) -> None:
        key = str(uuid4())
        if len(self.standing) < len(SIDES):
            side, sequence = SIDES[len(self.standing)], len(self.standing) + 1
            fields = {"hand_id": key, "sequence": sequence, "bidder": side, "bid": "4 uptown", "books": 10}
            self.post(f"/{self.badge['slug']}/game/{self.badge['game']}/hand/", fields)
            self.standing.append(key)
        else:
            fields = {"key": key, "reason": "Entered too early"}
            self.post(f"/{self.badge['slug']}/hand/{self.standing[-1]}/strike/", fields)
            self.standing.pop()
        self.actions.append(key)
        self.acknowledged.put(key)
        time.sleep(random.uniform(0, 0.02))


class Organizer(Person):
    """An organizer who keeps confirming that the clock is right."""

    def act(self) -> None:
        self.post(f"/{self.badge['slug']}/day/clock-is-right/", {"is": "right"})
        self.is_over.wait(1)


class Hall:
    """The people of two events on a server that listens at ``port``."""

    def __init__(self, port: int, environment: Mapping[str, str]) -> None:
        self.site = Site(address="", data=Path(), output="", environment=environment)
        made = self.shell(MADE)
        self.is_over = threading.Event()
        self.acknowledged: Queue[str] = Queue()
        self.referees = [Referee(port, badge, self.is_over, self.acknowledged) for badge in made["referees"]]
        self.people: list[Person] = [*self.referees, Organizer(port, made["organizer"], self.is_over)]

    def live_through(self, troubles: list[Callable[[], None]]) -> None:
        """Cause one trouble after the other, each once hands are saved again and while one is being sent."""
        for person in self.people:
            person.start()
        for trouble in troubles:
            for _ in range(REFEREES):
                self.acknowledged.get(timeout=PATIENCE)
            time.sleep(random.uniform(0, 0.25))
            trouble()
            while not self.acknowledged.empty():
                self.acknowledged.get()
        self.acknowledged.get(timeout=PATIENCE)
        self._soon(lambda: self.shell(BOOK)["waiting"] == 0)
        self.is_over.set()
        for person in self.people:
            person.join(PATIENCE)

    def check(self) -> None:
        """Assert that each acknowledged fact exists once, each deadline fired once, and all is consistent."""
        book = self.shell(BOOK)
        actions = [key for referee in self.referees for key in referee.actions]
        assert [person.fault for person in self.people if person.fault or person.is_alive()] == []
        assert sorted(book["written"]) == sorted(actions)
        assert book["logged"] == dict.fromkeys(actions, 1)
        assert book["standing"] == {str(each.badge["game"]): each.standing for each in self.referees}
        assert book["over"] == [
            each.badge["game"] for each in self.referees if len(each.standing) == len(SIDES)
        ]
        # A side that never comes loses all three hands of the game.
        assert book["forfeited"] == [3] * REFEREES
        assert book["forfeits_logged"] == [1] * 3 * REFEREES
        assert book["wrong"] == []

    def shell(self, code: str) -> dict:
        return json.loads(self.site.shell(code).splitlines()[-1])

    def _soon(self, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < until, [person.fault for person in self.people]
            time.sleep(0.5)
