"""Flyers of many kinds: of each ten facts at least eight are read."""

from datetime import date, time

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


LEAGUE = """Bid Whist League
Tuesday, December 15, 2026, at the post on Rivers Street, 4512 S. Cottage Grove
6 PM start, last hand 9:45 PM
Four 35-minute rounds.
Top 4 teams make the playoffs, best 2 of 3, seeded by record
Registration opens at 5 PM and closes at 5:45 sharp.
Payout: 1st 60%, 2nd 30%, 3rd 10%
"""


def test_no_part_of_a_sentence_with_a_figure_is_lost():
    read = read_flyer(LEAGUE, BEFORE)

    assert {"4512 S. Cottage Grove", "last hand 9:45 PM", "best 2 of 3", "seeded by record"} <= set(
        read.not_understood
    )


def test_a_match_of_two_out_of_three_doesnt_contradict_who_goes_through():
    read = read_flyer(LEAGUE, BEFORE)

    assert read.asked == ()
    assert told(read)["advance_count"] == 4


def test_rounds_and_their_minutes_are_read_in_one_phrase():
    said = told(read_flyer(LEAGUE, BEFORE))

    assert (said["rounds"], said["round_minutes"]) == (4, 35)


def test_when_registration_closes_isnt_when_the_evening_ends():
    said = told(read_flyer(LEAGUE, BEFORE))

    assert (said["meet_at"], said["sign_up_minutes"]) == (time(17), 15)


def test_prizes_in_percent_of_each_place_are_shares_of_the_pot():
    (pot,) = read_flyer(LEAGUE, BEFORE).settings["pots"]

    assert (pot["by"], tuple(pot["prizes"])) == ("shares", (60, 30, 10))
