"""Exported lists, as CSV and Excel, without contact data unless asked for."""

import io
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from tests import build
from tests.pages.visit import wearing
from tournament.commands.donations import take_donation
from tournament.commands.teams import check_in_team, sign_up_single, sign_up_team
from tournament.queries.lists.columns import recognized
from tournament.queries.lists.entries import entries
from tournament.queries.lists.reading import read_list

LISTS = ("teams", "people", "money", "check-in")


@pytest.fixture
def night(event):
    """A team that is here and gave, a team whose name is a formula, and somebody without a partner."""
    signed = {"event": event, "by": build.organizer(event), "at": build.MEET}
    aces = sign_up_team(
        key=uuid4(),
        name="Aces",
        players=["Ann", "Ray"],
        contact="312 555 0199",
        home="Chicago",
        needs_accessible=True,
        **signed,
    )
    check_in_team(team=aces, by=signed["by"], at=build.MEET)
    sign_up_team(key=uuid4(), name="=SUM(A1)", players=["-Kim", "@Mo"], **signed)
    sign_up_single(key=uuid4(), name="Jo", contact="jo@example.org", **signed)
    take_donation(
        key=uuid4(), amount_cents=1050, method="cash", team=aces, note="Ann’s mother, 312 555 0123", **signed
    )
    return event


def taken(organizer, event, key, kind, **more):
    answer = organizer.get(f"/{event.slug}/desk/lists/take/", {"list": key, "kind": kind, **more})
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-{key}.{kind}"'
    return answer.getvalue()


def rows(organizer, event, key, kind="csv", **more):
    return [row.cells for row in read_list(taken(organizer, event, key, kind, **more))]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_teams_are_taken_along(night, organizer, kind):
    assert rows(organizer, night, "teams", kind) == [
        ("Number", "Team", "Player 1", "Player 2", "From", "State"),
        ("1", "Aces", "Ann", "Ray", "Chicago", "here"),
        ("2", "'=SUM(A1)", "'-Kim", "'@Mo", "", "not here yet"),
    ]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_people_money_and_check_in_are_taken_along(night, organizer, kind):
    people, money, check_in = (rows(organizer, night, key, kind) for key in LISTS[1:])

    assert people[1:] == [
        ("Ann", "1", "Aces"),
        ("Ray", "1", "Aces"),
        ("'-Kim", "2", "'=SUM(A1)"),
        ("'@Mo", "2", "'=SUM(A1)"),
        ("Jo", "", "", "yes"),
    ]
    assert money[1][1:6] == (
        "2026-06-27 14:00",
        "Aces",
        "10.50" if kind == "csv" else "10.5",
        "cash",
        "Organizer",
    )
    assert check_in[1] == ("1", "Aces", "Ann", "Ray", "here", "2026-06-27 14:00")


@pytest.mark.parametrize("key", LISTS)
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_contact_data_is_taken_along_only_if_asked_for(night, organizer, key, kind):
    without = str(rows(organizer, night, key, kind))
    whole = str(rows(organizer, night, key, kind, contacts="on"))

    assert "555" not in without
    assert "example.org" not in without
    assert ("555" in whole) == (key != "check-in")


def test_people_who_come_alone_are_taken_along_by_their_names_and_come_in_again(event):
    alone = build.event(seating="alone", name="Alone")
    build.people(alone, 2)
    other = build.event(seating="alone", name="Next year")
    read = read_list(taken(wearing(build.organizer(alone).badge), alone, "teams", "csv"))

    assert [row.cells for row in read] == [
        ("Number", "Player", "From", "State"),
        ("1", "Ann 1", "", "here"),
        ("2", "Ann 2", "", "here"),
    ]
    assert [entry.players for entry in entries(other, read, recognized(read, other.way))] == [
        ("Ann 1",),
        ("Ann 2",),
    ]


def test_nothing_in_a_workbook_is_a_formula(night, organizer):
    for key in LISTS:
        book = load_workbook(io.BytesIO(taken(organizer, night, key, "xlsx", contacts="on")))
        assert {cell.data_type for row in book.active.rows for cell in row} <= {"s", "inlineStr", "n"}


def test_teams_that_were_taken_along_come_in_at_another_event_as_they_were(night, organizer):
    other = build.event(name="Next year")
    read = read_list(taken(organizer, night, "teams", "xlsx", contacts="on"))

    first, second = entries(other, read, recognized(read, other.way))

    assert (first.team, first.players, first.contact, first.home) == (
        "Aces",
        ("Ann", "Ray"),
        "312 555 0199",
        "Chicago",
    )
    assert first.accessible
    assert (second.team, second.players) == ("=SUM(A1)", ("-Kim", "@Mo"))


@pytest.mark.parametrize("key", LISTS)
def test_a_list_takes_as_many_statements_for_three_teams_as_for_one(
    event, organizer, key, django_assert_num_queries
):
    build.team(event)
    taken(organizer, event, key, "csv")
    with CaptureQueriesContext(connection) as for_one:
        taken(organizer, event, key, "csv")
    build.teams(event, 2)

    with django_assert_num_queries(len(for_one)):
        taken(organizer, event, key, "csv")
