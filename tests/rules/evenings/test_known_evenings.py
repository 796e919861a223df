"""Evenings that clubs play, as the clubs publish them."""

import re
from datetime import time

import pytest

from rules.evenings.evening import Evening
from rules.evenings.known import EVENINGS
from rules.evenings.questions import answers_of
from rules.money.pots import Pot
from rules.seating.known import is_of_people
from rules.time.hours import HALF_HOURS, ROUNDS, DayHours
from tests.rules.competition.times import CHICAGO, PRIDE

# fmt: off
PUBLISHED = {
    "fahrenheit": ("draw", "games", 4, 7),
    "national": ("side", "games", 4, 16),
    "columbus": ("side", "games", 6, 8),
    "seven-in": ("draw", "games", 4, 8),
    "malt": ("both", "games", 6, 0),
    "league-night": ("free", "games", 5, 0),
    "pinochle-kansas-city": ("side", "games", 8, 0),
    "pinochle-spokane": ("first-losers", "points", 8, 0),
    "haliburton": ("winners", "points", 7, 0),
    "progressive-euchre": ("everybody", "points", 12, 0),
    "progressive-euchre-ohio": ("winners", "points", 10, 0),
    "blue-jackets": ("winners", "points", 8, 0),
    "miet-euchre": ("losers", "points", 8, 0),
    "everybody-with-everybody": ("draw", "points", 11, 0),
    "switch-and-pair-up": ("draw", "games", 4, 16),
    "spades": ("draw", "games", 3, 8),
    "knock-out": ("draw", "games", 0, 7),
    "double-elimination": ("draw", "games", 0, 7),
    "rook": ("draw", "games", 0, 7),
    "dominoes": ("draw", "games", 0, 7),
}
# fmt: on
NUMBERS = {"four": 4, "six": 6, "seven": 7, "eight": 8, "ten": 10, "eleven": 11, "12": 12}


def breaks_of(evening, begins=None):
    rests = DayHours(held_on=PRIDE, **evening.hours(begins)).rests()
    return [f"{rest.starts_at.astimezone(CHICAGO):%-I:%M}" for rest in rests]


def test_each_evening_moves_counts_and_ends_as_its_club_says():
    answers = {key: answers_of(evening) for key, evening in EVENINGS.items()}

    assert {
        key: (each.moves, each.counts, each.rounds, each.after) for key, each in answers.items()
    } == PUBLISHED


def test_in_spokane_a_set_costs_fifty_cents_that_go_to_the_pot():
    (pot,) = EVENINGS["pinochle-spokane"].settings["pots"]

    assert Pot(**pot).rule == ("$0.50 for each “Sets” counted.", "All of it goes into the first pot.")


@pytest.mark.parametrize("key", EVENINGS)
def test_the_rounds_in_its_words_are_those_that_are_played(key):
    evening = EVENINGS[key]
    numbers = re.findall(r"(\w+) (?:rounds|games)\b", evening.about.lower())

    assert [NUMBERS[word] for word in numbers if word in NUMBERS] in ([], [evening.rounds])


@pytest.mark.parametrize("key", EVENINGS)
def test_time_is_set_aside_for_phase_two_where_one_is_played(key):
    evening = EVENINGS[key]

    is_alone = is_of_people(evening.setting("seating"))
    plays_on = evening.setting("pairs_up") != "never" if is_alone else evening.setting("plays_phase_two")
    assert plays_on == bool(evening.two)


def test_a_break_calls_each_round_and_everybody_plays_as_long_in_each():
    evening = Evening(key="", name="", about="", source="", rounds=3, minutes=20, rest=10)

    assert evening.hours(time(19)) == {
        "meet_at": time(18),
        "phase_one_at": time(19),
        "phase_two_at": time(20, 25),
        "awards_at": time(20, 25),
        "breaks_at": ROUNDS,
        "round_minutes": 20,
        "break_minutes": 10,
    }
    assert breaks_of(evening, time(19)) == ["7:25", "7:55"]


def test_the_fahrenheit_evening_has_the_hours_of_the_rulebook():
    hours = EVENINGS["fahrenheit"].hours()

    # Rulebook E-10.
    assert hours["breaks_at"] == HALF_HOURS
    assert breaks_of(EVENINGS["fahrenheit"]) == [
        "3:30", "4:00", "4:30", "5:00", "5:30", "6:00", "6:30",
    ]  # fmt: skip
    assert (hours["phase_two_at"], hours["awards_at"]) == (time(17), time(19))
