"""The organizer's changes to the running schedule, and everything that follows them."""

import pytest

from rules.time.clock import FOREVER
from scoring.bracket.commands_bracket import start_phase_two
from scoring.cut.commands_cut import settle_cut
from scoring.models import Hand
from scoring.rounds.commands_rounds import call_round
from scoring.tasks import tick
from tests import build
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game, mark_seated
from tournament.models import Deadline, Round, ScheduleChange
from tournament.schedule.changes_of_schedule import day_controls
from tournament.schedule.clock import day_and_face, timetable
from tournament.schedule.commands_schedule_changes import (
    add_minutes,
    call_off_break,
    pause_day,
    resume_day,
    start_part,
)
from tournament.schedule.day_page import day_page


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def by(event):
    return build.organizer(event)


def wall(event, moment):
    return f"{moment.astimezone(event.zone):%H:%M}"


def begin_bracket(event, at):
    """Begin the bracket of two teams after one game."""
    build.teams(event, 2)
    build.won(build.game(event))
    settle_cut(event=event, by=build.organizer(event), at=at)
    start_phase_two(event=event, by=build.organizer(event), at=at)


# --- starting a part ------------------------------------------------------------------------------


@pytest.mark.both
def test_starting_phase_one_early_moves_the_day_and_lengthens_no_round(event, by):
    build.teams(event, 2)

    start_part(event=event, part="one", by=by, at=build.at(14, 50))
    called = build.called_round(event, at=build.at(14, 50))

    day = timetable(event, build.at(14, 50))
    assert (called.play_from, called.whistle_at) == (build.at(14, 55), build.at(15, 20))
    assert [part.starts_at for part in day.phases] == [
        build.at(14),
        build.at(14, 50),
        build.at(16, 50),
        build.at(18, 50),
    ]


def test_a_bracket_begun_early_takes_the_clock_with_it(event):
    begin_bracket(event, at=build.at(16, 20))

    assert day_and_face(event, build.at(16, 21))[1].stage == "two"
    assert timetable(event, build.at(16, 21)).phase("two").ends_at == build.at(19)


@pytest.mark.parametrize(
    ("part", "at", "sentence"),
    [
        pytest.param("meet", build.at(14, 10), "has begun already", id="a part that has begun"),
        pytest.param("one", build.at(15, 10), "add minutes", id="phase one within its time"),
        pytest.param("two", build.at(16, 40), "starts with its bracket", id="phase two without a bracket"),
        pytest.param("awards", build.at(18, 40), "last games aren.t over yet", id="awards before the final"),
        pytest.param("lunch", build.at(14, 40), "Choose a part", id="a part there is not"),
    ],
)
def test_a_part_whose_turn_has_not_come_is_not_started(event, by, part, at, sentence):
    with pytest.raises(Refused, match=sentence):
        start_part(event=event, part=part, by=by, at=at)

    assert not ScheduleChange.objects.exists()


# --- pausing --------------------------------------------------------------------------------------


def test_while_the_day_is_paused_no_hand_is_forfeited_and_no_whistle_goes(event, by):
    game = build.game(event)
    mark_seated(game=game, team=game.team("NS"), by=by, at=build.at(15, 1))
    pause_day(event=event, by=by, at=build.at(15, 3))

    tick(build.at(16, 40))

    assert not Hand.objects.exists()
    assert (Round.objects.get().whistle_at, Deadline.objects.get().due_at) == (FOREVER, FOREVER)


@pytest.mark.both
def test_resuming_moves_everything_by_the_length_of_the_pause(event, by):
    game = build.game(event)
    pause_day(event=event, by=by, at=build.at(15, 3))
    resume_day(event=event, by=by, at=build.at(15, 23))

    row = Round.objects.get()
    day = timetable(event, build.at(15, 23))
    assert (row.play_from, row.whistle_at) == (build.at(15, 25), build.at(15, 50))
    assert game.deadlines.get().due_at == build.at(15, 25)
    assert (day.phase("one").ends_at, day.breaks[0].starts_at) == (build.at(17, 20), build.at(15, 50))


def test_a_pause_holds_up_nothing_that_was_due_before_it(event, by):
    game = build.game(event)
    mark_seated(game=game, team=game.team("NS"), by=by, at=build.at(15, 1))

    pause_day(event=event, by=by, at=build.at(15, 7))
    tick(build.at(15, 30))

    assert list(Hand.objects.values_list("at", flat=True)) == [build.at(15, 5)]
    assert list(Deadline.objects.coming().values_list("due_at", flat=True)) == [FOREVER]


