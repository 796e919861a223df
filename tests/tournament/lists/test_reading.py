"""Any file or pasted text becomes rows of text, or a sentence that says what to do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.lists.files import bomb, with_part, workbook, zipped
from tournament.errors import Refused
from tournament.lists import workbooks
from tournament.lists.reading import MOST_ROWS, Row, as_text, read_list, read_sheets, sheet_titles, with_cells

SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'


def cells(content):
    return [row.cells for row in read_list(content)]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("Team,Player\nLés,Zoë\n".encode(), id="UTF-8"),
        pytest.param("\ufeffTeam,Player\nLés,Zoë\n".encode(), id="UTF-8 with its mark"),
        pytest.param("Team\tPlayer\r\nLés\tZoë\r\n".encode("utf-16"), id="Excel's Unicode text"),
        pytest.param("Team;Player\nLés;Zoë\n".encode("cp1252"), id="old Windows, semicolons"),
        pytest.param("Team,Player\nLés,Zoë\n".encode("mac_roman"), id="an old Mac"),
        pytest.param("Team|Player\nLés|Zoë\n".encode(), id="bars"),
        pytest.param('"Team","Player"\n"Lés","Zoë"\n'.encode(), id="quoted"),
        pytest.param(workbook(["Team", "Player"], ["Lés", "Zoë"]), id="Excel"),
    ],
)
def test_a_list_is_read_as_it_was_written(content):
    assert cells(content) == [("Team", "Player"), ("Lés", "Zoë")]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "mac_roman", "utf-16"])
@pytest.mark.parametrize(
    "name", ["José Núñez", "Muñoz", "ÁNGEL PEÑA", "Renée & André", "Jürgen Groß", "“Ace” D’Angelo"]
)
def test_names_with_accents_are_read_from_any_program(name, encoding):
    if encoding == "mac_roman" and "’" in name:
        pytest.skip("It would look like an Õ, which is a letter.")
    text = f"Team,Player 1,Player 2\nAces,{name},Ray\nKings,Al,Bo\n"

    assert cells(text.encode(encoding))[1] == ("Aces", name, "Ray")


def test_letters_of_other_languages_are_recognized_by_how_often_they_come():
    text = "Команда,Игрок,Напарник\nТузы,Иван Петров,Сергей Иванов\nКороли,Анна Каренина,Мария Волкова\n"

    assert cells(text.encode("cp1251"))[1] == ("Тузы", "Иван Петров", "Сергей Иванов")


def test_rows_have_the_numbers_that_a_spreadsheet_shows():
    text = b"Team,Player\n\nAces,Ann\n,,\nKings,Kim\n"
    book = workbook(["Team", "Player"], [], ["Aces", "Ann"], [None], ["Kings", "Kim"])

    assert [row.number for row in read_list(text)] == [1, 3, 5]
    assert [row.number for row in read_list(book)] == [1, 3, 5]


def test_lines_without_any_sign_between_are_one_cell_each():
    assert cells(b"Ann Brown & Ray Lee\nMo & Kim\n") == [("Ann Brown & Ray Lee",), ("Mo & Kim",)]


def test_a_workbooks_numbers_and_answers_are_as_shown_and_formulas_stay():
    assert cells(workbook(["Aces", 3125550000, 2.0, True, "=A1&B1"])) == [
        ("Aces", "3125550000", "2", "yes", "=A1&B1")
    ]


def test_signs_that_nobody_sees_are_left_out_of_a_workbook():
    sheet = SHEET + b"<sheetData><row r='1'><c t='inlineStr'><is><t>A_x0000_nn_x0001_</t></is></c></row>"
    book = with_part(workbook(["x"]), "xl/worksheets/sheet1.xml", sheet + b"</sheetData></worksheet>")

    ((cell,),) = cells(book)

    assert cell.isprintable()


@pytest.mark.parametrize("first", ["sep=;\r\n", '"sep=;"\n', "SEP=;\n"])
def test_the_line_in_which_excel_names_its_sign_is_no_row(first):
    assert read_list(f"{first}Team;Player\nAces, Kings;Ann\n".encode()) == (
        Row(1, ("Team", "Player")),
        Row(2, ("Aces, Kings", "Ann")),
    )


@pytest.mark.parametrize(
    "content",
    [
        b"Aces: Ann & Ray\n\nKings: Kim & Kim\nTens: Al & Bea\n",
        b'sep=;\nTeam;Player\n"Kings; all";Kim\r\nTens;Al\r\n',
        "Team\tPlayer\nLés\tZoë\nTens\tAl".encode("utf-16"),
        workbook(["Team", "Player"], [], ["Lés", 7], ["Tens", "Al"], sheets=[("Empty", [])]),
        b"Aces",
    ],
)
def test_a_row_is_changed_and_every_other_stays(content):
    before = read_list(content)
    row = before[-2:][0]
    new = Row(row.number, ("Kings, too", "“K”; Mo")[: len(row.cells)])

    after = read_list(with_cells(content, {row.number: new.cells}))

    assert after == tuple(new if each == row else each for each in before)


def test_the_first_sheet_with_anything_in_it_is_read():
    assert cells(workbook(["Second"], sheets=[("Empty", [])])) == [("Second",)]


SHEETS = [("Late, “too”", [["Kings"], ["Mo", "", "a\nb"]]), ("Friday", [[], ["Aces", 7]]), ("Empty", [])]


@pytest.mark.both
def test_a_workbook_as_text_is_read_like_the_workbook():
    book = workbook(sheets=SHEETS)

    text = as_text(book).encode()

    assert read_sheets(text) == read_sheets(book)
    assert sheet_titles(text) == ("Friday", "Late, “too”")
    assert text.decode().startswith("sep=,\nsheet=Friday\n\nAces,7\n")


@pytest.mark.both
def test_a_row_of_one_sheet_is_changed_and_the_others_stay():
    after = with_cells(workbook(sheets=SHEETS), {2: ["Jo"]}, "Late, “too”")

    assert read_sheets(after) == (
        ("Friday", (Row(2, ("Aces", "7")),)),
        ("Late, “too”", (Row(1, ("Kings",)), Row(2, ("Jo",)))),
    )


def test_a_sheet_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(Refused, match=r"no sheet called “July”\. There are: Friday and Late, “too”\.$"):
        read_list(workbook(sheets=SHEETS), "July")
    with pytest.raises(Refused, match=r"no sheet called “July”\.$"):
        read_list(b"Aces,Ann", "July")


def test_a_line_in_the_middle_of_a_list_begins_no_sheet():
    assert cells(b"Aces: Ann & Ray\nsheet=Late\n") == [("Aces: Ann & Ray",), ("sheet=Late",)]


def read_or_refused(content):
    try:
        return read_list(content), ""
    except Refused as refused:
        return (), str(refused)


BAD = {
    "nothing": (b"", "list.empty"),
    "blanks": (b" \n,,\n", "list.empty"),
    "an empty workbook": (workbook(), "list.empty"),
    "a PDF called .csv": (b"%PDF-1.7\n%\xe2\xe3", "list.pdf"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00", "list.picture"),
    "an old Excel file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, "list.old-excel"),
    "a web page": (b"<!DOCTYPE html><table><tr><td>Ann", "list.web-page"),
    "bytes that are no text": (b"Team,\x00\x01\x02\xff\xfe", "list.encoding"),
    "half of a UTF-16 sign": (b"\xff\xfeA\x00B", "list.encoding"),
    "a ZIP": (zipped({"photo.jpg": b"x"}), "list.not-excel"),
    "half a workbook": (workbook(["Aces"])[:900], "list.damaged"),
    "a workbook without its sheet": (zipped({"xl/workbook.xml": b"<workbook/>"}), "list.damaged"),
    "a sheet that ends early": (
        with_part(workbook(["Aces"]), "xl/worksheets/sheet1.xml", SHEET + b"<sheetData><row r='1'>"),
        "list.damaged",
    ),
    "entities that multiply": (
        with_part(
            workbook(["Aces"]),
            "xl/worksheets/sheet1.xml",
            b"<!DOCTYPE x [<!ENTITY a 'aa'><!ENTITY b '&a;&a;'>]>" + SHEET + b"&b;</worksheet>",
        ),
        "list.damaged",
    ),
    "a bomb": (bomb(), "list.bomb"),
    "a quotation mark that never ends": (b'Team\n"Aces\n' + b"Kings\n" * 300, "list.huge-cell"),
    "a cell beyond what csv takes": (b'"' + b"x" * 200_000, "list.huge-cell"),
    "too many columns": (b"a," * 60 + b"a\n", "list.columns"),
    "too many rows": (b"Aces\n" * (MOST_ROWS + 1), "list.rows"),
    "too many bytes": (b"Aces, and what they like\n" * 500_000, "list.too-large"),
}


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
FULL = {
    "texts": ("xl/sharedStrings.xml", b"<sst %s>", b"<si><t>Ann</t></si>", 2_000_000),
    "empty rows": ("xl/worksheets/sheet1.xml", b"<worksheet %s><sheetData>", b"<row/>", 3_000_000),
    "empty cells": ("xl/worksheets/sheet1.xml", b"<worksheet %s><sheetData><row>", b'<c s="1"/>', 3_000_000),
    "blank cells": (
        "xl/worksheets/sheet1.xml",
        b"<worksheet %s><sheetData>",
        b'<x:row><x:c t="str"><x:v> </x:v></x:c></x:row>',
        400_000,
    ),
    "styles": ("xl/styles.xml", b"<styleSheet %s><cellXfs>", b"<xf/>", 3_000_000),
    "anything": ("xl/worksheets/sheet1.xml", b"<worksheet %s>", b"<x/>", 3_000_000),
}


@pytest.mark.parametrize("what", FULL)
def test_a_workbook_that_would_take_minutes_is_refused_unread(what, monkeypatch):
    name, start, piece, often = FULL[what]
    content = with_part(workbook(["Aces"]), name, start.replace(b"%s", MAIN) + piece * often)
    monkeypatch.setattr(workbooks, "load_workbook", lambda *_, **__: pytest.fail("It was read."))
    assert len(content) < 300_000

    with pytest.raises(Refused, match="This Excel file has too many cells"):
        read_list(content)


@pytest.mark.parametrize(
    "start", [b'<?xml version="1.0" encoding="cp037"?>', "\ufeff<".encode("utf-16-le"), b"<\0"]
)
def test_a_part_whose_cells_can_not_be_counted_is_refused(start):
    with pytest.raises(Refused, match="This Excel file is damaged"):
        read_list(with_part(workbook(["Aces"]), "xl/worksheets/sheet1.xml", start))


def test_a_workbook_with_as_many_rows_as_a_list_may_have_is_read():
    rows = [[f"Team {n}", f"Ann {n}", f"Ray {n}"] for n in range(MOST_ROWS // 2)]

    assert cells(workbook(*rows)) == [tuple(row) for row in rows]


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_list_gets_its_sentence(what):
    content, code = BAD[what]

    with pytest.raises(Refused) as refused:
        read_list(content)

    assert refused.value.code == code
    assert str(refused.value).endswith(".") or str(refused.value).endswith("?")


def test_a_refusal_says_which_row():
    with pytest.raises(Refused) as refused:
        read_list(b'Team,Player\nAces,Ann\n"Kings,' + b"Al\n" * 2_000)

    assert refused.value.field == "row 3"


def test_a_row_far_beyond_the_last_of_a_sheet_keeps_nobody_waiting():
    sheet = SHEET + b"<sheetData><row r='99999999999'><c r='A1'><v>1</v></c></row></sheetData></worksheet>"

    with pytest.raises(Refused):
        read_list(with_part(workbook(["Aces"]), "xl/worksheets/sheet1.xml", sheet))


STARTS = (b"", b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b"Team,Player 1\n")


@given(st.sampled_from(STARTS), st.binary(max_size=400))
def test_any_bytes_are_rows_or_a_refusal(start, rest):
    rows, sentence = read_or_refused(start + rest)

    assert bool(rows) != bool(sentence)
    assert all(any(row.cells) for row in rows)


BOOK = workbook(["Team", "Player 1", "Player 2"], ["Aces", "Ann", 7], ["Kings", "=A1", True])


@given(st.lists(st.tuples(st.integers(0, len(BOOK) - 1), st.integers(0, 255)), min_size=1, max_size=20))
def test_a_workbook_with_any_bytes_changed_is_rows_or_a_refusal(changes):
    spoilt = bytearray(BOOK)
    for index, byte in changes:
        spoilt[index] = byte

    rows, sentence = read_or_refused(bytes(spoilt))

    assert bool(rows) != bool(sentence)


CELL = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)


@pytest.mark.slow
@given(st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=20))
def test_a_workbook_is_read_as_it_was_written(rows):
    assert cells(workbook(*rows)) == rows
