"""Pages of one version of an event share its rows; a page of another version never has them."""

import pytest

from tests import build
from tournament.event.day_rows import day_rows, share_rows, with_shared_rows
from tournament.models import Event
from tournament.schedule.commands_schedule_changes import add_minutes, pause_day

pytestmark = [pytest.mark.django_db, pytest.mark.both]


@pytest.fixture
def event():
    return build.event()


def opened(event):
    """The event as a page reads it that begins now."""
    return with_shared_rows(Event.objects.get(pk=event.pk))


def kinds(event):
    return [change.kind for change in day_rows(event).changes]


def shown(event):
    """The changes that a whole page shows."""
    page = opened(event)
    read = kinds(page)
    share_rows(page)
    return read


def test_the_second_page_of_a_version_reads_only_the_event(event, django_assert_num_queries):
    with django_assert_num_queries(3):
        assert shown(event) == []

    with django_assert_num_queries(1):
        assert shown(event) == []


def test_the_first_page_after_an_action_reads_again(event):
    assert shown(event) == []

    pause_day(event=event, by=build.organizer(event), at=build.MEET)

    assert shown(event) == ["paused"]


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
