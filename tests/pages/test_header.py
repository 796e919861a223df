"""The header that every page shows."""

from pages.header import header_clock
from tests import build
from tests.pages.visit import opened, organizer_of, still_clock


def test_the_header_names_what_is_on_and_counts_to_what_comes():
    event = build.game().event

    before, playing, rest = (
        header_clock(event, at) for at in (build.at(13, 30), build.at(15, 22, 48), build.at(15, 31))
    )

    assert [clock.is_break for clock in (before, playing, rest)] == [False, False, True]
    assert (before.label, before.left.text, before.break_left) == ("Meet & greet starts", "30:00", None)
    assert (playing.label, playing.left.text) == ("Phase I · Round 1", "7:12")
    assert (playing.break_left.text, rest.break_left.text) == ("7:12", "4:00")


def test_a_start_has_its_time_beside_the_break_before_it():
    event = build.event()
    build.teams(event, 8)
    build.played_phase_one(event)
    build.cut_settled(event)

    in_break, later = (header_clock(event, at) for at in (build.at(16, 31), build.at(16, 50)))

    assert (in_break.label, in_break.break_left.text, in_break.shows_left) == (
        "Phase II starts",
        "4:00",
        True,
    )
    assert (later.label, later.left.text, later.shows_left) == ("Phase II starts", "10:00", True)


def test_the_time_to_a_start_is_not_read_as_its_hour():
    event = build.event(is_practice=True)
    build.teams(event, 8)
    build.played_phase_one(event)
    build.cut_settled(event)
    still_clock(event, build.at(17))

    today = opened(event, "today/", organizer_of(event))

    assert today.one(id="clock").words.startswith("Phase II starts in 5:00")
    assert "Phase II starts in 5:00" in today.one(id="today").words
