"""A day without breaks has rounds: one follows the other at its whistle (Rulebook E-219)."""

import pytest

from tests import build
from tournament.errors import Refused
from tournament.schedule.changes_of_schedule import day_controls
from tournament.schedule.clock import day_and_face, phase_one_slots
from tournament.schedule.commands_schedule_changes import call_off_break
from tournament.schedule.day_page import day_page

pytestmark = pytest.mark.django_db


@pytest.mark.both
def test_a_round_follows_at_the_whistle_of_the_one_before():
    event = build.event(breaks_at="never", round_minutes=20)
    build.teams(event, 4)

    first = build.called_round(event)
    for game in first.games.all():
        build.won(game)
    second = build.called_round(event, at=build.at(15, 25))

    slots = phase_one_slots(event, build.MORNING)
    assert [slot.whistle_at for slot in slots] == [
        build.at(15, 25), build.at(15, 45), build.at(16, 5), build.at(16, 25), build.at(17),
    ]  # fmt: skip
    assert (first.play_from, first.whistle_at) == (build.at(15, 5), build.at(15, 25))
    assert (second.play_from, second.whistle_at) == (build.at(15, 25), build.at(15, 45))
    assert second.games.count() == 2


def test_where_nobody_rests_no_break_is_shown_and_none_can_be_called_off():
    event = build.event(breaks_at="never", round_minutes=20, long_break_after=2)
    page, controls = day_page(event, build.at(15, 1)), day_controls(event, build.at(15, 1))

    assert page.breaks == (build.at(15, 45),)
    assert page.turns == (build.at(15, 25), build.at(16, 20), build.at(16, 40))
    assert controls.call_off.label == "Call off the 3:45 PM break"
    assert day_and_face(event, build.at(15, 1))[1].next_break.starts_at == build.at(15, 45)
    with pytest.raises(Refused, match="break"):
        call_off_break(event=event, break_at=build.at(15, 25), by=build.organizer(event), at=build.at(15, 1))
