"""Exported lists, as CSV and Excel, without contact data unless asked for."""

import io
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from tests import build
from tests.pages.visit import organizer_of
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import sign_up_single, sign_up_team
from tournament.lists.columns import recognized
from tournament.lists.list_entries import entries
from tournament.lists.reading import read_list
from tournament.money.commands_donations import take_donation

LISTS = ("teams", "people", "money", "check-in")


@pytest.fixture
def night(event):
    """A team that is here and gave, a team whose name is a formula, and somebody without a partner."""
    signed = {"event": event, "by": build.organizer(event), "at": build.MEET}
    wishes = {"home": "Chicago", "needs_accessible": True}
    aces = sign_up_team(
        key=uuid4(), name="Aces", players=["Ann", "Ray"], contact="312 555 0199", **wishes, **signed
    )
    check_in_team(team=aces, by=signed["by"], at=build.MEET)
    sign_up_team(key=uuid4(), name="=SUM(A1)", players=["-Kim", "@Mo"], **signed)
    sign_up_single(key=uuid4(), name="Jo", contact="jo@example.org", **signed)
    given = {"amount_cents": 1050, "method": "cash", "note": "Ann’s mother, 312 555 0123"}
    take_donation(key=uuid4(), team=aces, **given, **signed)
    return event


def taken(event, key, kind, **more):
    answer = organizer_of(event).get(f"/{event.slug}/desk/lists/take/", {"list": key, "kind": kind, **more})
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-{key}.{kind}"'
    return answer.getvalue()


def rows(event, key, kind, **more):
    return [row.cells for row in read_list(taken(event, key, kind, **more))]


def entries_at(other, file):
    read = read_list(file)
    return entries(other, read, recognized(read, other.way))


@pytest.mark.parametrize(("kind", "amount"), [("csv", "10.50"), ("xlsx", "10.5")])
def test_teams_people_money_and_check_in_are_taken_along(night, kind, amount):
    teams, people, money, check_in = (rows(night, key, kind) for key in LISTS)

    assert teams == [
        ("Number", "Team", "Player 1", "Player 2", "From", "State"),
        ("1", "Aces", "Ann", "Ray", "Chicago", "here"),
        ("2", "'=SUM(A1)", "'-Kim", "'@Mo", "", "not here yet"),
    ]
    assert people[1:] == [
        ("Ann", "1", "Aces"),
        ("Ray", "1", "Aces"),
        ("'-Kim", "2", "'=SUM(A1)"),
        ("'@Mo", "2", "'=SUM(A1)"),
        ("Jo", "", "", "yes"),
    ]
    assert money[1][1:6] == ("2026-06-27 14:00", "Aces", amount, "cash", "Organizer")
    assert check_in[1] == ("1", "Aces", "Ann", "Ray", "here", "2026-06-27 14:00")


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_contact_data_is_taken_along_only_if_asked_for(night, kind):
    for key in LISTS:
        without, whole = str(rows(night, key, kind)), str(rows(night, key, kind, contacts="on"))

        assert "555" not in without
        assert "example.org" not in without
        assert ("555" in whole) == (key != "check-in")


def test_nothing_in_a_workbook_is_a_formula(night):
    for key in LISTS:
        book = load_workbook(io.BytesIO(taken(night, key, "xlsx", contacts="on")))
        assert {cell.data_type for row in book.active.rows for cell in row} <= {"s", "inlineStr", "n"}


def test_teams_that_were_taken_along_come_in_at_another_event_as_they_were(night):
    file = taken(night, "teams", "xlsx", contacts="on")

    first, second = entries_at(build.event(name="Next year"), file)

    assert (first.team, first.players) == ("Aces", ("Ann", "Ray"))
    assert (first.contact, first.home, first.accessible) == ("312 555 0199", "Chicago", True)
    assert (second.team, second.players) == ("=SUM(A1)", ("-Kim", "@Mo"))


def test_individual_players_are_exported_by_name_and_can_be_imported_again():
    alone, other = (build.event(seating="alone", name=name) for name in ("Alone", "Next year"))
    build.people(alone, 2)

    file = taken(alone, "teams", "csv")

    assert [row.cells for row in read_list(file)] == [
        ("Number", "Player", "From", "State"),
        ("1", "Ann 1", "", "here"),
        ("2", "Ann 2", "", "here"),
    ]
    assert [entry.players for entry in entries_at(other, file)] == [("Ann 1",), ("Ann 2",)]


def test_a_list_takes_as_many_statements_for_three_teams_as_for_one(event):
    asked = []
    for more in (1, 2):
        build.teams(event, more)
        for key in LISTS:
            taken(event, key, "csv")
            with CaptureQueriesContext(connection) as statements:
                taken(event, key, "csv")
            asked.append((key, len(statements)))

    assert asked[: len(LISTS)] == asked[len(LISTS) :]
