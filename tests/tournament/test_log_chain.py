"""The log is chained by hashes: who changes an entry by hand is told from who wrote it."""

from importlib import import_module

import pytest
from django.apps import apps

from scoring.queries.integrity import integrity
from tests import build
from tournament.commands.audit_log import log
from tournament.models import Event, LogEntry
from tournament.queries.log_chain import broken_links


@pytest.fixture
def event():
    """A half-played game, and entries with facts of every kind."""
    event = build.hand(build.game()).game.event
    facts = {"speed": 1.5, "pairs": {10: "ten", 2: ("two", None, True)}, "said": "“Ré’s” ✚"}
    log(event, "clock.moved", "Ré’s ✚ clock." * 50, by=build.organizer(event), at=build.THREE, **facts)
    return event


def test_what_was_written_fits_whatever_it_says(event):
    assert event.log.count() > 5
    assert broken_links(event) == []
    assert integrity(event) == []


def test_each_event_has_a_chain_of_its_own(event):
    other = build.event(name="Another Hall")
    log(event, "clock.moved", "Later.", by=build.organizer(event), at=build.THREE)

    assert broken_links(event) == broken_links(other) == []


@pytest.mark.parametrize(
    "forged",
    [
        {"words": "Nothing happened."},
        {"action": "hand.struck"},
        {"device": "iPhone"},
        {"at": build.at(9)},
        {"facts": {"game": 99}},
        {"chained": "0" * 64},
        {"by": lambda event: event.badges.get(role="public").pk},
    ],
    ids=lambda forged: next(iter(forged)),
)
def test_a_changed_entry_is_named_whatever_was_changed_in_it(event, forged):
    third = event.log.order_by("pk")[2]
    forged = {name: value(event) if callable(value) else value for name, value in forged.items()}
    LogEntry.objects.filter(pk=third.pk).update(**forged)

    (objection,) = broken_links(event)

    assert objection.startswith(f"The log was changed at entry {third.pk}, or right before it.")
    assert objection in integrity(event)


def test_an_entry_that_is_gone_is_missed_by_the_next_one(event):
    third, fourth = event.log.order_by("pk")[2:4]
    third.delete()

    assert broken_links(event)[0].startswith(f"The log was changed at entry {fourth.pk}")


def test_the_last_entry_is_missed_by_its_event(event):
    event.log.last().delete()

    assert broken_links(event) == ["The last entries of the log are gone."]


def test_an_entry_that_nobody_wrote_is_found(event):
    told = {"event": event, "by": build.organizer(event).badge, "at": build.THREE, "action": "hand.recorded"}
    entry = LogEntry.objects.create(words="Made 7.", chained=event.log.last().chained, **told)

    assert broken_links(event)[0].startswith(f"The log was changed at entry {entry.pk}")


def test_entries_from_before_begin_the_chain(event):
    chains = list(event.log.order_by("pk").values_list("chained", flat=True))
    last = Event.objects.get(pk=event.pk).chained
    LogEntry.objects.update(chained="")
    Event.objects.update(chained="")

    import_module("tournament.migrations.0021_chain_the_log_and_let_go_of_contacts").chain(apps, None)

    assert list(event.log.order_by("pk").values_list("chained", flat=True)) == chains
    assert Event.objects.get(pk=event.pk).chained == last == chains[-1]
