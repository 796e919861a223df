"""Lists as other programs write them. The files are ours; nobody in them is real."""

from datetime import date
from pathlib import Path

import pytest

from seasons.leagues.results import read_results
from tests import build
from tournament.lists.columns import NOTHING, heading_row, recognized
from tournament.lists.list_entries import entries
from tournament.lists.reading import read_list

SAMPLES = Path(__file__).with_name("samples")
TODAY = date(2026, 6, 27)
EXCEL = [
    ("new", "Aces", ("José Brown", "Ray Lee"), ("312 555 0101",)),
    ("new", "Kings, all four", ("Mo Day", "Kim Groß"), ("312 555 0102",)),
]
TEAMS = {
    "google-forms.csv": (
        [
            ("new", "Aces & Eights", ("Ann Brown", "Ray Lee"), ("ann@example.org",)),
            ("new", "", ("Zoë Núñez",), ("zoe@example.org",)),
            ("new", "Kitty Katz", ("Mo Day", "Kim Park"), ("mo@example.org", "kim@example.org")),
            ("known", "kitty katz", ("Kim Park", "Mo Day"), ("kim@example.org", "mo@example.org")),
        ],
        ["Timestamp", "Anything we should know?"],
    ),
    "eventbrite.csv": (
        [
            ("new", "Aces", ("Ann Brown", "Ray Lee"), ("ann@example.org", "ray@example.org")),
            ("new", "Kings", ("Mo Day", "Kim Park"), ("mo@example.org", "kim@example.org")),
            ("new", "", ("Lou O’Neal",), ("lou@example.org",)),
        ],
        [
            *("Order ID", "Order Date", "Event Name", "Ticket Quantity", "Ticket Type"),
            *("Ticket Price", "Buyer First Name", "Buyer Last Name", "Buyer Email"),
        ],
    ),
    "eventbrite-attendees.csv": (
        [
            ("new", "Aces", ("Ann Brown", "Ray Lee"), ("ann@example.org",)),
            ("new", "Kings, all four", ("Mo Day", "Kim Park"), ("mo@example.org",)),
            ("new", "", ("Lou O’Neal",), ("lou@example.org",)),
        ],
        [
            *("Order #", "Order Date", "Quantity", "Price Tier", "Ticket Type", "Attendee #", "Group"),
            *("Order Type", "Currency", "Total Paid", "Fees Paid", "Eventbrite Fees"),
            *("Eventbrite Payment Processing", "Home Address 1", "Home Address 2"),
            *("Home State", "Home Zip", "Home Country"),
        ],
    ),
    "setplay.csv": (
        [
            ("new", "Aces", ("Ann Brown", "Ray Lee"), ("ann@example.org", "ray@example.org")),
            ("new", "Boston Bound", ("Mo Day", "Kim Park"), ("3125550103", "kim@example.org")),
        ],
        ["paid"],
    ),
    "excel-english.csv": (EXCEL, []),
    "excel-english-utf-8.csv": (EXCEL, []),
    "excel-german.csv": (EXCEL, []),
    "excel-french.csv": (EXCEL, []),
    "excel-unicode.txt": (EXCEL, []),
}


@pytest.mark.both
@pytest.mark.django_db
@pytest.mark.parametrize("name", TEAMS)
def test_a_list_of_teams_is_read_whole_and_what_is_left_out_is_named(name):
    rows, event = read_list((SAMPLES / name).read_bytes()), build.event()
    columns = recognized(rows, event.way)
    headings = heading_row(rows, columns).cells

    found = list(entries(event, rows, columns))

    teams, left_out = TEAMS[name]
    assert [(each.state, each.team, each.players, each.reached_at) for each in found] == teams
    assert [
        heading for heading, meaning in zip(headings, columns.meanings, strict=True) if meaning == NOTHING
    ] == left_out
    # Each row below the headings is in one of the entries.
    numbers = [row.number for row in rows if row.number > columns.heading]
    assert sorted(number for each in found for number in (each.row, *each.rows)) == numbers


@pytest.mark.parametrize("name", ["results-english.csv", "results-german.csv", "results-french.csv"])
def test_results_are_read_as_each_language_writes_numbers_and_dates(name):
    found = read_results((SAMPLES / name).read_bytes(), 1, TODAY)

    assert found.faults == ()
    assert [(line.teams, line.points) for line in found.games] == [
        (("les rois", "zürich"), (10, 7)),
        (("aces", "les rois"), (1004, 4)),
    ]
    assert (found.held_on, found.left_out) == (date(2026, 1, 31), ("average",))


def test_a_leagues_own_workbook_is_read_once_and_what_is_left_out_is_named():
    found = read_results((SAMPLES / "league.xlsx").read_bytes(), 1, TODAY)

    assert found.faults == ()
    assert [(line.teams, line.points, line.bostons) for line in found.games] == [
        (("aces", "kings"), (10, 7), (1, 0)),
        (("aces", "tens"), (4, 6), (0, 0)),
        (("kings", "tens"), (8, 5), (0, 0)),
    ]
    assert found.held_on == date(2026, 1, 31)
    assert list(found.notes) == [
        "Columns that aren’t known are left out: Table.",
        "Totals are left out: the sheet “Standings”, row 4 of the sheet “Aces”, row 4 of the sheet “Kings”.",
        "There is no sheet of Tens: their games are read from the others’.",
    ]
