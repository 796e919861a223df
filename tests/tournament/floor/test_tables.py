"""The event's tables, set up one by one."""

from dataclasses import replace

import pytest

from pages.setup.tables import tables_page
from tests import build
from tournament.badges.commands_badges import revoke_badge
from tournament.entries.commands_corrections import place_team
from tournament.errors import Refused
from tournament.floor.commands_tables import change_table
from tournament.models import Event, Phase
from tournament.settings.commands_event import change_event
from tournament.settings.plan import plan_of


@pytest.fixture
def event():
    return build.event(tables=4)


def changed(table, at=build.MEET, **more):
    now = {
        "zone": table.zone,
        "is_accessible": table.is_accessible,
        "is_out_of_use": table.is_out_of_use,
        "referee": table.referee,
    }
    return change_table(table=table, **now | more, by=build.organizer(table.event), at=at)


def saved(event, **plan):
    event = Event.objects.get(pk=event.pk)
    now = replace(plan_of(event), **plan)
    return change_event(event=event, plan=now, by=build.organizer(event), at=build.at(14, 30))


def in_use(event):
    return [table.number for table in event.tables.all() if not table.is_out_of_use]


def placed(team, **more):
    now = {"home": "", "needs_accessible": False, "fixed_table": None} | more
    return place_team(team=team, **now, by=build.organizer(team.event), at=build.MEET)


def test_a_table_has_its_zone_its_referee_and_who_can_sit_there(event):
    jo = build.referee(event, "Jo").badge

    table = changed(event.tables.get(number=2), zone=" by  the window", is_accessible=True, referee=jo)

    table.refresh_from_db()
    assert (table.zone, table.is_accessible, table.referee) == ("by the window", True, jo)
    assert event.log.last().words == "Table 2 is in use. Zone: by the window. Accessible. Looked after by Jo."


def test_only_a_referee_with_a_badge_of_this_event_looks_after_a_table(event):
    gone = build.referee(event, "Gone").badge
    revoke_badge(badge=gone, by=build.organizer(event), at=build.MEET)
    gone.refresh_from_db()

    for badge in (gone, build.organizer(event).badge, build.referee(build.event(), "Elsewhere").badge):
        with pytest.raises(Refused, match="Choose a referee of this event"):
            changed(event.tables.get(number=2), referee=badge)


def test_a_table_out_of_use_gets_no_game_and_says_where_its_own_can_go(event):
    build.teams(event, 4)
    build.called_round(event)

    changed(event.tables.get(number=2), at=build.at(15, 10), is_out_of_use=True)

    page = tables_page(event)
    line = page.tables[1]
    assert (line.is_out_of_use, len(line.teams), page.free, page.in_use) == (True, 2, (3, 4), 3)


def test_saving_settings_never_puts_a_table_back_in_use(event):
    changed(event.tables.get(number=2), is_out_of_use=True)

    for plan, numbers in (
        ({}, [1, 3, 4]),
        ({"tables": 2}, [1, 3]),
        ({"tables": 3}, [1, 3, 4]),
        ({"tables": 5}, [1, 3, 4, 5, 6]),
    ):
        saved(event, **plan)
        assert in_use(event) == numbers


@pytest.mark.both
def test_the_page_says_who_needs_a_table_that_is_not_there(event):
    team = placed(build.team(event), needs_accessible=True)
    assert [one.name for one in tables_page(event).needs] == [team.name]

    changed(event.tables.get(number=1), is_accessible=True)

    assert tables_page(event).needs == ()


@pytest.mark.both
def test_a_team_is_kept_a_table_of_the_same_event_only(event):
    with pytest.raises(Refused, match="Choose a table of this event"):
        placed(build.team(event), fixed_table=build.event().tables.get(number=1))


def test_the_way_of_seating_is_the_days_until_the_first_teams_are_called(event):
    saved(event, seating="movement", keeps_homes_apart=True, rematch_minutes=45)
    one = Phase.objects.get(event=event, kind="one")
    assert (one.seating, one.keeps_homes_apart, one.rematch_minutes) == ("movement", True, 45)
    assert plan_of(event).seating == "movement"

    build.teams(event, 4)
    build.called_round(event)

    saved(event, keeps_homes_apart=False)
    with pytest.raises(Refused, match="The first games were called by this way of seating"):
        saved(event, seating="swiss")
