"""What is started by mistake is taken back, and the clock with it (Rulebook E-4, E-61)."""

from uuid import uuid4

import pytest

from scoring.bracket.commands_bracket import start_phase_two, take_back_start
from scoring.cut.commands_cut import draw_lot, reopen_cut, settle_cut, skip_phase_one
from scoring.game.slots import next_slot
from scoring.integrity import integrity
from scoring.open_play.commands_open_play import open_play
from scoring.recording.commands_hands import strike_hand
from scoring.rounds.commands_rounds import call_round, recall_round
from scoring.rounds.steps import why_no_round
from scoring.standings.standings import standings
from scoring.tasks import tick
from tests import build
from tests.scoring.phase_two import bracket_game, called
from tests.sessions import FRIDAY, SATURDAY, on, teams, weekend
from tournament.errors import Refused
from tournament.floor.commands_floor import call_game
from tournament.models import Deadline, Event, Game
from tournament.schedule.clock import day_and_face, timetable
from tournament.schedule.commands_schedule_changes import (
    add_minutes,
    call_off_break,
    pause_day,
    resume_day,
    start_part,
    undo_schedule_change,
)

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TWENTY_PAST = build.at(15, 20)


@pytest.fixture(scope="module")
def cut(kept):
    """Four teams after one round; the cut is settled at 3:19 PM."""
    event = build.event(advance_count=4)
    build.teams(event, 4)
    build.played_phase_one(event, 1)
    by, at = build.organizer(event), build.at(15, 19)
    while ties := standings(event).ties:
        tied = list(event.teams.filter(pk__in=ties[0]))
        draw_lot(event=event, teams=tied, words="felt and gold", by=by, at=at)
    settle_cut(event=event, by=by, at=at)
    return event


@pytest.fixture
def event(cut):
    return Event.objects.get(pk=cut.pk)


@pytest.fixture
def two_sessions():
    """A weekend after Friday's first round, and half an hour before Saturday's session."""
    event = weekend(tables=5, ready_minutes=20)
    teams(event, 2)
    build.called_round(event, on(FRIDAY, 21))
    return event, on(SATURDAY, 12, 30)


def pressing(event, at):
    return {"event": event, "by": build.organizer(event), "at": at}


def hours(event, at):
    """The clock of the event: its face, its parts, its breaks, its rounds and its running deadlines."""
    day, face = day_and_face(event, at)
    rounds = event.phases.get(kind="one").rounds.filter(recalled_at=None)
    return {
        "face": face,
        "parts": day.phases,
        "breaks": day.breaks,
        "gaps": day.gaps,
        "rounds": list(rounds.values_list("number", "slot", "whistle_at", "called_at")),
        "deadlines": list(Deadline.objects.coming().filter(event=event).values_list("game", "due_at")),
        "no round": str(why_no_round(event, at, next_slot(event, at)) or ""),
    }


