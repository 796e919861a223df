"""The page of lists: a file or lines, reviewed row by row, imported, undone."""

from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from scoring.tasks import work_on_lists
from seasons.models import Club, ClubEvent
from tests import build
from tests.pages.reading import words
from tests.pages.visit import HTMX
from tests.tournament.lists.files import workbook
from tournament.models import ListImport

LINES = "Aces: Ann Brown & Ray Lee\nKings: Kim Park & Kim Park\nJo May\n"


@pytest.fixture
def address(event):
    return f"/{event.slug}/desk/lists/"


def bring(organizer, address, lines, **more):
    answer = organizer.post(f"{address}bring/", {"key": uuid4(), "lines": lines, **more})
    assert answer.status_code == 302
    work_on_lists(timezone.now())
    return words(organizer.get(address))


def press(organizer, address, what, **sent):
    answer = organizer.post(f"{address}{what}/", sent, headers=HTMX)
    work_on_lists(timezone.now())
    return words(answer)


def test_pasted_lines_are_looked_at_row_by_row_imported_and_undone(event, organizer, address):
    seen = bring(organizer, address, LINES)

    assert "1 team and 1 looking for a partner would be added." in seen
    assert "Something is wrong in 1 row." in seen
    doubled = "is there twice. Write who plays with them, or add an initial."
    assert f"Rows to correct Row 2 Kim Park {doubled} Line Change what" in seen
    assert "Aces Ann Brown & Ray Lee Row 1 team" in seen
    assert "Jo May Row 3 looking" in seen

    assert "Something is wrong in 1 row. Correct the list" in press(organizer, address, "import")
    assert "Importing: Pasted lines" in press(organizer, address, "import", leaves_out="on")
    assert "Imported lists Pasted lines: 1 team, 1 looking for a partner" in words(organizer.get(address))

    assert "is being undone" in press(organizer, address, f"{ListImport.objects.get().pk}/undo")
    assert "undone" in words(organizer.get(address))
    assert event.teams.get().withdrawn_at


def test_who_gave_a_ticket_back_is_listed_and_never_signed_up(event, organizer, address):
    shop = "First Name,Last Name,Who is your partner?,Attendee Status\n"
    rows = "Mo,Day,Kim Park,Refunded\nAnn,Brown,Ray Lee,Attending\n"

    seen = bring(organizer, address, shop + rows)
    press(organizer, address, "import")

    assert "1 team would be added. 1 is not coming." in seen
    assert "D “Attendee Status”: Whether they come." in seen
    assert "Mo Day Kim Park Row 2 Not read, because it says “Refunded”. left out" in seen
    assert [team.name for team in event.teams.all()] == ["Ann Brown & Ray Lee"]


def test_a_file_is_looked_at_and_called_by_its_name(organizer, address):
    book = workbook(["Team", "Player 1", "Player 2", "Phone"], ["Aces", "Ann", "Ray", "312 555 0199"])

    page = bring(organizer, address, "", file=SimpleUploadedFile("spring night.xlsx", book))

    assert "spring night.xlsx 1 team would be added." in page
    assert "Column D Phone · 312 555 0199" in page


def test_the_page_asks_each_second_how_far_the_list_is_read(organizer, address):
    organizer.post(f"{address}bring/", {"key": uuid4(), "lines": LINES})
    before = organizer.get(address)
    ListImport.objects.update(total=400, done=100)

    page = organizer.get(address)

    assert "The file is opened." in words(before)
    assert 'hx-trigger="every 1s"' in page.content.decode()
    assert "100 of 400 rows." in words(page)


def test_columns_are_chosen_and_the_list_is_read_again(organizer, address):
    bring(organizer, address, "Who,With whom\nAnn,Ray\n")

    press(organizer, address, "columns", column_0="player_1", column_1="player_2", heading="1")

    assert "1 team would be added." in words(organizer.get(address))
    assert "Choose what the column has" in press(organizer, address, "columns", column_0="shoes")


def test_a_long_list_is_shown_page_by_page_with_what_is_wrong_first(organizer, address):
    lines = "".join(f"Ann {number} & Ray {number}\n" for number in range(200)) + "Al & Al\n"

    page = bring(organizer, address, lines)

    assert page.index("Al is there twice.") < page.index("Ann 0 & Ray 0 Row 1 ")
    assert "1 to 50 of 201" in page
    assert "Ann 199 & Ray 199" in words(organizer.get(f"{address}?page=4"))


