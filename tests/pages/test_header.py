"""The header that every page shows."""

import pytest
from django.test import Client

from pages.header import header_clock
from tests import build


@pytest.mark.parametrize(
    ("at", "label", "left", "break_left"),
    [
        (build.at(13, 30), "Meet & greet starts", "30:00", None),
        (build.at(15, 22, 48), "Phase I · Round 1", "7:12", "7:12"),
        (build.at(15, 31), "Break", None, "4:00"),
    ],
)
def test_the_header_names_what_is_on_and_counts_to_what_comes(at, label, left, break_left):
    clock = header_clock(build.game().event, at)

    assert clock.is_break == (label == "Break")
    assert (clock.break_left and clock.break_left.text) == break_left
    if not clock.is_break:
        assert (clock.label, clock.left.text) == (label, left)


def test_the_clock_is_there_for_everybody():
    event = build.event()

    answer = Client().get(f"/{event.slug}/clock-face/")

    assert answer.status_code == 200
    assert 'id="clock"' in answer.content.decode()
