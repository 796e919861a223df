"""What a flyer becomes are settings of an event, with values that it accepts."""

from dataclasses import fields
from datetime import date

import pytest

from rules.flyer import read_flyer
from rules.flyer.usual import FACTS as NO_SETTINGS
from tests import build
from tests.flyers import flyer
from tests.flyers.facts import FACTS
from tests.flyers.late_facts import LATE_FACTS
from tournament.models import Phase
from tournament.models.typed_names import clean_name
from tournament.settings.commands_event import open_event
from tournament.settings.plan import DayPlan

NAMES = {each.name for each in fields(DayPlan)}
BEFORE = date(2026, 1, 15)


@pytest.fixture(params=["fahrenheit", *FACTS, *LATE_FACTS])
def read(request):
    return read_flyer(flyer(request.param), BEFORE)


def test_each_setting_of_a_flyer_is_one_of_an_event(read):
    understood = {setting.partition(".")[0] for _, setting, _ in read.understood}

    assert set(read.settings) <= NAMES
    assert set(read.defaults) <= NAMES
    assert understood <= NAMES | NO_SETTINGS


@pytest.mark.slow
def test_an_event_can_be_opened_with_what_a_flyer_says(db, read):
    plan = DayPlan(**{"held_on": build.DAY, **read.settings})

    event = open_event(plan=plan, user=None, at=build.MORNING)

    assert event.name == clean_name(plan.name)
    for name in set(read.settings) & {"advance_count", "venue", "break_minutes", "donation_player_cents"}:
        assert getattr(event, name) == read.settings[name]
    assert Phase.objects.get(event=event, kind="one").seating == plan.seating
