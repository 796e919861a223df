"""The setup page says how teams, tables and hours fit together, and has a button for the better way."""

import pytest

from pages.setup.fit import misfits
from scoring.queries.simulation import MOST_TEAMS
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import still_clock, wearing

pytestmark = pytest.mark.slow


@pytest.fixture
def event():
    event = build.event(is_practice=True, tables=7)
    still_clock(event, build.MEET)
    for _ in range(16):
        build.team(event, is_here=False)
    return event


@pytest.fixture
def ann(event):
    return wearing(build.organizer(event).badge)


def choose(client, event, way):
    return words(client.post(f"/{event.slug}/event/way/", {"way": way}, follow=True))


def one(event):
    return event.phases.get(kind="one")


def test_nobody_waits_for_the_simulation_of_a_field_that_is_too_large_for_one(event, ann):
    build.teams(event, MOST_TEAMS - 16)
    assert "on 7 tables" in words(part(ann.get(f"/{event.slug}/event/"), "fit"))

    build.team(event)

    assert 'id="fit"' not in ann.get(f"/{event.slug}/event/").content.decode()


def test_before_its_simulation_a_field_that_is_too_large_for_one_is_told_what_needs_none():
    event = build.event(
        seating="robin", tables=100, advance_count=8, phase_two={"format": "double", "buys_back": True}
    )

    def told(teams):
        said = " ".join(misfits(event, build.MEET, teams, 100))
        return "until everybody has met everybody" in said, "after the awards" in said

    assert told(MOST_TEAMS) == (True, True)
    assert told(MOST_TEAMS + 1) == (True, False)


def test_sixteen_teams_on_seven_tables_read_what_each_way_brings(event, ann):
    said = words(part(ann.get(f"/{event.slug}/event/"), "fit"))

    assert (
        "16 teams on 7 tables: 2 games each in rounds, 3 or 4 games each in rounds that some sit out, about "
        "5 games each in open play. 1 more table would seat everybody at once."
    ) in said
    assert (
        "Rounds, with a second wave : 2 games each A round lasts 2 half-hours: 7 games begin, and 1 more in "
        "the same round as tables open up. Chosen"
    ) in said
    assert (
        "Rounds, some sit out in turn : 3 or 4 games each Each half-hour 7 games are played, and 2 teams sit "
        "out: nobody again before all have. Choose rounds, some sit out in turn"
    ) in said
    assert "Open play : about 5 games each Most games" in said


def test_another_way_is_chosen_by_its_button_and_back(event, ann):
    assert "Phase I is played that way." in choose(ann, event, "sitout")
    assert one(event).sits_out
    choose(ann, event, "open")
    assert one(event).seating == "open"
    choose(ann, event, "waves")
    assert (one(event).seating, one(event).sits_out) == ("swiss", False)
    assert "Choose one of the ways that are offered." in choose(ann, event, "lunch")


def test_once_games_are_called_open_play_is_refused_and_sitting_out_is_not(event, ann):
    for team in event.teams.all():
        build.check_in(team, at=build.MEET)
    build.called_round(event)

    assert "The first games were called by this way of seating." in choose(ann, event, "open")
    assert "Phase I is played that way." in choose(ann, event, "sitout")


def test_people_who_come_alone_read_what_their_day_comes_to():
    event = build.event(is_practice=True, seating="alone", tables=2)
    still_clock(event, build.MEET)
    client = wearing(build.organizer(event).badge)
    empty = words(client.get(f"/{event.slug}/event/"))
    build.people(event, 8)

    assert "Does Phase I fit the hall?" not in empty
    assert "8 players on 2 tables: 8 games each in rounds." in words(client.get(f"/{event.slug}/event/"))


def fit_of(event):
    return words(part(wearing(build.organizer(event).badge).get(f"/{event.slug}/event/"), "fit"))


def test_rounds_that_are_missing_until_all_have_been_partners_are_counted():
    event = build.event(seating="alone", tables=3)
    build.people(event, 12)

    said = fit_of(event)

    assert (
        "11 rounds are needed until everybody has been everybody’s partner; these hours hold 8. "
        "Add 3 rounds, or choose another way of seating."
    ) in said


def test_rounds_that_take_two_turns_at_the_tables_hold_half_as_many():
    event = build.event(seating="robin", tables=2)
    build.teams(event, 8)

    assert "7 rounds are needed until everybody has met everybody; these hours hold 2." in fit_of(event)


def test_an_evening_that_fits_is_told_nothing_else():
    event = build.event(seating="movement", tables=4)
    build.teams(event, 8)

    assert "needed" not in fit_of(event)


def test_a_phase_two_that_takes_longer_than_its_hours_is_told():
    short, long = (
        build.event(tables=4, advance_count=8, phase_two=choice)
        for choice in ({}, {"format": "double", "buys_back": True})
    )
    for event in (short, long):
        build.teams(event, 8)

    assert "after the awards" not in fit_of(short)
    assert "after the awards at 7:00 PM. Begin earlier, or play less." in fit_of(long)


def test_games_that_are_longer_than_their_rounds_are_told():
    event = build.event(game="spades-card", tables=4)
    build.teams(event, 8)

    said = fit_of(event)
    assert "A game takes about 36 minutes, and a round has 25: tables will be late for the next one." in said
