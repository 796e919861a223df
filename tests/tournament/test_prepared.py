"""Statements that are written once say what Django says each time."""

import pytest
from django.db.models import Exists, OuterRef, Q

from tests import build
from tournament.models import Badge, Game, LogEntry, Round
from tournament.models.prepared import Change, Given, Insert, Look

pytestmark = pytest.mark.django_db

JOINED = Game.objects.select_related("event", "round", "table__referee", "ns", "ew", "south").annotate(
    is_called=Exists(Round.objects.called().filter(pk=OuterRef("round_id")))
)
LOOK = Look(lambda: JOINED.filter(Q(pk=Given(Game, "id")) | Q(ns=Given(Game, "ns_id"))))


def columns(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.fixture
def game():
    return build.game()


def test_a_look_finds_the_same_rows_with_all_that_comes_with_them(game, django_assert_num_queries):
    expected = JOINED.get(pk=game.pk)

    with django_assert_num_queries(1):
        found = LOOK.one(id=game.pk, ns_id=0)
        beside = [found.event, found.round, found.table, found.ns, found.ew]

    assert columns(found) == columns(expected)
    assert [columns(row) for row in beside] == [
        columns(row) for row in (expected.event, expected.round, expected.table, expected.ns, expected.ew)
    ]
    assert (found.south, found.table.referee, found.is_called) == (None, None, expected.is_called)


def test_a_look_is_asked_with_other_values_each_time(game):
    assert LOOK.all(id=0, ns_id=game.ns_id) == [game]
    assert LOOK.all(id=0, ns_id=0) == []
    with pytest.raises(Game.DoesNotExist):
        LOOK.one(id=0, ns_id=0)


def test_a_row_is_inserted_with_the_same_columns(game):
    by = build.organizer(game.event)
    facts = {"game": game.pk, "words": "“Ça va”", "none": None}
    row = {
        "event": game.event,
        "at": build.THREE,
        "by": by.badge,
        "action": "a.b",
        "words": "So",
        "facts": facts,
    }
    LogEntry.objects.create(**row)

    Insert(LogEntry)(LogEntry(**row))

    first, second = LogEntry.objects.filter(action="a.b")
    assert columns(second) == columns(first) | {"id": second.pk}


def test_only_the_rows_asked_for_change(game):
    other = build.referee(game.event)
    revoke = Change(lambda: Badge.objects.filter(pk=Given(Badge, "id")), "revoked_at", "is_head")

    revoke(id=other.badge.pk, revoked_at=build.THREE, is_head=True)

    assert list(Badge.objects.filter(revoked_at=build.THREE, is_head=True)) == [other.badge]


def test_a_value_that_is_missing_is_a_mistake_and_nothing_changes(game):
    close = Change(lambda: Game.objects.filter(pk=Given(Game, "id")), "over_at", "referee_called_for")

    with pytest.raises(KeyError):
        close(id=game.pk, over_at=build.THREE)

    game.refresh_from_db()
    assert game.over_at is None
