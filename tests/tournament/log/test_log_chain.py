"""The log is a chain of hashes: manual changes are detected, and erasing a person breaks nothing."""

import json
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from scoring.integrity import integrity
from tests import build
from tournament.log.audit_log import erase_from_log, log
from tournament.log.log_chain import (
    broken_links,
    canonical,
    chained,
    digest_of_text,
    events_with_head,
    hash_of_content,
    newest_head,
)
from tournament.models import Badge, Event, LogEntry, Player, Team

pytestmark = pytest.mark.tampers


@pytest.fixture(scope="module")
def an_event(kept):
    """A half-played game, and a log entry with facts of every kind."""
    event = build.hand(build.game()).game.event
    facts = {"pairs": {10: "ten", 2: ("two", None, True)}, "said": "“Ré’s” ✚ clock " * 50, "id": uuid4()}
    log(event, "clock.moved", by=build.organizer(event), at=build.THREE, **facts)
    return event


@pytest.fixture
def event(an_event):
    return Event.objects.get(pk=an_event.pk)


@pytest.mark.both
def test_the_form_of_an_entry_never_changes():
    """Heads on paper and hashes in old databases depend on this form; another form needs another number."""
    content = canonical(
        event="6f9d7f0e-0c52-4ac5-9d4c-1d8e5f2b7a10",
        at=datetime(2026, 6, 27, 20, 10, 0, 250_000, tzinfo=UTC),
        by="0d4b0a3c-77a1-4a86-8a5e-3b1f0f6f2c55",
        device="iPhone, Safari",
        action="hand.recorded",
        facts={"table": 4, "told": {"bidder": "NS", "bid": 4}, "despite": ["too-fast"], "is_late": False},
        digests={"side_NS": digest_of_text("00112233445566778899aabbccddeeff", "Ré’s ✚ “Aces”")},
    )

    assert content == (
        '{"action":"hand.recorded","at":"2026-06-27T20:10:00.250000+00:00",'
        '"by":"0d4b0a3c-77a1-4a86-8a5e-3b1f0f6f2c55","device":"iPhone, Safari",'
        '"event":"6f9d7f0e-0c52-4ac5-9d4c-1d8e5f2b7a10",'
        '"facts":{"despite":["too-fast"],"is_late":false,"table":4,"told":{"bid":4,"bidder":"NS"}},'
        '"form":1,'
        '"texts":{"side_NS":"c7e07b44f67851ffdae207f41b516d44b2b8ef9609468737297621275a9b090f"}}'
    )
    assert hash_of_content(content) == "113d1e018ccd916404576f06cd3ef9ecd5479d11890c6e38172cb5cf5e203b41"
    assert (
        chained("", hash_of_content(content))
        == "d144bf122d69c09595603e803b4959939f93a50bdc111a80303294bafa2da797"
    )
    assert (
        chained(chained("", hash_of_content(content)), hash_of_content(content))
        == "ecb5a9a8474c7d8a76547c4cced9acc5706f60659d10365f42b9f335bf69c530"
    )


def test_no_entry_has_a_number_of_a_row_or_a_name_in_what_is_hashed(event):
    names = {name for model in (Team, Player, Badge) for name in model.objects.values_list("name", flat=True)}
    written = [json.dumps(facts, ensure_ascii=False) for facts in event.log.values_list("facts", flat=True)]

    assert [line for line in written if any(name in line for name in names)] == []
    assert UUID(event.log.filter(action="hand.recorded").get().facts["game"]) == event.games.get().key


def test_a_fact_without_a_fixed_form_is_refused(event):
    with pytest.raises(TypeError, match="has no fixed form"), transaction.atomic():
        log(event, "clock.moved", by=build.organizer(event), at=build.THREE, speed=1.5)


@pytest.mark.parametrize(
    "forged",
    [
        {"action": "hand.struck"},
        {"device": "iPhone"},
        {"at": build.at(9)},
        {"facts": {"game": 99}},
        {"texts": {}},
        {"chained": "0" * 64},
        {"by": lambda event: event.badges.get(role="public").pk},
    ],
    ids=lambda forged: next(iter(forged)),
)
def test_a_changed_entry_is_named_for_any_change_in_it(event, forged):
    third = event.log.order_by("pk")[2]
    forged = {name: value(event) if callable(value) else value for name, value in forged.items()}
    LogEntry.objects.filter(pk=third.pk).update(**forged)

    (objection,) = broken_links(event)

    assert objection.startswith(f"The log was changed at entry {third.pk}, or right before it.")
    assert objection in integrity(event)


def test_a_changed_name_is_named_though_the_chain_holds(event):
    entry = event.log.get(action="hand.recorded")
    entry.texts["side_NS"]["text"] = "Somebody Else"
    entry.save()

    (objection,) = broken_links(event)

    assert objection.startswith(f"The text “side_NS” was changed in entry {entry.pk}")


@pytest.mark.parametrize(
    ("kind", "model", "name"),
    [("team", Team, "Team 1"), ("player", Player, "Dee 1"), ("badge", Badge, "Organizer")],
)
def test_who_is_renamed_behind_the_logs_back_is_named(event, kind, model, name):
    model.objects.filter(event=event, name=name).update(name="Mallory")

    assert f"The {kind} “Mallory” is called “{name}” in the log." in broken_links(event)


@pytest.mark.both
def test_an_erased_name_is_shown_as_erased_and_the_chain_still_verifies(event):
    by = build.organizer(event)
    erased = erase_from_log(event, ["Team 1"])
    log(event, "contacts.erased", by=by, at=build.THREE, erased=erased)
    Team.objects.filter(name="Team 1").update(name="Boston Bound")

    logged = [entry.words for entry in event.log.filter(action="team.checked-in")]
    assert logged == ["(erased) is here.", "Team 2 is here."]
    assert "Team 1" not in str([entry.texts for entry in event.log.all()])
    assert broken_links(event) == []


def test_what_somebody_typed_like_a_gap_stays_as_typed(event):
    for typed in ("⟦reason⟧ ⟦who⟧", "{by} {0.__class__}"):
        log(event, "game.voided", by=build.organizer(event), at=build.THREE, where="Table 1", reason=typed)
        assert event.log.last().words == f"Table 1: no result. {typed}"

    assert broken_links(event) == []


def test_an_entry_that_is_gone_is_missed_by_the_next_one(event):
    third, fourth = event.log.order_by("pk")[2:4]
    third.delete()

    assert broken_links(event)[0].startswith(f"The log was changed at entry {fourth.pk}")


def test_the_last_entry_is_missed_by_its_event(event):
    event.log.last().delete()

    assert broken_links(event) == ["The last entries of the log are gone."]


@pytest.mark.both
def test_an_earlier_head_proves_that_the_end_of_the_log_was_cut_off(event):
    head = newest_head()
    *_, before, last = event.log.order_by("pk")
    last.delete()
    Event.objects.filter(pk=event.pk).update(version=event.log.count(), chained=before.chained)

    assert integrity(event) == []
    assert events_with_head(head) == []
    assert events_with_head(before.chained[:16]) == [event]


@pytest.mark.both
def test_the_newest_head_is_that_of_a_real_event_where_there_is_one(event):
    build.event(name="Practice", is_practice=True)

    head = Event.objects.get(pk=event.pk).chained

    assert newest_head() == head
    assert Event.objects.get(pk=event.pk).head.replace("-", "") == head[:16]
