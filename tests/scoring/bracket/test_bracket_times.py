"""The times of the bracket's rounds, which the floor and the bracket compute alike."""

import pytest

from pages.floor.floor_page import floor_pace
from scoring.bracket.bracket import bracket_page
from scoring.bracket.commands_bracket import start_phase_two
from tests import build
from tournament.schedule.commands_schedule_changes import pause_day

pytestmark = [pytest.mark.slow, pytest.mark.embedded]


@pytest.fixture(scope="module")
def event(kept):
    """An event in which seven go through; its games took fifteen minutes."""
    event = build.event()
    build.teams(event, 8)
    build.played_phase_one(event, 3)
    build.cut_settled(event)
    return event


def notes(event, at):
    return {
        cell.key[0]: cell.note for shown in bracket_page(event, at).rounds for cell in shown.cells if cell.key
    }


def test_before_it_begins_each_round_follows_the_one_before_and_the_breaks(event):
    at = build.at(17, 2)

    assert notes(event, at) == {"Q": "about 5:05", "S": "about 5:20", "T": "about 5:40", "F": "about 5:40"}
    assert floor_pace(event, at).ends_at == build.at(17, 55)


def test_once_it_runs_late_both_move_on_together(event):
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 31))
    at = build.at(17, 37)

    assert notes(event, at) == {"Q": "", "S": "about 5:50", "T": "about 6:10", "F": "about 6:10"}
    assert floor_pace(event, at).ends_at == build.at(18, 27)


def test_while_the_day_is_paused_nobody_can_say(event):
    start_phase_two(event=event, by=build.organizer(event), at=build.at(17, 6))
    pause_day(event=event, by=build.organizer(event), at=build.at(17, 7))
    at = build.at(17, 8)

    assert set(notes(event, at).values()) == {""}
    assert floor_pace(event, at).ends_at is None
