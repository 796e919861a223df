"""``./uptown integrity``: checks every event, and finds a log head that was noted on paper."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests import build
from tournament.models import Event


@pytest.fixture
def event():
    return build.hand(build.game()).game.event


def checked(**options):
    output = StringIO()
    try:
        call_command("integrity", stdout=output, **options)
    except CommandError as failed:
        return output.getvalue() + str(failed)
    return output.getvalue()


def test_each_event_is_said_to_add_up_with_its_head(event):
    event.refresh_from_db()

    assert checked() == f"✓ {event.name}: everything adds up. {event.version} entries, {event.head}\n"


def test_a_head_from_paper_is_found_in_what_was_written_since(event):
    event.refresh_from_db()
    build.team(event, "Kitty Katz")

    output = checked(head=event.head.upper()).splitlines()

    assert (
        output[1] == f"✓ {event.name}: its log contains {event.head.upper()}; 2 entries were written since."
    )


def test_a_log_cut_off_at_its_end_is_noticed_even_with_adjusted_counters(event):
    head = Event.objects.get().head
    *_, before, last = event.log.order_by("pk")
    last.delete()
    Event.objects.update(version=event.log.count(), chained=before.chained)

    output = checked(head=head).splitlines()

    assert output[0].startswith(f"✓ {event.name}: everything adds up.")
    assert output[1] == (
        f"✗ No log here contains {head}. Entries were removed or changed after it was printed, "
        "or it is from another event."
    )
    assert output[2] == "Something doesn’t add up."


def test_what_is_no_head_and_no_event_is_said(event):
    assert checked(head="beef").endswith("A head is 12 to 64 digits from 0 to 9 and a to f, not “beef”.")
    assert checked(event="nowhere") == "There is no event “nowhere”."
