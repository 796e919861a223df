from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.time.clock import FOREVER, CalledRound, Coming, Span, deadline, elapsed, face, merged, round_slots
from tests.rules.competition.times import (
    CHICAGO,
    FAHRENHEIT,
    MINUTE,
    NOON,
    at,
    seconds,
    shown,
    spans,
    wall,
)

frozen_spans = st.lists(st.tuples(seconds, st.integers(0, 1800)), max_size=5).map(
    lambda pairs: [
        Span(NOON + timedelta(seconds=start), NOON + timedelta(seconds=start + length))
        for start, length in pairs
    ]
)


@pytest.mark.parametrize(
    ("start", "minutes", "end"),
    [
        pytest.param("15:00", 5, "15:05", id="no break in the way"),
        pytest.param("15:25", 5, "15:30", id="over as the break begins"),
        pytest.param("15:27", 5, "15:37", id="the break falls inside"),
        pytest.param("15:30", 5, "15:40", id="called as the break begins"),
        pytest.param("15:32", 5, "15:40", id="called in the break"),
        pytest.param("15:35", 5, "15:40", id="called as the break ends"),
        pytest.param("15:27", 40, "16:17", id="two breaks fall inside"),
        pytest.param("15:32", 0, "15:32", id="no minutes at all"),
    ],
)
def test_the_minutes_stand_still_in_breaks(start, minutes, end):
    assert wall(deadline(at(start), minutes, spans("15:30 15:35", "16:00 16:05"))) == end


def test_while_a_pause_has_no_end_nothing_falls_due():
    assert deadline(at("15:28"), 5, [Span(at("15:30"))]) == FOREVER
    assert wall(deadline(at("15:20"), 5, [Span(at("15:30"))])) == "15:25"


@pytest.mark.parametrize(
    ("clock", "stage", "label", "until", "break_until", "next_break"),
    [
        ("13:00", "before", "Meet & greet starts", "14:00", None, None),
        ("15:10", "one", "Phase I", "17:00", None, "15:30"),
        ("15:31", "one", "Phase I", "17:00", "15:35", "16:00"),
        ("15:35", "one", "Phase I", "17:00", None, "16:00"),
        ("17:00", "two", "Phase II", "19:00", "17:05", "17:30"),
        ("18:40", "two", "Phase II", "19:00", None, None),
        ("22:00", "after", "The day is over", None, None, None),
    ],
)
def test_the_clock_says_the_stage_the_break_and_the_next_one(
    clock, stage, label, until, break_until, next_break
):
    shown = face(FAHRENHEIT, at(clock))

    moments = (
        shown.until,
        shown.in_break and shown.in_break.ends_at,
        shown.next_break and shown.next_break.starts_at,
    )
    assert (shown.stage, shown.label) == (stage, label)
    assert [moment and wall(moment) for moment in moments] == [until, break_until, next_break]


@given(st.integers(0, 120), st.integers(0, 10), st.integers(30, 90), st.integers(-60, 400))
def test_the_clock_face_changes_exactly_when_it_says_it_will(called, seating, lasts, minute):
    day, called_at, now = FAHRENHEIT, at("15:00") + called * MINUTE, at("15:00") + minute * MINUTE
    row = CalledRound(called_at, called_at + seating * MINUTE, called_at + lasts * MINUTE)

    shown = face(day, now, row)

    if shown.comes_at is None:
        assert (shown.coming, shown.stage) == (Coming.NOTHING, "after")
        return
    half, then = face(day, now + (shown.comes_at - now) / 2, row), face(day, shown.comes_at, row)
    assert (then.coming, then.comes_at) != (shown.coming, shown.comes_at)
    if not any(now < moment < shown.comes_at for moment in (called_at, *(b.starts_at for b in day.breaks))):
        assert (half.coming, half.comes_at) == (shown.coming, shown.comes_at)


@pytest.mark.parametrize(
    ("phase", "breaks", "seating", "rounds"),
    [
        pytest.param("15:00 16:00", [], 5, ["15:00 15:05 16:00"], id="one round without a break"),
        pytest.param(
            "15:00 16:00",
            ["15:30 15:35"],
            3,
            ["15:00 15:03 15:30", "15:30 15:35 16:00"],
            id="to be seated in the first round",
        ),
        pytest.param(
            "15:00 16:00",
            ["15:30 15:35"],
            25,
            ["15:00 15:20 15:30", "15:30 15:35 16:00"],
            id="ten minutes are left to play",
        ),
        pytest.param(
            "15:00 16:04",
            ["15:30 15:35", "16:00 16:05"],
            5,
            ["15:00 15:05 15:30", "15:30 15:35 16:00"],
            id="none without time to play",
        ),
        pytest.param(
            "17:00 18:00",
            ["17:00 17:05", "17:30 17:35"],
            5,
            ["17:00 17:05 17:30", "17:30 17:35 18:00"],
            id="none for a break that begins with the phase",
        ),
    ],
)
def test_a_phase_has_a_round_between_each_two_breaks(phase, breaks, seating, rounds):
    slots = round_slots(*spans(phase), spans(*breaks), seating)

    assert shown(slots) == rounds
    assert [slot.number for slot in slots] == [*range(1, len(rounds) + 1)]


def test_spans_that_touch_or_overlap_are_one():
    assert merged(spans("15:30 15:35", "15:35 15:40", "15:39 15:45", "15:41 15:42")) == spans("15:30 15:45")
    assert merged(spans("15:30 15:30")) == ()


@given(
    st.sampled_from(
        ["America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Dublin", "America/St_Johns"]
    ),
    st.dates(date(2026, 1, 1), date(2027, 12, 31)),
    seconds,
    st.integers(1, 90),
)
def test_a_deadline_is_the_same_moment_in_any_zone(name, day, second, minutes):
    zone = ZoneInfo(name)
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(seconds=second)
    breaks = [Span((start + 10 * MINUTE).astimezone(zone), (start + 15 * MINUTE).astimezone(zone))]

    end = deadline(start, minutes, breaks)

    assert deadline(start.astimezone(zone), minutes, breaks) == end
    assert elapsed(start, end, breaks) == minutes * MINUTE


def test_moments_of_the_hour_that_comes_twice_are_told_apart():
    first = datetime(2026, 11, 1, 1, 30, tzinfo=CHICAGO)
    second = first.replace(fold=1)

    assert second in Span(first, second.astimezone(UTC) + MINUTE)
    assert elapsed(first, second) == timedelta(hours=1)
    assert first not in Span(second, second.astimezone(UTC) + MINUTE)


def test_a_moment_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="has no zone"):
        deadline(datetime(2026, 6, 27, 15, 0), 5)  # noqa: DTZ001


@given(seconds, st.integers(0, 120), frozen_spans)
def test_a_deadline_is_never_early_and_never_late(second, minutes, frozen):
    start = NOON + timedelta(seconds=second)

    end = deadline(start, minutes, frozen)

    assert elapsed(start, end, frozen) == minutes * MINUTE
    assert end == start or elapsed(start, end - timedelta(microseconds=1), frozen) < minutes * MINUTE


@given(frozen_spans, seconds)
def test_merging_spans_changes_no_moment(frozen, second):
    moment = NOON + timedelta(seconds=second)
    whole = merged(frozen)

    assert any(moment in span for span in whole) == any(moment in span for span in frozen)
    assert all(one.ends_at < other.starts_at for one, other in pairwise(whole))