@pytest.mark.both
def test_a_game_called_during_a_pause_gets_its_five_minutes_after_it(event, by):
    begin_bracket(event, at=build.at(17, 6))
    pause_day(event=event, by=by, at=build.at(17, 10))
    game = call_game(game=event.games.get(bracket_position="F"), by=by, at=build.at(17, 12))

    resume_day(event=event, by=by, at=build.at(17, 20))

    assert Deadline.objects.get(game=game).due_at == build.at(17, 25)


@pytest.mark.parametrize(
    ("before", "then", "sentence"),
    [
        pytest.param([pause_day], pause_day, "paused already", id="paused twice"),
        pytest.param([], resume_day, "Nothing is paused", id="no pause to end"),
        pytest.param([pause_day, resume_day], resume_day, "Nothing is paused", id="a pause that was ended"),
    ],
)
def test_a_pause_has_one_beginning_and_one_end(event, by, before, then, sentence):
    for minute, action in enumerate(before):
        action(event=event, by=by, at=build.at(15, minute))

    with pytest.raises(Refused, match=sentence):
        then(event=event, by=by, at=build.at(15, 9))

    assert ScheduleChange.objects.count() == len(before)


# --- breaks ---------------------------------------------------------------------------------------


def test_a_break_called_off_is_still_the_call_to_the_round(event, by):
    build.teams(event, 2)
    build.won(build.game(event))

    call_off_break(event=event, break_at=build.at(15, 30), by=by, at=build.at(15, 20))
    second = build.called_round(event, at=build.at(15, 30))

    assert (second.play_from, second.whistle_at) == (build.at(15, 30), build.at(16))
    assert second.games.get().deadlines.get().due_at == build.at(15, 35)


def test_what_cannot_be_done_to_the_day_is_refused(event, by):
    done = {"event": event, "by": by}
    call_off_break(**done, break_at=build.at(16), at=build.at(15, 1))

    for action, more, sentence in (
        (call_off_break, {"break_at": build.at(15, 10), "at": build.at(15, 5)}, "no break at that time"),
        (call_off_break, {"break_at": build.at(16), "at": build.at(15, 5)}, "no break at that time"),
        (call_off_break, {"break_at": build.at(15, 30), "at": build.at(15, 35)}, "is over"),
        (add_minutes, {"minutes": 0, "at": build.at(15, 2)}, "from 1 to 120"),
        (add_minutes, {"minutes": 121, "at": build.at(15, 2)}, "from 1 to 120"),
        (add_minutes, {"minutes": 5, "at": build.at(20, 30)}, "The day is over"),
        (pause_day, {"at": build.at(20, 30)}, "The day is over"),
    ):
        with pytest.raises(Refused, match=sentence):
            action(**done, **more)


@pytest.mark.both
def test_nothing_begins_and_no_break_is_called_off_while_the_day_is_paused(event, by):
    late = build.event()
    build.teams(late, 2)
    pause_day(event=event, by=by, at=build.at(14, 40))
    pause_day(event=late, by=build.organizer(late), at=build.THREE)

    for action, paused, at, more in (
        (start_part, event, build.at(14, 41), {"part": "one"}),
        (call_off_break, event, build.at(14, 41), {"break_at": build.at(15, 32)}),
        (call_round, late, build.at(15, 2), {}),
    ):
        with pytest.raises(Refused, match="Resume play"):
            action(event=paused, by=build.organizer(paused), at=at, **more)


# --- all of them ----------------------------------------------------------------------------------


@pytest.mark.both
def test_before_phase_one_the_control_offers_to_start_it_early(event):
    start = day_controls(event, build.at(14, 50)).start

    offered = (start.value, start.label, start.follows)
    assert offered == (
        "one",
        "Start Phase I now",
        "10 minutes early, like everything after it. It ends 4:50 PM.",
    )


@pytest.mark.both
def test_while_paused_the_control_says_how_long_and_until_when(event, by):
    pause_day(event=event, by=by, at=build.at(15, 10))

    controls = day_controls(event, build.at(15, 14))

    assert (controls.paused_for, controls.resume) == ("4:00", "Phase I ends 5:04 PM.")
    assert [(row.words, row.by) for row in controls.done] == [("Paused", "Organizer")]


@pytest.mark.both
def test_the_public_plan_shows_what_has_changed(event, by):
    add_minutes(event=event, minutes=10, by=by, at=build.at(15, 10))
    call_off_break(event=event, break_at=build.at(16, 10), by=by, at=build.at(15, 12))

    page = day_page(event, build.at(15, 13))

    assert [
        (row.label, row.was and wall(event, row.was), wall(event, row.starts_at)) for row in page.parts
    ] == [
        ("Meet & greet", None, "14:00"),
        ("Phase I", None, "15:00"),
        ("Phase II", "17:00", "17:10"),
        ("Awards", "19:00", "19:10"),
    ]
    assert [wall(event, moment) for moment in page.called_off] == ["16:10"]
