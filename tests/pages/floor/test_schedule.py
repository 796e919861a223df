"""The buttons that change the running schedule."""

import pytest

from rules.time.clock import FOREVER
from tests import build
from tests.pages.reading import part, words
from tests.pages.visit import HTMX, still_clock, wearing
from tournament.floor.commands_floor import mark_seated
from tournament.models import Deadline, Event, Round, ScheduleChange
from tournament.schedule.commands_schedule_changes import pause_day

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def an_event(kept):
    event = build.event(is_practice=True, late_forfeits="proposed")
    build.teams(event, 4)
    build.called_round(event)
    still_clock(event, build.at(15, 22))
    return event


@pytest.fixture
def event(an_event):
    return Event.objects.get(pk=an_event.pk)


@pytest.fixture
def jo(event):
    return wearing(build.referee(event).badge)


def post(client, event, path, **data):
    return client.post(f"/{event.slug}/{path}", data, headers=HTMX)


def call_off(organizer, event):
    return words(post(organizer, event, "day/call-off/", break_at=build.at(15, 30).isoformat()))


def undo(organizer, event):
    return post(organizer, event, "day/undo/", change=ScheduleChange.objects.latest("pk").pk)


def test_the_floor_says_how_the_day_goes_and_what_each_button_does(event, organizer):
    page = words(part(organizer.get(f"/{event.slug}/floor/"), "day-controls"))

    assert "Phase I, until 5:00 PM." in page
    assert "Everything after this is 10 minutes later: Phase I ends 5:10 PM." in page
    assert "Call off the 3:30 PM break" in page
    assert "Start Phase" not in page


def test_everything_stands_still_and_goes_on_again(event, organizer):
    paused = post(organizer, event, "day/pause/")
    assert "All clocks are paused." in words(paused)
    assert Round.objects.get().whistle_at == FOREVER

    still_clock(event, build.at(15, 32))
    assert "Phase I ends 5:10 PM." in words(organizer.get(f"/{event.slug}/day/"))
    going_on = post(organizer, event, "day/resume/")

    assert "Phase I, until 5:10 PM." in words(going_on)
    assert Round.objects.get().whistle_at == build.at(15, 40)


def test_every_page_says_that_the_day_is_paused_and_no_header_clock_runs(event, organizer):
    pause_day(event=event, by=build.organizer(event), at=build.at(15, 20))

    for path in ("floor/", "screen/", "", "tables/"):
        assert "Paused" in words(organizer.get(f"/{event.slug}/{path}")), path
    header = organizer.get(f"/{event.slug}/clock-face/").content.decode()
    assert header.count("<time") > 0
    assert "data-until" not in header


def test_a_change_is_undone_for_a_minute_and_its_spot_offers_nothing_else(event, organizer):
    whistle = Round.objects.get().whistle_at
    post(organizer, event, "day/minutes/", minutes=10)
    minutes_undone = words(undo(organizer, event))

    called_off = call_off(organizer, event)
    undone, again = words(undo(organizer, event)), words(undo(organizer, event))
    kept = Round.objects.get().whistle_at
    call_off(organizer, event)
    still_clock(event, build.at(15, 23, 5))
    late = undo(organizer, event)

    assert "Phase I, until 5:00 PM." in minutes_undone
    assert "Break at 3:30 PM called off Undo 1:00" in called_off
    assert "Call off the" not in called_off
    assert "Call off the 3:30 PM break" in undone
    assert "Undo" not in undone
    assert kept == whistle
    assert "That can’t be undone any more." in again
    assert late.status_code == 422
    assert "Call off the 4:00 PM break" in words(organizer.get(f"/{event.slug}/day/"))


# --- the five minutes -----------------------------------------------------------------------------


@pytest.fixture
def late(event):
    """A late side's deadline at table 1, whose forfeit the clock proposes."""
    game = Round.objects.get().games.order_by("pk").first()
    mark_seated(game=game, team=game.team("NS"), by=build.organizer(event), at=build.at(15, 1))
    Deadline.objects.exclude(game=game).update(done_at=build.at(15, 1))
    Deadline.objects.filter(game=game).update(proposed_at=build.at(15, 5))
    return Deadline.objects.get(game=game)


def test_the_floor_shows_a_late_team_and_forfeits_its_hand_with_one_press(event, organizer, late):
    team = late.game.team("EW")
    floor = words(organizer.get(f"/{event.slug}/floor/"))

    answer = post(organizer, event, f"day/late/{late.pk}/forfeit/")

    assert f"Table 1: {team.emblem} {team.name} not seated at 3:05 PM." in floor
    assert answer.status_code == 200
    assert late.game.hands.get().at == build.at(15, 5)


def test_a_referee_decides_on_the_tables_own_page(event, jo, late):
    address = f"/{event.slug}/game/{late.game_id}/"
    assert "not seated at 3:05 PM." in words(jo.get(address))

    answer = post(jo, event, f"late/{late.pk}/waive/", reason="Ill")

    assert answer.status_code == 200
    assert "not seated at 3:05" not in words(jo.get(address))


def test_a_referee_begins_the_five_minutes_of_a_team_that_left(event, jo):
    game = Round.objects.get().games.order_by("pk").first()
    build.hand(game)
    assert "Somebody has left the table" in words(jo.get(f"/{event.slug}/game/{game.pk}/"))

    answer = post(jo, event, f"game/{game.pk}/five-minutes/", team=game.team("NS").pk)

    assert f"{game.team('NS').name} sit here" in words(answer)
    assert Deadline.objects.get(game=game, call=2).due_at == build.at(15, 27)
