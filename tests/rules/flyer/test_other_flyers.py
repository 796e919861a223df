"""Flyers of many kinds: of each ten facts at least eight are read."""

from datetime import date

import pytest

from rules.flyer import read_flyer
from tests.flyers import flyer
from tests.flyers.facts import FACTS
from tests.flyers.late_facts import LATE_FACTS

BEFORE = date(2026, 1, 15)
"""The day on which they are read."""
ENOUGH = 8
EVERY = FACTS | LATE_FACTS


def told(read):
    """What a flyer says, by setting, in the words of its table of facts."""
    return dict(read.settings) | {setting: value for _, setting, value in read.understood}


@pytest.mark.parametrize("name", EVERY)
def test_eight_of_ten_facts_of_a_flyer_are_read(name):
    said = told(read_flyer(flyer(name), BEFORE))

    missed = {fact: value for fact, value in EVERY[name].items() if said.get(fact) != value}

    assert len(EVERY[name]) == 10
    assert len(EVERY[name]) - len(missed) >= ENOUGH, missed


@pytest.mark.parametrize("name", EVERY)
def test_what_is_understood_is_in_the_flyer_as_it_is_written(name):
    written = flyer(name)

    read = read_flyer(written, BEFORE)

    assert [text for text, _, _ in read.understood if text not in written] == []
    assert {text for text, _, _ in read.understood} & set(read.not_understood) == set()


@pytest.mark.parametrize(
    "line",
    [
        "Second chance bracket for the rest.",
        "B flight for everybody else!",
        "Everybody else plays a plate bracket.",
    ],
)
def test_a_second_chance_is_read_in_the_words_of_clubs(line):
    read = read_flyer(f"Bid Whist. Top 8 teams make the bracket.\n{line}", BEFORE)

    assert told(read)["phase_two.second_chance"]
