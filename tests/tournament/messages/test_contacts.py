"""Contact data is erased automatically or by an organizer; the results stay."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring import tasks
from tests import build
from tournament.entries.commands_corrections import place_team
from tournament.entries.commands_sign_up import sign_up_single, sign_up_team
from tournament.messages.commands_contacts import erase_contacts
from tournament.models import Event, LogEntry, Player, Session, Team
from tournament.models.teams import NOBODY
from tournament.money.commands_donations import take_donation
from tournament.schedule.clock import ends_at

SECRET = "555-0123"


@pytest.fixture
def event():
    """An event with a team's phone number, a note on a donation, and somebody without a partner."""
    event = build.event()
    where = {"event": event, "by": build.organizer(event), "at": build.MEET}
    katz = {"name": "Katz", "players": ("Dee", "Ray"), "contact": SECRET, "needs_accessible": True}
    sign_up_team(key=uuid4(), **katz, **where)
    sign_up_single(key=uuid4(), name="Mo", contact="mo@example.org", **where)
    take_donation(key=uuid4(), amount_cents=500, method="cash", note="Mrs. Hall", **where)
    return event


@pytest.fixture
def ticking(monkeypatch):
    monkeypatch.setattr(tasks, "_tidied_at", [])


def left(event):
    """The personal data that is left, with the names."""
    return (
        sorted(event.players.values_list("name", "contact")),
        list(event.donations.values_list("amount_cents", "note")),
        event.teams.get().needs_accessible,
    )


def test_an_organizer_erases_it_at_once_and_the_facts_stay(event):
    erase_contacts(event=event, by=build.organizer(event), at=build.THREE)

    # The event goes on, so anyone who needs a table or a partner still does.
    assert left(event) == ([("Dee", ""), ("Mo", ""), ("Ray", "")], [(500, "")], True)


def test_the_log_says_that_it_was_done_and_nothing_of_what_it_was(event):
    erase_contacts(event=event, by=build.organizer(event), at=build.at(23))

    # The event is over, so nobody needs a table or a partner any more.
    assert left(event) == ([("Dee", ""), ("Ray", ""), (NOBODY, "")], [(500, "")], False)
    entry = event.log.last()
    assert (entry.words, entry.facts) == ("Contact data was erased.", {"entries": 6, "erased": 1})
    entries = [f"{one.words} {one.facts} {one.texts}" for one in LogEntry.objects.all()]
    assert [line for line in entries if SECRET in line or "example.org" in line or "Mrs. Hall" in line] == []


@pytest.mark.both
def test_the_tick_erases_it_when_the_days_are_over_that_the_event_names(event, ticking):
    Event.objects.filter(pk=event.pk).update(contact_days=10)
    due = ends_at(event) + timedelta(days=10)

    done = [tasks.tidy(due + timedelta(days=days)) for days in (-2, 0, 2)]

    assert done == [0, 1, 0]
    assert Player.objects.exclude(contact="").count() == 0
    assert event.log.filter(action="contacts.erased").get().by.name == "The clock"


def test_the_log_does_not_say_who_needs_an_accessible_table(event):
    wishes = {"home": "Gary", "needs_accessible": True, "fixed_table": None}

    place_team(team=Team.objects.get(), **wishes, by=build.organizer(event), at=build.MEET)

    assert event.log.last().words == "Katz: Gary."


@pytest.mark.both
def test_sessions_that_are_over_go_once_a_day(ticking):
    now = timezone.now()
    for key, days in (("over", -1), ("good", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=days))

    tasks.tidy(now)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["good"]

    Session.objects.update(expire_date=now - timedelta(seconds=1))
    tasks.tidy(now + timedelta(hours=23))
    assert Session.objects.count() == 1
    tasks.tidy(now + timedelta(hours=25))
    assert Session.objects.count() == 0
