"""``./uptown import teams FILE --event SLUG``: each error names its row, and all teams come in or none."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from scoring.tasks import work_on_lists
from server.management.commands import import_list
from tests import build
from tests.tournament.lists.files import workbook
from tournament.models import ListImport

LINES = "Team,Player 1,Player 2\nAces,Ann,Ray\nKings,Kim,Kim\n,Jo May,\nAces,Di,Ed\n"
GOOD = "Team,Player 1,Player 2\nAces,Ann,Ray\n,Jo May,\n"


@pytest.fixture
def event():
    return build.event()


@pytest.fixture
def bring(event, tmp_path):
    def bring(content, **options):
        file = tmp_path / "night.csv"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        output = StringIO()
        try:
            call_command("import_list", "teams", str(file), event=event.slug, stdout=output, **options)
        except CommandError as failed:
            return output.getvalue().splitlines(), str(failed)
        return output.getvalue().splitlines(), ""

    return bring


@pytest.mark.parametrize("options", [{}, {"dry_run": True}])
def test_each_fault_is_on_its_own_line_that_begins_with_its_row(event, bring, options):
    lines, failed = bring(LINES, **options)

    assert lines == [
        "row 3: Kim is there twice. Write who plays with them, or add an initial.",
        "row 5: Row 2 is called Aces, too. Give one of them another name.",
    ]
    assert failed.startswith("Something is wrong in 2 rows, so nothing was imported.")
    assert not event.teams.exists()
    assert not ListImport.objects.exists()


def test_a_list_is_imported_only_once_and_never_by_a_dry_run(event, bring):
    assert bring(GOOD, dry_run=True) == (["2 rows would be added. Nothing was imported."], "")
    assert not event.teams.exists()

    assert bring(GOOD) == (["2 rows came in."], "")
    assert bring(GOOD) == (
        [
            "row 2: left out. Signed up already: team 1.",
            "row 3: left out. On the list of people who look for a partner already.",
            "0 rows came in.",
        ],
        "",
    )
    assert list(event.teams.values_list("name", flat=True)) == ["Aces"]
    assert ListImport.objects.get().name == "night.csv"


def test_a_sheet_of_a_workbook_is_chosen_by_its_title(event, bring, capsys):
    head = ["Team", "Player 1", "Player 2"]
    book = workbook(
        sheets=[("Late", [head, ["Kings", "Mo", "Jo"]]), ("Friday", [head, ["Aces", "Ann", "Ray"]])]
    )

    assert bring(book, dry_run=True)[0] == ["1 row would be added. Nothing was imported."]
    assert bring(book, sheet="Late") == (["1 row came in."], "")
    assert bring(book, sheet="July")[1] == "There is no sheet called “July”. There are: Friday and Late."

    assert list(event.teams.values_list("name", flat=True)) == ["Kings"]
    assert capsys.readouterr().err == (
        "Only the sheet “Friday” is read. Left out: Late. Choose another with --sheet TITLE.\n"
    )


def test_two_contacts_of_a_player_are_named(bring, capsys):
    bring("Name,Partner,Phone,Email\nAnn,Ray,312 555 0199,ann@example.org\n", dry_run=True)

    assert capsys.readouterr().err == (
        "Columns C and D: one is kept for each player, an e-mail before a number.\n"
    )


def test_rows_with_something_wrong_are_left_out_if_told(event, bring):
    lines, failed = bring(LINES, leave_out=True)

    assert (len(lines), lines[-1], failed) == (3, "2 rows came in.", "")


def test_a_file_that_is_no_list_is_refused_in_a_sentence(bring):
    assert bring(b"%PDF-1.7")[1].startswith("This is a PDF, even if its name says otherwise.")
    lines, failed = bring("Team,Player,Player\nAces,Ann,Ray\n")
    assert lines == [
        "row 1: Columns B and C both look like “First player”. Choose what each has, or give each its own "
        "heading."
    ]
    assert failed == "The list can’t be read, so nothing was imported."


def test_after_phase_one_nobody_comes_in(event, bring):
    event.phases.update(closed_at=build.at(17))

    assert bring(GOOD)[1].startswith("Phase I is over, so nobody new can join today.")
    assert not event.teams.exists()


def test_a_list_that_the_servers_tick_takes_first_comes_in_as_well(event, bring, monkeypatch):
    monkeypatch.setattr(import_list, "work_on", lambda **row: False)
    monkeypatch.setattr(import_list, "sleep", lambda seconds: work_on_lists(timezone.now()))

    assert bring(GOOD) == (["2 rows came in."], "")
    assert event.teams.count() == 1


def test_a_list_comes_from_standard_input(event, monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(GOOD.encode())))
    output = StringIO()

    call_command("import_list", "teams", "-", event=event.slug, stdout=output)

    assert output.getvalue() == "2 rows came in.\n"


def test_an_unknown_event_or_file_is_named(event, tmp_path):
    with pytest.raises(CommandError, match="There is no event “nowhere”"):
        call_command("import_list", "teams", "x.csv", event="nowhere")
    with pytest.raises(CommandError, match="can’t be read: No such file"):
        call_command("import_list", "teams", str(tmp_path / "x.csv"), event=event.slug)