def test_what_is_typed_on_a_later_page_is_still_there_after_a_refusal(organizer, address):
    bring(
        organizer,
        address,
        "".join(f"Ann {number} & Ray {number}\nRay {number} & Ann {number}\n" for number in range(90)),
    )
    page = organizer.get(f"{address}?page=2").content.decode()
    form = Controls(page, "Import the list")
    [cell, *_] = [name for name in form.sent if name.startswith("cell_")]

    answer = organizer.post(form.address, form.sent | {cell: "Mo & Kim", "heading": "many"})

    again = Controls(answer.content.decode(), "Import the list").sent
    assert (answer.status_code, again.keys(), again[cell]) == (422, form.sent.keys(), "Mo & Kim")


def test_a_wrong_row_is_fixed_in_the_preview(organizer, address):
    bring(organizer, address, "Team,Player 1,Player 2,Shoes\nAces,Ann,Ray,9\nKings,Kim,Kim,8\n")
    page = organizer.get(address)
    seen_pk = page.context["seen"].pk
    seen = words(page).partition("Rows to correct ")[2]
    assert seen.startswith("Row 3 Kim is there twice.")
    assert " A “Team” B “Player 1” C “Player 2” Change what" in seen

    cells = {"cell_3_0": "Kings", "cell_3_1": "Kim", "cell_3_2": "Lou"}
    columns = {"column_0": "team", "column_1": "player_1", "column_2": "player_2", "heading": "1"}
    press(organizer, address, "columns", seen=seen_pk, **cells, **columns)

    page = words(organizer.get(address))
    assert "2 teams would be added." in page
    assert "Kings,Kim,Lou,8" in page


def test_import_after_a_correction_first_shows_it_and_then_imports_it(event, organizer, address):
    bring(organizer, address, "Team,Player 1,Player 2\nAces,Ann,Ray\nKings,Kim,Kim\n")
    columns = {"column_0": "team", "column_1": "player_1", "column_2": "player_2", "heading": "1"}
    columns["seen"] = organizer.get(address).context["seen"].pk
    corrected = {"cell_3_0": "Kings", "cell_3_1": "Kim", "cell_3_2": "Lou"}

    press(organizer, address, "import", **columns, **corrected)
    preview, before = words(organizer.get(address)), event.teams.count()
    press(organizer, address, "import", **columns)

    assert ("2 teams would be added." in preview, before) == (True, 0)
    assert [*event.teams.order_by("number").values_list("name", flat=True)] == ["Aces", "Kings"]


class Controls(HTMLParser):
    """What a browser without scripts sends with the button that says ``says``."""

    def __init__(self, page, says):
        super().__init__()
        self.sent, self.address, self.owner, self._says = {}, "", None, says
        self._form, self._button, self._select = None, {}, ""
        self._found = []
        self.feed(page)
        self.sent = {name: value for form, name, value in self._found if form == self.owner and name}

    def handle_starttag(self, tag, attrs):
        its = dict(attrs)
        form = its.get("form", self._form)
        if tag == "form":
            self._form = its.get("id", "other")
        elif tag == "input" and (its.get("type") != "checkbox" or "checked" in its):
            self._found.append((form, its.get("name"), its.get("value", "")))
        elif tag == "select":
            self._select = its["name"]
        elif tag == "option" and "selected" in its:
            self._found.append((form, self._select, its["value"]))
        elif tag == "button":
            self._button = its | {"form": form}

    def handle_data(self, data):
        if self._button and data.strip() == self._says:
            self.owner, self.address = self._button["form"], self._button.get("formaction", "")

    def handle_endtag(self, tag):
        self._form = None if tag == "form" else self._form
        self._button = {} if tag == "button" else self._button


def test_without_scripts_the_import_button_sends_all_typed_corrections(organizer, address):
    bring(organizer, address, "Team,Player 1,Player 2\nAces,Ann,Ray\nKings,Kim,Kim\nTens,Ray,Lou\n")

    form = Controls(organizer.get(address).content.decode(), "Import the list")
    typed = {"cell_3_2": "Mo", "cell_4_1": "Ray T."}
    answer = organizer.post(form.address, form.sent | typed)
    work_on_lists(timezone.now())

    assert (answer.status_code, typed.keys() - form.sent.keys()) == (302, set())
    page = words(organizer.get(address))
    assert "3 teams would be added." in page
    assert "Ray T. & Lou" in page


