"""A flyer's file is read, or refused with what to do; no file takes long or much memory."""

import pytest

from pages.flyer.files.flyer_text import MOST_BYTES, flyer_text
from tests.flyers.files import pdf_file, word_file
from tests.tournament.lists.files import workbook, zipped
from tournament.errors import Refused


def test_text_is_read_in_the_letters_of_an_old_computer_too():
    assert flyer_text("Doors 5:30 – cards at 6".encode()) == "Doors 5:30 – cards at 6"
    assert flyer_text("José’s Café".encode("cp1252")) == "José’s Café"


def test_a_word_file_gives_its_paragraphs_tables_and_text_boxes():
    box = (
        "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Choice>"
        "<mc:Fallback><w:p><w:r><w:t>In a box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>One</w:t><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>"
        "</w:p></w:tc></w:tr></w:tbl>"
    )

    text = flyer_text(word_file("Whist & Wine", "3-7p", body=box))

    assert text.split("\n") == ["Whist & Wine", "3-7p", "In a box", "One two", "three", ""]


@pytest.mark.slow
def test_a_pdf_gives_its_lines():
    read = flyer_text(pdf_file("Whist Classic", "Doors 5:30"))

    assert read.splitlines() == ["Whist Classic", "Doors 5:30"]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b" " * (MOST_BYTES + 1), "flyer.too-large", id="too large"),
        pytest.param(b"\x89PNG...", "flyer.picture", id="a picture"),
        pytest.param(b"\xd0\xcf\x11\xe0...", "flyer.old-word", id="an old Word file"),
        pytest.param(b"\x00\x01\x02", "flyer.encoding", id="no text"),
        pytest.param(b"  \n ", "flyer.empty", id="nothing"),
        pytest.param(b"PK\x03\x04 no archive", "flyer.damaged", id="a damaged archive"),
        pytest.param(workbook(["Aces"]), "flyer.damaged", id="a workbook"),
        pytest.param(b"%PDF-1.4 and nothing else", "flyer.damaged", id="a damaged PDF"),
        pytest.param(pdf_file(), "flyer.empty", id="a PDF without text"),
        pytest.param(zipped({"word/document.xml": b" " * 30_000_000}), "flyer.bomb", id="a bomb"),
        pytest.param(
            zipped({"word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'}),
            "flyer.damaged",
            id="entities",
        ),
    ],
)
def test_what_is_no_flyer_is_refused_with_what_to_do(content, code):
    with pytest.raises(Refused) as refused:
        flyer_text(content)

    assert refused.value.code == code
    assert str(refused.value)


def test_elements_nested_as_deep_as_they_like_are_read():
    deep = "<w:r>" * 20_000 + "<w:t>Whist</w:t>" + "</w:r>" * 20_000

    assert flyer_text(word_file(body=f"<w:p>{deep}</w:p>")) == "Whist\n"
