"""The flyer of the Fahrenheit tournament gives its evening, exactly."""

from dataclasses import replace
from datetime import date

import pytest

from rules.evenings.known import EVENINGS
from rules.flyer import read_flyer
from rules.flyer.usual import USUAL
from tests.flyers import flyer
from tournament.settings.plan import DayPlan

DAY = date(2026, 6, 27)


@pytest.fixture
def read():
    return read_flyer(flyer("fahrenheit"))


def test_the_flyer_of_the_first_tournament_gives_exactly_its_evening(read):
    plan = DayPlan(**{**read.settings, "held_on": DAY})
    evening = EVENINGS["fahrenheit"]

    assert plan == DayPlan(
        name="Fahrenheit Chicago – Pride South on the Lake: Bid Whist Tournament",
        held_on=DAY,
        **evening.hours(),
        **evening.settings,
    )
    assert replace(plan, name="Day") == DayPlan(name="Day", held_on=DAY)


def test_the_flyer_says_no_date_so_its_date_alone_is_asked(read):
    assert read.asked == ("On which day is it?",)
    assert "held_on" not in read.settings


def test_each_phrase_of_the_flyer_has_what_it_became(read):
    became = {" ".join(text.split()): (setting, value) for text, setting, value in read.understood}

    assert became["The top 7 teams will compete for the prizes"] == ("advance_count", 7)
    assert became["$10 per team"][1] in (1000, "donation")
    assert became["Both a Boston and a no-trump bid counts as two (2) games"] == (
        "house_rules.no_trump_units",
        2,
    )
    assert became["unavailable to play within 5 minutes of sitting down will forfeit that hand"] == (
        "ready_minutes",
        5,
    )


def test_lines_that_no_phrase_reads_are_as_they_were_written(read):
    assert "No outside interference/sidelines at all." in read.not_understood
    assert "If a card is in the correct suit and hits the table – the card plays." in read.not_understood


def test_what_nobody_says_has_the_events_own_default(read):
    plan = DayPlan(name="Day", held_on=DAY)
    usual = {name: getattr(plan, name) for name in USUAL}

    assert {name: list(value) if isinstance(value, tuple) else value for name, value in USUAL.items()} == {
        name: list(value) if isinstance(value, tuple) else value for name, value in usual.items()
    }
    assert read.defaults["seating"] == "swiss"
    assert not set(read.defaults) & {setting for _, setting, _ in read.understood}


def test_the_json_has_times_and_dates_as_text():
    told = read_flyer("Whist Classic\nSaturday, June 6th, 2026, 3-7p").as_json()

    assert told["settings"]["held_on"] == "2026-06-06"
    assert told["settings"]["phase_one_at"] == "15:00"
    assert {"text": "3-7p", "setting": "awards_at", "value": "19:00"} in told["understood"]
