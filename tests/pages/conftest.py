"""A practice event before play begins, and the people who look at its pages.

A module may override the event.
"""

import pytest

from tests import build
from tests.pages.visit import organizer_of, still_clock, wearing
from tournament.badges.commands_badges import give_badge
from tournament.models import Actor, Role


@pytest.fixture
def event():
    """A practice event whose clock is stopped at the meet and greet."""
    made = build.event(is_practice=True)
    still_clock(made, build.MEET)
    return made


@pytest.fixture
def organizer(event):
    return organizer_of(event)


@pytest.fixture
def dee(event):
    return Actor(
        give_badge(event=event, role=Role.DESK, name="Dee", by=build.organizer(event), at=build.MEET)
    )


@pytest.fixture
def desk(dee):
    return wearing(dee.badge)
