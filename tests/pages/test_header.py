"""The header that every page shows."""

from django.test import Client

from pages.header import header_clock
from tests import build


def test_before_the_day_the_header_counts_to_the_meet_and_greet():
    event = build.event()

    clock = header_clock(event, build.at(13, 30))

    assert (clock.label, clock.left.text, clock.break_left) == ("Meet & greet starts", "30:00", None)


def test_in_a_round_the_header_names_it_and_counts_to_the_break():
    game = build.game()

    clock = header_clock(game.event, build.at(15, 22, 48))

    assert (clock.label, clock.left.text) == ("Phase I · Round 1", "7:12")
    assert (clock.is_break, clock.break_left.text) == (False, "7:12")


def test_in_a_break_the_header_counts_to_its_end():
    event = build.event()

    clock = header_clock(event, build.at(15, 31))

    assert (clock.is_break, clock.break_left.text) == (True, "4:00")


def test_the_clock_is_there_for_everybody():
    event = build.event()

    answer = Client().get(f"/{event.slug}/clock-face/")

    assert answer.status_code == 200
    assert 'id="clock"' in answer.content.decode()