def test_what_was_typed_is_still_there_after_a_refused_import(organizer, address):
    bring(organizer, address, "Team,Player 1,Player 2\nAces,Ann,Ray\nKings,Kim,Kim\nTens,Ray,Lou\n")
    form = Controls(organizer.get(address).content.decode(), "Import the list")

    typed = {"cell_3_2": "Mo", "cell_4_1": "Ray T.", "heading": "many"}
    answer = organizer.post(form.address, form.sent | typed)

    again = Controls(answer.content.decode(), "Import the list").sent
    assert (answer.status_code, again | typed) == (422, again)
    assert "From 0 to 20,000." in words(answer)


def test_two_contacts_of_a_player_are_named_with_the_one_that_is_kept(organizer, address):
    page = bring(organizer, address, "Name,Partner,Phone,Email\nAnn,Ray,312 555 0199,ann@example.org\n")

    assert "C “Phone” and D “Email”: one is kept for each player, an e-mail before a number." in page
    assert "Row 2 · ann@example.org" in page


def test_the_preview_says_what_each_column_became_and_which_are_left_out(organizer, address):
    page = bring(organizer, address, "\nSpring\nTeam,Name,Partner,Shoes,\nAces,Ann,Ray,9,x\n")

    assert (
        "A “Team”: Name of the team. B “Name”: First player. C “Partner”: Second player. "
        "Left out: D “Shoes”, E. The headings are in row 3; what is above them is left out."
    ) in page


def test_the_preview_says_which_sheets_are_left_out(organizer, address):
    rows = [["Team", "Player 1", "Player 2"], ["Aces", "Ann", "Ray"]]
    book = workbook(sheets=[("Late", [["Kings", "Mo", "Jo"]]), ("Friday", rows), ("Empty", [])])

    page = bring(organizer, address, "", file=SimpleUploadedFile("night.xlsx", book))

    assert "1 team would be added." in page
    assert "Only the sheet “Friday” is read. Left out: Late." in page

    press(organizer, address, "columns", seen=organizer.get(address).context["seen"].pk, sheet="Late")

    page = words(organizer.get(address))
    assert "Kings Mo & Jo Row 1 team" in page
    assert "Only the sheet “Late” is read. Left out: Friday." in page
    assert "Choose one of the sheets." in press(organizer, address, "columns", sheet="July")


def test_a_workbook_opened_as_lines_still_reads_only_the_chosen_sheet(organizer, address):
    twice = [["Team", "Player 1", "Player 2"], ["Kings", "Mo", "Mo"]]
    book = workbook(sheets=[("Late", twice), ("Friday", [["Aces: Ann & Ray"]])])
    bring(organizer, address, "", file=SimpleUploadedFile("night.xlsx", book))
    press(organizer, address, "columns", seen=organizer.get(address).context["seen"].pk, sheet="Late")
    press(organizer, address, "columns", cell_2_2="Jo")

    again = organizer.get(address).context["lines_form"]
    page = bring(organizer, address, again["lines"].value(), sheet=again["sheet"].value())

    assert "Kings Mo & Jo Row 2 team" in page
    assert "Only the sheet “Late” is read. Left out: Friday." in page


def test_what_was_chosen_is_known_at_the_next_event_of_the_club(event, organizer, address):
    club = Club.objects.create(name="Uptown", made_at=build.MEET)
    other = build.event(name="Last week")
    for each in (event, other):
        ClubEvent.objects.create(event=each, club=club, at=build.MEET)
    row = {"key": uuid4(), "event": other, "asked_at": build.MEET, "by": build.organizer(other).badge}
    columns = {"choices": {"who": "player_1", "with whom": "player_2"}}
    ListImport.objects.create(**row, columns=columns, dropped_at=build.MEET)

    assert "1 team would be added." in bring(organizer, address, "Who,With whom\nAnn,Ray\n")


def test_pasted_lines_are_never_lost(organizer, address):
    bring(organizer, address, LINES)
    page = organizer.get(address).content.decode()
    assert LINES.replace("&", "&amp;").strip() in page.partition('id="change-lines"')[2]

    seen = bring(organizer, address, LINES.replace("Kim Park & Kim Park", "Kim Park & Lou Park"))
    assert "2 teams and 1 looking for a partner would be added." in seen

    answer = organizer.post(f"{address}drop/", {"lines": LINES}, headers=HTMX)
    assert LINES.replace("&", "&amp;").strip() in answer.content.decode()

    organizer.post(f"{address}bring/", {"key": uuid4(), "lines": LINES})
    assert LINES.replace("&", "&amp;").strip() in organizer.get(address).content.decode()
