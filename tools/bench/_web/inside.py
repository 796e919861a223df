"""The events to measure, and what is measured inside the process: SQL statements, and the time to render.

Import it only where Django is set up, with a separate migrated database.
"""

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from statistics import median
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.rounds.commands_rounds import recall_round
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.models import Event, Game, Role, Round
from tournament.models.programs import Scope
from tournament.programs.commands_tokens import give_token

TIMES = 5
SCREENS = {
    "standings": ("", "standings/"),
    "floor": ("organizer", "floor/"),
    "wall": ("", "screen/"),
    "referee's tables": ("referee", "tables/"),
    "seats": ("", "seats/"),
    "desk": ("organizer", "desk/"),
    "set-up": ("organizer", "event/"),
}
"""By name of a screen: the badge that opens it, if any, and its path."""
KEPT_FOR_COUNTING = 3  # Games at the end of the list that the clients don't get.


@transaction.atomic
def make_hall(teams: int, rounds: int) -> dict[str, Any]:
    """An event in the middle of Phase I: ``rounds`` rounds are played, and every game of the next is open."""
    event = build.event(name=f"Hall {uuid4()}", tables=max(2, teams // 2))
    build.teams(event, teams)
    build.played_phase_one(event, rounds)
    called_at = build.THREE + timedelta(minutes=30 * rounds)
    games = list(build.called_round(event, called_at).games.with_everybody().order_by("pk"))
    event.is_practice = True
    event.save(update_fields=["is_practice"])
    still_clock(event, called_at + timedelta(minutes=10))
    return {
        "slug": event.slug,
        "teams": teams,
        "games": [game.pk for game in games[:-KEPT_FOR_COUNTING]],
        "referee": build.referee(event).badge.secret,
        "team": games[-1].team("NS").badge.secret,
        "token": give_token(
            event=event, name="Display", scope=Scope.READ, by=build.organizer(event), at=called_at
        ).secret,
        "sheet": games[-1].pk,
    }


@transaction.atomic
def make_call(teams: int) -> dict[str, Any]:
    """An event whose first round can be called, and a browser for each team: its number and its cookie."""
    event = build.event(name=f"Call {uuid4()}", tables=teams // 2, is_practice=True)
    build.teams(event, teams)
    still_clock(event, build.THREE)
    browsers = ((team.number, wearing(team.badge)) for team in event.teams.all())
    return {
        "slug": event.slug,
        "organizer": build.organizer(event).badge.secret,
        "phones": [(number, f"sessionid={client.cookies['sessionid'].value}") for number, client in browsers],
    }


def recall(slug: str) -> None:
    """Take the round back, so that it can be called once more."""
    event = Event.objects.get(slug=slug)
    recall_round(
        row=Round.objects.get(phase__event=event, recalled_at=None), by=build.organizer(event), at=build.THREE
    )


def make_size(teams: int) -> dict[str, Any]:
    """An event of this size, in which every table but one has played a hand."""
    hall = make_hall(teams, 0)
    with transaction.atomic():
        for game in _games(hall)[:-1]:
            build.hand(game)
    return hall


def render_seconds(hall: dict[str, Any]) -> dict[str, float]:
    """The time to render each screen after a hand was saved, by its name in ``SCREENS``.

    Medians of processor seconds, in this process and without a server around it, so that other work on the
    machine isn't measured.
    """
    event = Event.objects.get(slug=hall["slug"])
    crew = {
        "": Client(),
        "organizer": wearing(build.organizer(event).badge),
        "referee": wearing(event.badges.filter(role=Role.REFEREE)[0]),
    }
    took: dict[str, list[float]] = {name: [] for name in SCREENS}
    actions = _more_hands(hall)
    for badge, path in SCREENS.values():  # Loads the code and compiles the templates.
        crew[badge].get(f"/{hall['slug']}/{path}")
    gc.collect()
    gc.freeze()  # As the server does, once its code is loaded.
    for _ in range(TIMES):
        next(actions)()
        for name, (badge, path) in SCREENS.items():
            began = time.process_time()
            assert crew[badge].get(f"/{hall['slug']}/{path}").status_code == 200, path
            took[name].append(time.process_time() - began)
    return {name: median(times) for name, times in took.items()}


def count_statements(hall: dict[str, Any]) -> dict[str, int]:
    """The SQL statements of the standings after a hand, and then of two private pages."""
    event = Event.objects.get(slug=hall["slug"])
    sheet = _games(hall)[-1]
    referee = event.badges.filter(role=Role.REFEREE)[0]
    visits = {
        "standings": (Client(), "standings/"),
        "team": (wearing(sheet.team("NS").badge), "team/"),
        "sheet": (wearing(referee), f"game/{sheet.pk}/"),
    }
    for client, path in [*visits.values()] * 2:
        assert client.get(f"/{event.slug}/{path}").status_code == 200
    next(_more_hands(hall))()
    counted = {}
    for name, (client, path) in visits.items():
        with CaptureQueriesContext(connection) as asked:
            client.get(f"/{event.slug}/{path}")
        counted[name] = len(asked)
    return counted


def _games(hall: dict[str, Any]) -> list[Game]:
    return list(Game.objects.open().filter(event__slug=hall["slug"]).with_everybody().order_by("pk"))


def _more_hands(hall: dict[str, Any]) -> Iterator[Callable[[], object]]:
    """Hands at the tables that are reserved for counting, except the last, whose sheet is rendered."""
    for game in _games(hall)[-KEPT_FOR_COUNTING:-1]:
        for side in ("NS", "EW", "NS"):
            yield _hand(game, side)


def _hand(game: Game, side: str) -> Callable[[], object]:
    return lambda: build.hand(game, replace(build.FOUR_MADE, bidder=side))
