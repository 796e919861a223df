"""The day before it begins, and who looks at it.

A module may make another event.
"""

import pytest

from tests import build
from tests.pages.visit import still_clock, wearing
from tournament.commands.badges import give_badge
from tournament.models import Actor, Role


@pytest.fixture
def event():
    """A practice event whose clock is stopped at the meet and greet."""
    made = build.event(is_practice=True)
    still_clock(made, build.MEET)
    return made


@pytest.fixture
def organizer(event):
    return wearing(build.organizer(event).badge)


@pytest.fixture
def dee(event):
    return Actor(
        give_badge(event=event, role=Role.DESK, name="Dee", by=build.organizer(event), at=build.MEET)
    )


@pytest.fixture
def desk(dee):
    return wearing(dee.badge)