@pytest.mark.parametrize("minutes", [1, 14, 60])
def test_the_cut_opened_again_takes_the_clock_back_to_phase_one(event, minutes):
    at = build.at(15 + (20 + minutes) // 60, (20 + minutes) % 60)
    reopen_cut(**pressing(event, build.at(15, 19, 30)))
    as_it_was = hours(event, at)
    settle_cut(**pressing(event, build.at(15, 19, 40)))
    start_phase_two(**pressing(event, TWENTY_PAST))
    call_game(game=bracket_game(event, "S1"), by=build.organizer(event), at=TWENTY_PAST)

    reopen_cut(**pressing(event, at))

    assert hours(event, at) == as_it_was
    assert not Game.objects.open().filter(event=event).exists()
    assert integrity(event) == []


def test_after_it_the_next_round_is_called(event):
    start_phase_two(**pressing(event, TWENTY_PAST))
    reopen_cut(**pressing(event, build.at(15, 25)))

    row = call_round(**pressing(event, build.at(15, 30)))

    assert (row.number, row.play_from, row.whistle_at) == (2, build.at(15, 35), build.at(16))


@pytest.mark.both
def test_the_start_alone_is_taken_back_and_who_goes_through_stays_settled(event):
    as_it_was = hours(event, build.at(15, 21))
    start_phase_two(**pressing(event, TWENTY_PAST))
    called(event, "S1")

    take_back_start(**pressing(event, build.at(15, 21)))

    assert hours(event, build.at(15, 21)) == as_it_was
    assert event.phases.get(kind="one").closed_at == build.at(15, 19)
    start_phase_two(**pressing(event, build.at(17, 1)))
    assert bracket_game(event, "S1").called_at is None


@pytest.mark.both
@pytest.mark.parametrize("way_back", [reopen_cut, take_back_start])
def test_a_hand_of_phase_two_is_taken_back_first(event, way_back):
    start_phase_two(**pressing(event, TWENTY_PAST))
    game = call_game(game=bracket_game(event, "S1"), by=build.organizer(event), at=TWENTY_PAST)
    hand = build.hand(game, at=build.at(15, 24))
    with pytest.raises(Refused, match="take back every hand at Table 1 first"):
        way_back(**pressing(event, build.at(15, 25)))

    by = build.organizer(event)
    strike_hand(hand=hand, hand_id=uuid4(), reason="By mistake.", by=by, at=build.at(15, 25))
    way_back(**pressing(event, build.at(15, 26)))

    assert event.phases.get(kind="two").started_at is None
    assert integrity(event) == []


def more_time(event):
    add_minutes(minutes=5, **pressing(event, build.at(15, 22)))


def pause(event):
    pause_day(**pressing(event, build.at(15, 22)))
    resume_day(**pressing(event, build.at(15, 27)))


@pytest.mark.parametrize("does", [more_time, pause])
def test_what_was_added_since_moves_phase_one_instead(event, does):
    start_phase_two(**pressing(event, TWENTY_PAST))
    does(event)

    reopen_cut(**pressing(event, build.at(15, 28)))

    day = timetable(event, build.at(15, 28))
    assert (day.phase("one").ends_at, day.breaks[0].starts_at) == (build.at(17, 5), build.at(15, 35))


def test_a_break_that_was_called_off_since_stays_called_off(event):
    start_phase_two(**pressing(event, TWENTY_PAST))
    call_off_break(break_at=build.at(15, 30), **pressing(event, build.at(15, 22)))

    reopen_cut(**pressing(event, build.at(15, 28)))

    assert [rest.starts_at for rest in timetable(event, build.at(15, 28)).called_off] == [build.at(15, 30)]


@pytest.mark.both
def test_phase_one_left_out_by_mistake_has_not_begun_once_the_cut_is_open():
    event = build.event()
    build.teams(event, 4)
    as_it_was = hours(event, build.at(15, 5))
    skip_phase_one(words="", **pressing(event, build.at(15)))
    start_phase_two(**pressing(event, build.at(15, 1)))

    reopen_cut(**pressing(event, build.at(15, 5)))

    event.refresh_from_db()
    assert hours(event, build.at(15, 5)) == as_it_was
    assert (event.phases.get(kind="one").started_at, event.house_rules_frozen_at) == (None, None)


@pytest.mark.parametrize(("part", "at"), [("meet", build.at(13)), ("one", build.at(14, 40))])
def test_a_part_started_by_mistake_is_undone_within_a_minute(part, at):
    event = build.event()
    build.teams(event, 4)
    as_it_was = hours(event, build.at(14, 45))
    change = start_part(part=part, **pressing(event, at))

    undo_schedule_change(change=change.pk, **pressing(event, at.replace(second=50)))

    assert hours(event, build.at(14, 45)) == as_it_was


def test_an_early_session_start_can_be_undone_until_its_round_is_called(two_sessions):
    event, start = two_sessions
    build.won(event.games.get(), at=on(FRIDAY, 21, 20))
    change = start_part(part="one", **pressing(event, start))
    call_round(**pressing(event, start.replace(second=10)))

    with pytest.raises(Refused, match="Round 2 was called since"):
        undo_schedule_change(change=change.pk, **pressing(event, start.replace(second=20)))


def test_the_awards_started_by_mistake_are_undone():
    event = build.event(advance_count=2)
    build.teams(event, 2)
    build.won(build.game(event))
    settle_cut(**pressing(event, build.at(17)))
    build.bracket_played(event)
    at = build.at(17, 30)
    as_it_was = hours(event, build.at(17, 31))
    change = start_part(part="awards", **pressing(event, at))

    undo_schedule_change(change=change.pk, **pressing(event, at.replace(second=50)))

    assert hours(event, build.at(17, 31)) == as_it_was


def test_a_deadline_moved_by_a_start_moves_back_with_its_undo(two_sessions):
    event, start = two_sessions
    tick(start)
    as_it_was = hours(event, start.replace(second=40))
    change = start_part(part="one", **pressing(event, start))

    undo_schedule_change(change=change.pk, **pressing(event, start.replace(second=30)))

    assert hours(event, start.replace(second=40)) == as_it_was


@pytest.mark.parametrize("seating", ["open", "rise"])
def test_play_opened_by_mistake_is_recalled_and_phase_one_has_not_begun(seating):
    event = build.openly(6, seating=seating, opens=False)
    as_it_was = hours(event, build.at(15, 1))
    row = open_play(**pressing(event, build.at(15)))

    recall_round(row=row, by=build.organizer(event), at=build.at(15, 0, 20))
    tick(build.at(15, 1))

    event.refresh_from_db()
    assert hours(event, build.at(15, 1)) == as_it_was
    assert not Game.objects.standing().filter(event=event).exists()
    assert (event.phases.get(kind="one").started_at, event.house_rules_frozen_at) == (None, None)
    assert open_play(**pressing(event, build.at(15, 2))).number == 1
