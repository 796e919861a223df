"""The schedule's rows are loaded when they are first used, and once for a page that only shows them."""

import pytest

from tests import build
from tournament.event.day_rows import day_rows, with_its_day
from tournament.schedule.clock import timetable
from tournament.schedule.commands_schedule_changes import add_minutes, pause_day

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def event(kept):
    """An event after two rounds, with minutes added, and paused at 3:50 PM."""
    event = build.event()
    build.teams(event, 4)
    build.played_phase_one(event, 2)
    add_minutes(event=event, minutes=3, by=build.organizer(event), at=build.at(15, 49))
    pause_day(event=event, by=build.organizer(event), at=build.at(15, 50))
    return event


@pytest.mark.slow
@pytest.mark.both
def test_the_rows_of_the_day_come_in_their_order(event, django_assert_num_queries):
    with django_assert_num_queries(3):
        rows = day_rows(event)
        read = (rows.phases, rows.breaks, rows.changes)

    assert [*map(list, read)] == [
        list(rows.all()) for rows in (event.phases, event.breaks, event.schedule_changes)
    ]


@pytest.mark.both
def test_the_round_that_was_called_last_comes_with_its_phase(event, django_assert_num_queries):
    expected = event.phases.get(kind="one").rounds.get(number=2)

    with django_assert_num_queries(1):
        found = day_rows(event).round
        read = (found.phase.kind, found.number, found.called_at, found.whistle_at)

    assert read == ("one", 2, expected.called_at, expected.whistle_at)


@pytest.mark.both
def test_a_page_that_only_shows_reads_its_day_once(event, django_assert_num_queries):
    shown = with_its_day(event)

    with django_assert_num_queries(3):
        first, second = timetable(shown, build.at(15, 55)), timetable(shown, build.at(16, 5))

    assert first != second
