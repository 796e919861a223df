"""The events to measure, and what is recorded of their pages.

``python -m tools.bench._inside NAME ARGUMENTS`` calls a function, with a separate migrated database. The last
line that it prints is the result.
"""

import json
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import django

django.setup()

from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from tests import build  # noqa: E402
from tests.pages.visit import still_clock, wearing  # noqa: E402
from tools.bench._asker import FORM_STAYS  # noqa: E402
from tournament.models import Event, Game  # noqa: E402
from tournament.models.programs import Scope  # noqa: E402
from tournament.programs.commands_tokens import give_token  # noqa: E402

CHANGES = ("INSERT", "UPDATE", "DELETE", "SELECT")


@transaction.atomic
def hall(teams: int, rounds: int) -> dict[str, Any]:
    """An event in the middle of Phase I: ``rounds`` rounds are played, and every game of the next is open."""
    event = build.event(name=f"Hall {uuid4()}", tables=max(2, teams // 2))
    build.teams(event, teams)
    build.played_phase_one(event, rounds)
    called_at = build.THREE + timedelta(minutes=30 * rounds)
    *games, last = build.called_round(event, called_at).games.with_everybody().order_by("pk")
    event.is_practice = True
    event.save(update_fields=["is_practice"])
    still_clock(event, called_at + timedelta(minutes=10))
    by = build.organizer(event)
    return {
        "slug": event.slug,
        "games": [game.pk for game in games],
        "sheet": last.pk,
        "referee": build.referee(event).badge.secret,
        "organizer": by.badge.secret,
        "team": last.team("NS").badge.secret,
        "token": give_token(event=event, name="Display", scope=Scope.READ, by=by, at=called_at).secret,
    }


@transaction.atomic
def to_call(teams: int) -> dict[str, Any]:
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


def recorded(slug: str, pages: dict[str, tuple[str, str]]) -> dict[str, dict[str, Any]]:
    """The statements and the body of pages, each opened for the second time, and of a first hand.

    A page is its path and the secret of the badge that opens it.
    """
    event, found = Event.objects.get(slug=slug), {}
    for name, (path, secret) in pages.items():
        client = Client()
        client.get(f"/join/{secret}/")
        found[name] = _recorded(client, path)
    game = Game.objects.filter(event=event, over_at=None).order_by("-pk")[0]
    fields = {"hand_id": uuid4(), "sequence": 1, "bidder": "NS", "bid": "4 uptown", "books": 10}
    referee = wearing(build.referee(event).badge)
    found["hand"] = _recorded(referee, f"/{slug}/game/{game.pk}/hand/", fields)
    return found


def _recorded(client: Client, path: str, fields: dict[str, Any] | None = None) -> dict[str, Any]:
    for _ in range(2):
        with transaction.atomic(), CaptureQueriesContext(connection) as seen:
            answer = client.post(path, fields, headers=FORM_STAYS) if fields else client.get(path)
            transaction.set_rollback(True)
        assert answer.status_code == 200, f"{path} answers {answer.status_code}."
    statements = [each["sql"] for each in seen if each["sql"].startswith(CHANGES)]
    return {"statements": statements, "body": answer.content.decode()}


if __name__ == "__main__":
    names: dict[str, Callable[..., object]] = {"hall": hall, "to_call": to_call, "recorded": recorded}
    print(json.dumps(names[sys.argv[1]](*json.loads(sys.argv[2]))))
