"""One event of a tree, and the processor time of what people do with it: what ``_trees`` runs in each tree.

It is run as text (``python -c``) in the folder of its tree, so that an older commit measures its own code. It
names only what has had that name for long: ``tests.build``, ``wearing``, and addresses. It reads one order a
line, a name of ``WORK``, and answers with the seconds that this took.
"""

import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402

for command in ("migrate", "createcachetable", "collectstatic"):
    call_command(command, verbosity=0, **({"interactive": False} if command == "collectstatic" else {}))

from tests import build  # noqa: E402 - it imports Django's models
from tests.pages.visit import still_clock, wearing  # noqa: E402

CALLED = 40
"""The teams of each event in which a round is called: a new one each time."""
FORM_STAYS = {"HX-Request": "true", "HX-Target": "game", "Uptown-Stage": "open"}
TEN_PAST = build.at(15, 10)


@transaction.atomic
def opened(teams: int) -> Any:
    event = build.event(name=f"Hall {uuid4()}", tables=teams // 2, is_practice=True)
    build.teams(event, teams)
    still_clock(event, build.THREE)
    return event


@transaction.atomic
def in_play(teams: int) -> tuple[Any, list[Any]]:
    """An event and its open games, all with a first hand."""
    event = opened(teams)
    games = list(build.called_round(event).games.select_related("event").with_everybody().order_by("pk"))
    for game in games[:-1]:
        build.hand(game)
    still_clock(event, TEN_PAST)
    return event, games


event, games = in_play(int(sys.argv[1]))
organizer, referee = (wearing(of(event).badge) for of in (build.organizer, build.referee))
*others, shown = games
PAGES = {
    "team": (wearing(shown.team("NS").badge), "team/"),
    "sheet": (referee, f"game/{shown.pk}/"),
    "tables": (referee, "tables/"),
    "floor": (organizer, "floor/"),
    "desk": (organizer, "desk/"),
    "standings": (Client(), "standings/"),
    "wall": (Client(), "screen/"),
}
left = [(game, sequence) for game in others for sequence in (3, 2)]


def took(status: int, ask: Callable[..., Any], *words: Any, **more: Any) -> float:
    began = time.process_time()
    answer = ask(*words, **more)
    seconds = time.process_time() - began
    assert answer.status_code == status, f"{words[0]} answers {answer.status_code}."
    return seconds


def hand() -> float:
    """Save a second hand, or one that ends its game."""
    game, sequence = left.pop()
    fields = {"hand_id": uuid4(), "sequence": sequence, "bidder": "NS", "bid": "4 uptown", "books": 10}
    return took(200, referee.post, f"/{event.slug}/game/{game.pk}/hand/", fields, headers=FORM_STAYS)


def call() -> float:
    hall = opened(CALLED)
    return took(302, wearing(build.organizer(hall).badge).post, f"/{hall.slug}/round/", {"pressed": 1})


def shows(client: Client, path: str) -> Callable[[], float]:
    return lambda: took(200, client.get, f"/{event.slug}/{path}")


WORK = {"hand": hand, **{name: shows(*page) for name, page in PAGES.items()}, "call": call}

for does in (*WORK.values(), hand):  # Loads the code and compiles the templates.
    does()
gc.collect()
gc.freeze()  # As the server does, once its code is loaded.
print(json.dumps([*WORK]), flush=True)
for order in sys.stdin:
    print(json.dumps(WORK[order.strip()]()), flush=True)
