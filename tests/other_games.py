"""Events of other games than Fahrenheit, with their sides."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from tests import build
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_team
from tournament.models import Event, Game


def sign_up(event: Event, number: int) -> None:
    players = ["Dee"] if event.game == "bid-fair" else ["Dee", "Ray"]
    made = sign_up_team(
        event=event,
        key=uuid4(),
        name=f"Side {number}",
        players=[f"{name} {number}" for name in players],
        by=build.organizer(event),
        at=build.MEET,
    )
    check_in_team(team=made, by=build.organizer(event), at=build.MEET)


def day(game: str, house: Mapping[str, Any], teams: int = 2, **plan: Any) -> Event:
    event = build.event(game=game, house_rules=dict(house), **plan)
    for number in range(teams):
        sign_up(event, number + 1)
    return event


def one_game(key: str, house: Mapping[str, Any]) -> Game:
    called = build.called_round(day(key, house)).games.get()
    return Game.objects.select_related("event", "table", "round", "phase").with_everybody().get(pk=called.pk)
