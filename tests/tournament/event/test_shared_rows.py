"""Pages of one version of an event share its rows; a page of another version never has them."""

import re
from uuid import uuid4

import pytest

from tests import build
from tests.house.reading import ROOT
from tournament.event.day_rows import day_rows, share_rows, shared_event, with_shared_rows
from tournament.log.audit_log import log
from tournament.models import Event
from tournament.schedule.commands_deadlines import doubt_clock
from tournament.schedule.commands_schedule_changes import add_minutes, pause_day

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def event():
    return build.event()


def opened(event):
    """The event as a page reads it that begins now."""
    found = shared_event(event.slug)
    assert found
    return found


def kinds(event):
    return [change.kind for change in day_rows(event).changes]


def shown(event):
    """The changes that a whole page shows."""
    page = opened(event)
    read = kinds(page)
    share_rows(page)
    return read


def test_the_second_page_of_a_version_reads_only_the_event(event, django_assert_num_queries):
    with django_assert_num_queries(4):
        assert shown(event) == []

    with django_assert_num_queries(1):
        assert shown(event) == []


def test_a_page_has_the_event_as_the_last_action_left_it(event):
    assert opened(event).clock_doubted_at is None

    doubt_clock(event=event, now=build.MEET)

    page, now = opened(event), Event.objects.get(pk=event.pk)
    assert (page.version, page.clock_doubted_at) == (now.version, build.MEET)


def test_what_a_page_does_to_its_event_no_other_page_sees(event):
    shown(event)

    opened(event).name = "Another name"

    assert opened(event).name == event.name


def test_the_first_page_after_an_action_reads_again(event):
    assert shown(event) == []

    pause_day(event=event, by=build.organizer(event), at=build.MEET)

    assert shown(event) == ["paused"]


def test_a_hand_changes_nothing_of_the_day_that_pages_share(django_assert_num_queries):
    game = build.game()
    assert shown(game.event) == []

    build.hand(game)

    page = opened(game.event)
    with django_assert_num_queries(0):
        assert kinds(page) == []


def entries(event):
    """The number of log entries, which any action changes."""
    return event.log.count()


def test_a_hand_changes_what_pages_share_only_until_any_action():
    game = build.game()
    page = opened(game.event)
    before = day_rows(page).once_a_version(entries)
    share_rows(page)
    assert day_rows(opened(game.event)).of_version[entries] == before

    build.hand(game)

    assert day_rows(opened(game.event)).once_a_version(entries) == before + 1


def test_a_command_shows_its_event_as_it_left_it(event, django_assert_num_queries):
    assert shown(event) == []
    event = Event.objects.get(pk=event.pk)

    log(event, "event.changed", by=build.organizer(event), at=build.MEET)

    with django_assert_num_queries(1):
        kinds(with_shared_rows(event))


def test_only_these_actions_concern_a_single_game():
    """A new one belongs to the list, and must change neither the schedule nor the rounds, nor the cut."""
    found = {
        match[1]
        for path in ROOT.glob("*/**/commands_*.py")
        for match in re.finditer(r'log\([^()]*?"([\w.-]+)",(?:[^()]|\([^()]*\))*?concerns=', path.read_text())
    }

    assert found == {
        *("hand.recorded", "report.sent", "seats.rests", "team.seated"),
        *("referee.called", "referee.coming", "referee.passed"),
    }


def test_what_a_page_reads_during_an_action_is_not_shared(event, django_assert_num_queries):
    page, slow = opened(event), opened(event)
    pause_day(event=event, by=build.organizer(event), at=build.MEET)
    assert kinds(page) == ["paused"]
    share_rows(page)

    with django_assert_num_queries(1):
        kinds(with_shared_rows(slow))


def test_a_page_that_began_before_an_action_keeps_its_own_version(event):
    assert shown(event) == []
    page = opened(event)

    pause_day(event=event, by=build.organizer(event), at=build.MEET)

    assert (kinds(page), shown(event)) == ([], ["paused"])


def test_a_page_is_answered_although_its_event_is_gone_meanwhile(event):
    gone = Event.objects.get(pk=event.pk)
    gone.pk, gone.key, gone.slug = None, uuid4(), "gone"
    gone.save()
    page = opened(gone)
    gone.delete()

    assert kinds(page) == []
    share_rows(page)


@pytest.mark.tampers
def test_a_version_that_comes_again_after_a_restore_is_another(event):
    assert shown(event) == []
    before = Event.objects.get(pk=event.pk)
    pause_day(event=event, by=build.organizer(event), at=build.MEET)
    assert shown(event) == ["paused"]

    event.schedule_changes.all().delete()
    Event.objects.filter(pk=event.pk).update(version=before.version, chained=before.chained)
    add_minutes(event=event, minutes=3, by=build.organizer(event), at=build.MEET)

    assert shown(event) == ["minutes"]
