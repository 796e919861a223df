"""The day before it begins, and who looks at it; and a hall in which nothing is shut.

A module may make another event.
"""

import pytest

from pages.access import BADGES
from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.commands.badges import give_badge
from tournament.commands.teams import sign_up_single
from tournament.models import Actor, Role


@pytest.fixture
def event():
    """A practice event that stands still at the meet and greet."""
    made = build.event(is_practice=True)
    still_clock(made, build.MEET)
    return made


@pytest.fixture
def organizer(event):
    return wearing(build.organizer(event).badge)


@pytest.fixture
def dee(event):
    """Dee, who helps at the desk."""
    return Actor(
        give_badge(event=event, role=Role.DESK, name="Dee", by=build.organizer(event), at=build.MEET)
    )


@pytest.fixture
def desk(dee):
    return wearing(dee.badge)


@pytest.fixture
def hall(client):
    """An event in mid-game, and a browser that wears every badge there is."""
    event = build.event()
    game = build.game(event)
    hand = build.hand(game)
    single = sign_up_single(event=event, key=hand.pk, name="Mo", by=build.organizer(event), at=build.MEET)
    session = client.session
    session[BADGES] = [
        build.organizer(event).badge.pk, game.team("NS").badge.pk, build.referee(event).badge.pk,
    ]  # fmt: skip
    session.save()
    numbers = {
        "game": game.pk, "team": game.team("NS").pk, "single": single.pk, "hand": hand.pk,
        "table": game.table.number,
        "badge": event.badges.filter(role=Role.REFEREE).first().pk,
    }  # fmt: skip
    return client, event, numbers
