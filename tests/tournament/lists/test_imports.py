"""A list is imported whole or not at all, and can be undone."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.tasks import work_on_lists
from tests import build
from tests.tournament.lists.files import workbook
from tournament.entries.commands_presence import check_in_team
from tournament.entries.commands_sign_up import pair_singles, sign_up_single, sign_up_team
from tournament.errors import Refused
from tournament.lists import commands_imports as imports
from tournament.lists.commands_imports import (
    ask_import,
    choose_columns,
    confirm_import,
    drop_import,
    undo_import,
    work_on,
)
from tournament.lists.imports import choices_at, lists, pasted
from tournament.messages.commands_contacts import erase_contacts
from tournament.models import Failure, ListImport

pytestmark = pytest.mark.django_db

LINES = (
    "Team,Player 1,Player 2,Phone\nAces,Ann Brown,Ray Lee,312 555 0199\nKings,Kim Park,Mo Day,\n,Jo May,,\n"
)


@pytest.fixture
def event():
    return build.event()


def signed(event):
    return {"by": build.organizer(event), "at": build.MEET}


def brought(event, text=LINES, **more):
    """A list that was uploaded and read."""
    content = text if isinstance(text, bytes) else text.encode()
    row = ask_import(event=event, key=uuid4(), content=content, **more, **signed(event))
    work_on_lists(timezone.now())
    row.refresh_from_db()
    return row


def confirmed(event, *, leaves_out=False):
    confirm_import(event=event, leaves_out=leaves_out, **signed(event))
    work_on_lists(timezone.now())


def imported(event, text=LINES, *, leaves_out=False):
    row = brought(event, text)
    confirmed(event, leaves_out=leaves_out)
    row.refresh_from_db()
    return row


def chosen(event, *meanings):
    choose_columns(event=event, meanings=meanings, heading=1, **signed(event))
    work_on_lists(timezone.now())


def mended(event, row, cells, **more):
    columns = lists(event).looked_at.columns
    meanings, heading = tuple(column.meaning for column in columns), lists(event).looked_at.heading
    more |= {"seen": row.pk, "cells": cells}
    choose_columns(event=event, meanings=meanings, heading=heading, **more, **signed(event))
    work_on_lists(timezone.now())


def seated(event):
    for team in event.teams.all():
        check_in_team(team=team, **signed(event))
    build.called_round(event)


def undone(event, row):
    undo_import(imported=row, **signed(event))
    work_on_lists(timezone.now())
    row.refresh_from_db()


def test_an_import_makes_teams_and_singles_and_a_preview_makes_none(event):
    row = brought(event)
    seen = lists(event).looked_at
    assert (seen.teams, seen.singles, seen.wrong, seen.is_busy) == (2, 1, 0, False)
    assert not event.teams.exists()
    assert not event.players.exists()

    confirmed(event)

    row.refresh_from_db()
    assert row.imported_at
    assert list(event.teams.values_list("number", "name")) == [(1, "Aces"), (2, "Kings")]
    assert event.players.get(name="Ann Brown").contact == "312 555 0199"
    assert event.players.get(name="Jo May").team is None
    assert event.log.get(action="list.imported").words == (
        "A list came in: 2 teams or players, and 1 who are looking for a partner."
    )


@pytest.mark.both
def test_what_was_brought_is_not_kept_once_it_came_in_or_was_thrown_away(event):
    brought(event)
    drop_import(event=event, **signed(event))
    imported(event)

    kept = [(bytes(row.content), row.rows, row.columns) for row in ListImport.objects.all()]
    assert kept == [(b"", [], {})] * 2


def test_nothing_is_kept_of_a_file_that_can_not_be_read(event):
    row = brought(event, b"%PDF-1.4 Ann", name="teams.csv")

    assert (bytes(row.content), row.rows) == (b"", [])
    assert lists(event).refused.startswith("This is a PDF, even if its name says otherwise.")
    assert lists(event).looked_at is None


def test_a_row_with_something_wrong_must_be_left_out_on_purpose(event):
    brought(event, f"{LINES}Tens,Al,Al,\n")

    with pytest.raises(Refused, match=r"^Something is wrong in 1 row\."):
        confirmed(event)
    confirmed(event, leaves_out=True)

    assert event.teams.count() == 2


def test_a_list_without_anybody_new_is_not_imported(event):
    imported(event)

    with pytest.raises(Refused, match="Nobody in this list is new"):
        imported(event, leaves_out=True)


def test_a_fault_in_the_middle_leaves_nobody_half_imported(event):
    brought(event)
    confirm_import(event=event, leaves_out=False, **signed(event))
    sign_up_team(event=event, key=uuid4(), name="KINGS", players=["Di", "Ed"], **signed(event))

    work_on_lists(timezone.now())
    problem = ListImport.objects.get().problem
    work_on_lists(timezone.now())

    assert list(event.teams.values_list("name", flat=True)) == ["KINGS"]
    assert (problem["code"], problem["field"]) == ("team.name-taken", "row 3")
    seen = lists(event).looked_at
    assert seen.problem.startswith("Row 3: There is a team called Kings already.")
    assert (seen.teams, seen.wrong, seen.is_busy) == (1, 1, False)


def test_a_crash_in_the_middle_leaves_nobody_half_imported(event, monkeypatch):
    brought(event)
    confirm_import(event=event, leaves_out=False, **signed(event))

    def crashes(**entry):
        raise OSError("No space left")

    monkeypatch.setattr(imports, "sign_up_single", crashes)
    now = timezone.now()
    assert not work_on_lists(now)
    assert (event.teams.exists(), Failure.objects.get().error) == (False, "OSError")

    monkeypatch.setattr(imports, "sign_up_single", sign_up_single)
    assert not work_on_lists(now)
    assert work_on_lists(now + timedelta(seconds=1))
    assert event.teams.count() == 2


@pytest.mark.both
def test_a_list_sent_twice_is_one_and_is_not_imported_while_it_is_read(event):
    request = {"event": event, "key": uuid4(), "content": b"Ann & Ray", **signed(event)}

    first, second = ask_import(**request), ask_import(**request)
    with pytest.raises(Refused, match="The list is being worked on"):
        confirmed(event)
    ListImport.objects.update(begun_at=timezone.now())

    assert first.pk == second.pk
    assert not work_on(row=first, at=build.MEET, now=timezone.now())


def test_another_list_replaces_the_one_that_is_looked_at(event):
    first = brought(event)

    brought(event, "Di & Ed")

    first.refresh_from_db()
    assert first.dropped_at
    assert lists(event).looked_at.teams == 1


def test_a_list_in_which_no_column_has_names_is_kept_until_they_are_chosen(event):
    brought(event, "Phone,City,Who\n312 555 0199,Chicago,Ann & Ray\n")
    before = lists(event).looked_at

    chosen(event, "contact", "home", "players")

    assert before.problem.startswith("Row 1: No heading says who plays.")
    assert lists(event).looked_at.teams == 1


def test_two_columns_that_look_alike_are_kept_until_somebody_chooses(event):
    brought(event, "Team,Name,Name\nAces,Ann,Ray\n")
    before = lists(event).looked_at

    chosen(event, "team", "player_1", "player_2")

    assert before.problem.startswith("Row 1: Columns B and C both look like “First player”.")
    assert lists(event).looked_at.teams == 1


@pytest.mark.parametrize("end", [drop_import, None], ids=["thrown away", "imported"])
def test_what_a_heading_means_is_remembered_for_the_next_list(event, end):
    brought(event, "Who,With whom,Shoes\nAnn,Ray,9\n")
    chosen(event, "player_1", "player_2", "")
    if end:
        end(event=event, **signed(event))
    else:
        confirmed(event)

    brought(event, "shoes,WITH WHOM,Who\n9,Mo,Kim\n")

    seen = lists(event).looked_at
    assert [column.meaning for column in seen.columns] == ["", "player_2", "player_1"]
    assert [(entry.players, entry.state) for entry in seen.entries] == [(("Kim", "Mo"), "new")]


@pytest.mark.both
def test_what_a_heading_means_comes_from_another_event_too(event):
    brought(event, "Who,With whom\nAnn,Ray\n")
    chosen(event, "player_1", "player_2")
    other = build.event(name="Another night")

    brought(other, "Who,With whom\nAnn,Ray\n", choices=choices_at([event]))

    assert lists(other).looked_at.teams == 1


def test_each_player_gets_their_own_contact(event):
    imported(event, "Team,Player 1,Phone,Player 2,Player 2 phone\nAces,Ann,312 555 0199,Ray,312 555 0188\n")

    assert dict(event.players.values_list("name", "contact")) == {
        "Ann": "312 555 0199",
        "Ray": "312 555 0188",
    }


@pytest.mark.both
def test_pasted_lines_that_can_not_be_read_are_kept(event):
    brought(event, 'Aces,"Ann\n' + "Kings: Mo & Jo\n" * 100)

    seen = lists(event).looked_at
    assert "Is a quotation mark missing?" in seen.problem
    assert pasted(event).startswith('Aces,"Ann\n')


@pytest.mark.both
@pytest.mark.parametrize("name", ["", "night.xlsx"])
def test_a_wrong_row_is_fixed_and_read_again(event, name):
    rows = (["Team", "Player 1", "Player 2"], ["Aces", "Ann", "Ray"], ["Kings", "Al", "Al"])
    content = workbook(*rows) if name else "\n".join(map(",".join, rows))
    row = brought(event, content, name=name)
    assert lists(event).looked_at.wrong == 1

    mended(event, row, {3: {2: "Bea"}, 2: {0: "not wrong"}})

    seen = lists(event).looked_at
    assert [(entry.team, entry.players) for entry in seen.entries] == [
        ("Aces", ("Ann", "Ray")),
        ("Kings", ("Al", "Bea")),
    ]
    assert pasted(event).endswith("Kings,Al,Bea\n")
    assert seen.name == (name or "Pasted lines")


def test_a_row_to_look_at_and_each_row_of_its_team_are_fixed_too(event):
    row = brought(event, "Team,Name\nAces,Ann\nKings,Kim\nAces,Ray\nTens,Ray\nTens,Mo\nKings,Lou\n")

    mended(event, row, {5: {1: "Ray A."}, 3: {1: "not to look at"}})

    seen = lists(event).looked_at
    assert [(entry.players, entry.words) for entry in seen.entries] == [
        (("Ann", "Ray"), ""),
        (("Kim", "Lou"), ""),
        (("Ray A.", "Mo"), ""),
    ]


FRIDAY = [["Team", "Player 1", "Player 2"], ["Aces", "Ann", "Ray"], ["Kings", "Al", "Al"]]
LATE = [["Who", "With whom"], ["Di", "Ed"]]


def test_another_sheet_is_read_and_what_was_typed_stays_with_its_sheet(event):
    row = brought(event, workbook(sheets=[("Late", LATE), ("Friday", FRIDAY)]), name="night.xlsx")
    before = lists(event).looked_at

    mended(event, row, {3: {2: "Bea"}}, sheet="Late")
    late = lists(event).looked_at
    choose_columns(event=event, meanings=("player_1", "player_2"), heading=1, sheet="Friday", **signed(event))
    work_on_lists(timezone.now())
    friday = lists(event).looked_at
    mended(event, row, {}, sheet="Late")
    again = lists(event).looked_at

    assert (before.sheet, before.sheets, before.teams) == ("Friday", ("Friday", "Late"), 1)
    assert (late.sheet, late.teams) == ("Late", 2)
    assert [entry.team for entry in friday.entries] == ["Aces", "Kings"]
    assert [entry.players for entry in again.entries] == [("Di", "Ed")]


def test_a_workbook_with_an_unreadable_first_sheet_still_offers_the_others(event):
    wide = [["x"] * 60]
    row = brought(event, workbook(sheets=[("Friday", FRIDAY), ("Wide", wide)]), name="night.xlsx")
    before = lists(event).looked_at

    mended(event, row, {}, sheet="Friday")

    assert before.problem.startswith("Row 1: More than 50 columns.")
    assert lists(event).looked_at.teams == 1


def test_changed_lines_are_read_from_the_sheet_that_was_chosen(event):
    brought(event, "sheet=Friday\nAnn,Ray\nsheet=Late\nDi,Ed\n", sheet="Late")

    assert [entry.players for entry in lists(event).looked_at.entries] == [("Di", "Ed")]


def test_a_row_with_a_number_is_not_remembered_as_headings(event):
    brought(event, "Ann Brown,Ray Lee,312 555 0199\nMo Day,Kim Park,312 555 0188\n")
    chosen(event, "player_1", "player_2", "contact")

    drop_import(event=event, **signed(event))

    assert choices_at([event]) == {}


def test_what_was_guessed_is_still_a_guess_after_a_row_was_fixed(event):
    row = brought(event, "Aces, Ann, Ray\nKings, Kim, Kim\nTens: Mo & Jo\n")

    mended(event, row, {2: {2: "Lou"}})

    assert [entry.team for entry in lists(event).looked_at.entries] == ["Aces", "Kings", "Tens"]
    assert ListImport.objects.get().columns["choices"] == {}


def test_a_row_of_another_list_is_not_fixed(event):
    row = brought(event, "Aces,Al,Al\n")
    brought(event, "Kings,Bea,Bea\n")

    with pytest.raises(Refused, match="Another list came in meanwhile"):
        mended(event, row, {1: {2: "Mo"}})


@pytest.mark.slow
@pytest.mark.both
def test_an_import_is_undone_once_and_can_come_in_again_corrected(event):
    row = imported(event)
    undone(event, row)
    gone = list(event.teams.filter(withdrawn_at__isnull=False).values_list("name", flat=True))
    with pytest.raises(Refused, match="undone already"):
        undone(event, row)

    imported(event, LINES.replace("Kim Park", "Kim Parker"))

    assert gone == ["Aces (undone 1)", "Kings (undone 2)"]
    here = list(event.teams.filter(withdrawn_at=None).values_list("number", "name"))
    assert here == [(1, "Aces"), (3, "Kings")]
    assert event.players.filter(team=None, left_at=None).count() == 1


@pytest.mark.both
def test_an_import_is_not_undone_once_somebody_was_seated(event):
    row = imported(event)
    seated(event)

    with pytest.raises(Refused, match="Aces was seated since, so the list can’t be undone"):
        undone(event, row)

    assert event.teams.filter(withdrawn_at=None).count() == 2


def test_an_import_is_not_undone_once_somebody_of_it_has_a_partner(event):
    row = imported(event, "Jo May\nAl Ray\n")
    pair_singles(event=event, key=uuid4(), players=list(event.players.all()), name="", **signed(event))

    with pytest.raises(Refused, match="has a partner since"):
        undone(event, row)


def test_a_round_between_the_press_and_the_undoing_keeps_the_teams(event):
    row = imported(event)
    undo_import(imported=row, **signed(event))
    seated(event)

    work_on_lists(timezone.now())

    (seen,) = lists(event).imported
    assert seen.problem.startswith("Aces was seated since")
    assert (seen.is_busy, seen.undone_at) == (False, None)


@pytest.mark.slow
def test_ten_thousand_rows_are_looked_at_with_progress(event, monkeypatch):
    lines = "".join(f"Team {n},Ann {n},Ray {n}\n" for n in range(10_000))
    ask_import(event=event, key=uuid4(), content=lines.encode(), **signed(event))
    before, seen = lists(event).looked_at, []
    rows = type(ListImport.objects.none())
    update = rows.update

    def spied(self, **values):
        seen.append(values.get("done"))
        return update(self, **values)

    monkeypatch.setattr(rows, "update", spied)
    work_on_lists(timezone.now())

    assert before.is_busy
    assert [done for done in seen if done is not None] == [*range(0, 10_000, 250), 10_000]
    assert lists(event).looked_at.teams == 10_000
    with pytest.raises(Refused, match="At most 1,000 rows"):
        confirmed(event)


@pytest.mark.both
def test_contact_data_of_a_list_is_erased_with_the_rest(event):
    row = brought(event)

    erase_contacts(event=event, **signed(event))

    row.refresh_from_db()
    assert (bytes(row.content), row.rows, row.dropped_at) == (b"", [], build.MEET)


@pytest.mark.parametrize(
    ("act", "more"),
    [
        (drop_import, {}),
        (confirm_import, {"leaves_out": False}),
        (choose_columns, {"meanings": (), "heading": 0}),
    ],
)
def test_without_a_list_there_is_nothing_to_do(event, act, more):
    with pytest.raises(Refused, match="There is no list to look at"):
        act(event=event, **more, **signed(event))
