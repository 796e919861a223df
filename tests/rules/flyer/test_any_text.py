"""No text makes the reader fail, and what it says of a text is true of it."""

from datetime import date
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.flyer import read_flyer
from rules.flyer.page import MOST_READ
from tests.flyers import flyer
from tests.flyers.facts import FACTS
from tests.flyers.late_facts import LATE_FACTS

pytestmark = pytest.mark.slow

BEFORE = date(2026, 1, 15)
WORDS = (
    *("top 8 teams advance", "Saturday, June 6", "6/6/26", "June 31", "doors 5:30", "cards at 6"),
    *("3-7p", "12-12", "25:99", "midnight", "Phase I", "first two hours", "half past twelve"),
    *("5 minute break", "between rounds", "after round 3", "six rounds", "of 0 minutes"),
    *("of 999 minutes", "$5", "$99999", "per player", "a team", "donation", "bid whist", "spades"),
    *("hearts", "progressive euchre", "best 3 of 5", "best 2 of 9", "hands", "Boston counts 9"),
    *("no kitty", "joker swap", "lowest bid 9", "renege costs 3 books", "rise and fly", "new partner"),
    *("double elimination", "buy back", "capacity", "max 1 team", "limited to 9999 players"),
    *("0 tables", "prizes", "1st $0", "2nd $5", "1st $300", "50/30/20", "most loners"),
    *("sign-up closes 15 minutes before play", "at the Elks Lodge", "Where:", "12 Main St", "•", "\n"),
    *("\n\n", ".", ",", ":", "-", "to", "and", "until", "noon", "a.m.", "pm", "ſ", "İ", "１２", "½"),
    *("\x00", "“", "’"),
)
PHRASES = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.one_of(PHRASES, st.text(max_size=300)))
def test_each_part_of_a_text_is_in_it_and_understood_or_not(text):
    read = read_flyer(text, BEFORE)

    understood = {part for part, _, _ in read.understood}
    assert [part for part in understood | set(read.not_understood) if part not in text] == []
    assert understood & set(read.not_understood) == set()
    assert len(read.asked) <= 3
    assert read.as_json()["settings"].keys() == read.settings.keys()


def paragraphs(text):
    """The part with the title, and the paragraphs below it."""
    blocks = [
        "\n".join(lines)
        for is_text, lines in groupby(text.splitlines(), lambda line: bool(line.strip()))
        if is_text
    ]
    title = 1
    while sum(len(block.splitlines()) for block in blocks[:title]) < 8 and title < len(blocks):
        title += 1
    return "\n\n".join(blocks[:title]), blocks[title:]


@pytest.mark.parametrize("name", ["fahrenheit", *FACTS, *LATE_FACTS])
@settings(max_examples=2, deadline=None)
@given(data=st.data())
def test_the_order_of_the_paragraphs_below_the_title_changes_nothing(name, data):
    title, others = paragraphs(flyer(name))
    moved = "\n\n".join([title, *data.draw(st.permutations(others))])

    assert read_flyer(moved, BEFORE).settings == read_flyer(flyer(name), BEFORE).settings


@pytest.mark.parametrize(
    "word", ["9", "first ", "7pm to ", "$5 ", ".", "\n", "The Hall, ", "renege costs the "]
)
def test_a_long_text_of_one_word_is_read_up_to_where_it_is_too_long(word):
    text = (word * MOST_READ)[: MOST_READ + 5_000]

    read = read_flyer(text, BEFORE)

    assert all(part in text for part, _, _ in read.understood)


def test_the_rest_of_a_text_that_is_too_long_is_not_understood():
    text = "Whist Classic\n" + "x" * MOST_READ + "\nBid Whist"

    assert read_flyer(text).not_understood[-1] == text[MOST_READ:]
