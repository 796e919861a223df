"""Teams that stand at the desk, the house's own organizer, and the plan to be filled in again."""

from uuid import uuid4

import pytest

from tests import build
from tournament.commands.badges import house_account, invite_organizer
from tournament.commands.teams import register_walk_up
from tournament.errors import Refused
from tournament.models import Team
from tournament.queries.plan import DayPlan, plan_of


def walk_up(event, **typed):
    said = {"key": uuid4(), "name": "Kitty Katz", "players": ["Dee", "Ray"], "is_here": True} | typed
    return register_walk_up(event=event, **said, by=build.organizer(event), at=build.MEET)


def test_a_walk_up_team_is_registered_and_checked_in():
    team = walk_up(build.event())

    assert team.checked_in_at == build.MEET


def test_a_walk_up_team_may_wait_to_be_checked_in():
    team = walk_up(build.event(), is_here=False)

    assert team.checked_in_at is None


def test_registered_twice_a_walk_up_team_is_one_team():
    event, key = build.event(), uuid4()

    walk_up(event, key=key)
    walk_up(event, key=key)

    assert Team.objects.count() == 1


def test_a_refused_walk_up_leaves_nothing_behind():
    event = build.event()
    build.team(event, "Kitty Katz")

    with pytest.raises(Refused, match="There is a team called Kitty Katz already"):
        walk_up(event)

    assert event.log.filter(action="team.signed-up").count() == 1


def test_the_house_has_one_account_without_a_password():
    first, second = house_account(), house_account()

    assert first == second
    assert first.is_staff
    assert not first.has_usable_password()


def test_an_invitation_to_an_event_is_in_its_log():
    event = build.event()

    invite_organizer(event=event, at=build.MEET, by=build.organizer(event))

    assert event.log.last().words == "Another organizer was invited by a link."


def test_the_plan_of_an_event_is_the_one_it_was_opened_with():
    plan = DayPlan(name="Pride South", venue="The hall", held_on=build.DAY, tables=9, break_minutes=10)

    assert (
        plan_of(
            build.event(name="Pride South", venue="The hall", tables=9, break_minutes=10, sign_up_minutes=0)
        )
        == plan
    )
