"""Walk-up teams at the desk, and the built-in organizer account."""

from uuid import uuid4

import pytest

from tests import build
from tournament.badges.commands_badges import house_account
from tournament.entries.commands_sign_up import register_walk_up
from tournament.errors import Refused


@pytest.mark.both
def test_a_refused_walk_up_leaves_nothing_behind():
    event = build.event()
    build.team(event, "Kitty Katz")
    entry = {"key": uuid4(), "name": "Kitty Katz", "players": ["Dee", "Ray"], "is_here": True}

    with pytest.raises(Refused, match="There is a team called Kitty Katz already"):
        register_walk_up(event=event, **entry, by=build.organizer(event), at=build.MEET)

    assert event.log.filter(action="team.signed-up").count() == 1


@pytest.mark.both
def test_this_uptown_has_one_account_without_a_password():
    first, second = house_account(), house_account()

    assert first == second
    assert first.is_staff
    assert not first.has_usable_password()
