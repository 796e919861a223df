from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.clock import (
    FOREVER,
    CalledRound,
    Coming,
    PhaseSpan,
    Span,
    Timetable,
    deadline,
    elapsed,
    face,
    merged,
    round_slots,
)
from rules.competition.schedule import fahrenheit_day, wall_time

CHICAGO = ZoneInfo("America/Chicago")
PRIDE = date(2026, 6, 27)
MINUTE = timedelta(minutes=1)


def at(clock: str, zone: ZoneInfo = CHICAGO, day: date = PRIDE) -> datetime:
    return wall_time(day, time.fromisoformat(clock), zone)


def wall(moment: datetime, zone: ZoneInfo = CHICAGO) -> str:
    return f"{moment.astimezone(zone):%H:%M}"


def spans(*times: tuple[str, str]) -> tuple[Span, ...]:
    return tuple(Span(at(start), at(end)) for start, end in times)


def shown(slots) -> list[tuple[str, str, str]]:
    return [(wall(slot.called_at), wall(slot.play_from), wall(slot.whistle_at)) for slot in slots]


NOON = datetime(2026, 6, 27, 12, tzinfo=UTC)
seconds = st.integers(0, 4 * 3600)
frozen_spans = st.lists(st.tuples(seconds, st.integers(0, 1800)), max_size=5).map(
    lambda pairs: [
        Span(NOON + timedelta(seconds=start), NOON + timedelta(seconds=start + length))
        for start, length in pairs
    ]
)


@pytest.mark.parametrize(
    ("minutes", "dealt_at"),
    [(1, "15:01"), (3, "15:03"), (10, "15:10"), pytest.param(25, "15:20", id="ten minutes are left to play")],
)
def test_the_first_round_has_as_many_minutes_for_being_seated_as_the_event_gives(minutes, dealt_at):
    day = fahrenheit_day(PRIDE, CHICAGO)

    slots = round_slots(day.phase("one"), day.breaks, minutes)

    assert shown(slots)[:2] == [("15:00", dealt_at, "15:30"), ("15:30", "15:35", "16:00")]


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
    breaks = spans(("15:30", "15:35"), ("16:00", "16:05"))

    assert wall(deadline(at(start), minutes, breaks)) == end


def test_while_a_pause_has_no_end_nothing_falls_due():
    assert deadline(at("15:28"), 5, [Span(at("15:30"))]) == FOREVER
    assert wall(deadline(at("15:20"), 5, [Span(at("15:30"))])) == "15:25"


def test_the_clock_before_during_and_after_the_day():
    day = fahrenheit_day(PRIDE, CHICAGO)

    assert (face(day, at("13:00")).stage, face(day, at("13:00")).label) == ("before", "Meet & greet starts")
    assert (face(day, at("15:10")).stage, wall(face(day, at("15:10")).until)) == ("one", "17:00")
    assert (face(day, at("17:00")).stage, face(day, at("22:00")).stage) == ("two", "after")


def test_the_clock_knows_the_break_and_the_next_one():
    day = fahrenheit_day(PRIDE, CHICAGO)

    in_break, in_play, late = face(day, at("15:31")), face(day, at("15:35")), face(day, at("18:40"))

    assert (wall(in_break.in_break.ends_at), wall(in_break.next_break.starts_at)) == ("15:35", "16:00")
    assert (in_play.in_break, wall(in_play.next_break.starts_at)) == (None, "16:00")
    assert (late.in_break, late.next_break) == (None, None)


@given(st.integers(0, 120), st.integers(0, 10), st.integers(30, 90), st.integers(-60, 400))
def test_what_everybody_waits_for_comes_when_the_clock_says_and_nothing_else_before(
    called, seating, lasts, minute
):
    day, three = fahrenheit_day(PRIDE, CHICAGO), at("15:00")
    called_at, now = three + timedelta(minutes=called), three + timedelta(minutes=minute)
    row = CalledRound(called_at, called_at + timedelta(minutes=seating), called_at + timedelta(minutes=lasts))

    shown = face(day, now, row)

    if shown.comes_at is None:
        assert (shown.coming, shown.stage) == (Coming.NOTHING, "after")
        return
    half, then = face(day, now + (shown.comes_at - now) / 2, row), face(day, shown.comes_at, row)
    assert (then.coming, then.comes_at) != (shown.coming, shown.comes_at)
    if not any(now < moment < shown.comes_at for moment in (called_at, *(b.starts_at for b in day.breaks))):
        assert (half.coming, half.comes_at) == (shown.coming, shown.comes_at)


@pytest.mark.parametrize(
    ("start", "end", "breaks", "rounds"),
    [
        pytest.param("15:00", "16:00", [], [("15:00", "15:05", "16:00")], id="one round without a break"),
        pytest.param(
            "15:00",
            "16:04",
            [("15:30", "15:35"), ("16:00", "16:05")],
            [("15:00", "15:05", "15:30"), ("15:30", "15:35", "16:00")],
            id="none without time to play",
        ),
        pytest.param(
            "17:00",
            "18:00",
            [("17:00", "17:05"), ("17:30", "17:35")],
            [("17:00", "17:05", "17:30"), ("17:30", "17:35", "18:00")],
            id="none for a break that begins with the phase",
        ),
    ],
)
def test_a_phase_has_a_round_between_each_two_breaks(start, end, breaks, rounds):
    slots = round_slots(Span(at(start), at(end)), spans(*breaks))

    assert shown(slots) == rounds
    assert [slot.number for slot in slots] == [*range(1, len(rounds) + 1)]


def test_spans_that_touch_or_overlap_are_one():
    assert merged(spans(("15:30", "15:35"), ("15:35", "15:40"))) == spans(("15:30", "15:40"))
    assert merged(spans(("15:30", "15:30"))) == ()
    assert (
        wall(deadline(at("15:28"), 5, spans(("15:30", "15:35"), ("15:33", "15:45"), ("15:40", "15:41"))))
        == "15:48"
    )


def test_a_gap_between_two_phases_says_what_comes():
    day = Timetable(
        (PhaseSpan("a", "One", at("10:00"), at("11:00")), PhaseSpan("b", "Two", at("12:00"), at("13:00")))
    )

    assert (face(day, at("11:30")).stage, face(day, at("11:30")).label) == ("between", "Two starts")


@given(
    st.sampled_from(
        ["America/Chicago", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Dublin", "America/St_Johns"]
    ),
    st.dates(date(2026, 1, 1), date(2027, 12, 31)),
    seconds,
    st.integers(1, 90),
)
def test_a_deadline_is_the_same_moment_in_whatever_zone_its_start_is_told(zone, day, second, minutes):
    start = datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(seconds=second)
    breaks = [
        Span(
            (start + 10 * MINUTE).astimezone(ZoneInfo(zone)), (start + 15 * MINUTE).astimezone(ZoneInfo(zone))
        )
    ]

    assert deadline(start.astimezone(ZoneInfo(zone)), minutes, breaks) == deadline(start, minutes, breaks)
    assert elapsed(start, deadline(start, minutes, breaks), breaks) == minutes * MINUTE


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
