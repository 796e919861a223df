"""The header that every page shows."""

from pages.header import header_clock
from tests import build


def test_the_header_names_what_is_on_and_counts_to_what_comes():
    event = build.game().event

    before, playing, rest = (
        header_clock(event, at) for at in (build.at(13, 30), build.at(15, 22, 48), build.at(15, 31))
    )

    assert [clock.is_break for clock in (before, playing, rest)] == [False, False, True]
    assert (before.label, before.left.text, before.break_left) == ("Meet & greet starts", "30:00", None)
    assert (playing.label, playing.left.text) == ("Phase I · Round 1", "7:12")
    assert (playing.break_left.text, rest.break_left.text) == ("7:12", "4:00")
