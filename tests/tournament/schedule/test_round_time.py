"""The current round is ended or extended, and what comes after it follows (Rulebook E-64)."""

import pytest

from scoring.game.slots import next_slot, slots_left
from scoring.recording.commands_ending import end_at_whistle
from tests import build
from tournament.errors import Refused
from tournament.models import Event, Round
from tournament.schedule.clock import timetable
from tournament.schedule.commands_round_time import end_round, lengthen_round
from tournament.schedule.commands_schedule_changes import add_minutes, pause_day, undo_schedule_change

AT = build.at(15, 20)
WHISTLE = build.at(15, 30)


@pytest.fixture(scope="module")
def an_event(kept):
    event = build.event()
    build.teams(event, 4)
    build.called_round(event)
    return event


@pytest.fixture
def event(an_event):
    return Event.objects.get(pk=an_event.pk)


def end(event, at=AT, whistle=WHISTLE):
    return end_round(event=event, whistle=whistle, by=build.organizer(event), at=at)


def longer(event, minutes=5, at=AT, whistle=WHISTLE):
    return lengthen_round(event=event, whistle=whistle, minutes=minutes, by=build.organizer(event), at=at)


def undo(event, change, at):
    return undo_schedule_change(event=event, change=change.pk, by=build.organizer(event), at=at)


def whistle_of(event):
    return Round.objects.called().filter(phase__event=event).latest("pk").whistle_at


@pytest.mark.both
def test_a_round_that_is_ended_has_its_whistle_now_and_an_undo_resumes_it(event):
    change = end(event)

    slot = next_slot(event, AT)
    assert (whistle_of(event), timetable(event, AT).phase("one").ends_at) == (AT, build.at(17))
    assert (slot.number, slot.called_at, slot.play_from) == (2, AT, build.at(15, 25))
    assert slot.whistle_at == build.at(16)

    undo(event, change, build.at(15, 20, 50))

    assert (whistle_of(event), next_slot(event, AT).called_at) == (WHISTLE, WHISTLE)


def test_a_hand_after_that_whistle_ends_the_game_for_the_leader(event):
    game = event.games.first()
    build.hand(game, at=build.at(15, 15))

    end(event)
    build.hand(game, at=build.at(15, 21))

    assert build.again(game).over_at == build.at(15, 21)


def test_it_is_not_undone_once_a_game_has_ended_by_that_whistle(event):
    game = event.games.first()
    build.hand(game, at=build.at(15, 15))
    change = end(event)
    end_at_whistle(game=game, by=build.organizer(event), at=build.at(15, 20, 10))

    with pytest.raises(Refused, match="A game of Round 1 has ended by that whistle"):
        undo(event, change, build.at(15, 20, 30))


@pytest.mark.both
def test_a_longer_round_shortens_the_next_one_until_it_is_undone(event):
    change = longer(event)

    slot, until = next_slot(event, AT), build.at(15, 35)
    assert (whistle_of(event), slot.called_at, slot.play_from) == (until, until, build.at(15, 40))
    assert slot.whistle_at == build.at(16)

    undo(event, change, build.at(15, 20, 59))

    assert whistle_of(event) == WHISTLE


def test_ending_a_two_slot_round_early_gives_back_its_second_slot():
    event = build.event(tables=1)
    build.teams(event, 4)
    build.called_round(event)

    change = end(event, whistle=build.at(16))

    assert [slot.number for slot in slots_left(event, AT)] == [2, 3, 4]
    assert whistle_of(event) == AT
    undo(event, change, build.at(15, 20, 30))
    assert whistle_of(event) == build.at(16)
    assert Round.objects.get(phase__event=event).slot == 2


@pytest.mark.parametrize(
    ("action", "more", "why"),
    [
        (end, {"at": build.at(15, 3)}, "Round 1 is played from 3:05 PM"),
        (end, {"at": build.at(15, 31)}, "No round is being played"),
        (longer, {"minutes": 16}, "The next round would be too short"),
    ],
    ids=["nobody plays yet", "time's up", "the next round keeps ten minutes"],
)
def test_only_what_is_played_is_ended_and_the_next_round_keeps_its_time(event, action, more, why):
    with pytest.raises(Refused, match=why):
        action(event, **more)


def test_nothing_ends_in_a_pause_or_a_break(event):
    by = build.organizer(event)
    add_minutes(event=event, minutes=30, by=by, at=build.at(15, 5))
    with pytest.raises(Refused, match="changed meanwhile"):
        end(event)
    pause_day(event=event, by=by, at=build.at(15, 19))
    with pytest.raises(Refused, match="The day is paused"):
        end(event)


@pytest.mark.slow
@pytest.mark.both
def test_no_time_is_taken_from_a_round_that_has_none_before_or_after_it():
    last, crowded, openly = build.event(), build.event(tables=1), build.openly(4)
    for event, at in ((last, build.at(16, 30)), (crowded, build.THREE)):
        build.teams(event, 4)
        build.called_round(event, at)

    for action, event, at, whistle, why in (
        (longer, last, build.at(16, 40), build.at(17), "This is the last round"),
        (longer, crowded, build.at(15, 32), build.at(16), "There is a break"),
        (end, openly, AT, build.at(17), "Play is open, and has no rounds"),
    ):
        with pytest.raises(Refused, match=why):
            action(event, at=at, whistle=whistle)
