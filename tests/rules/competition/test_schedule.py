from datetime import date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.time.clock import PhaseSpan, Span, Timetable, deadline, elapsed, round_slots
from rules.time.schedule import (
    BreakCalledOff,
    MinutesAdded,
    Paused,
    Started,
    WhistleMoved,
    grid_breaks,
    live,
    wall_time,
)
from tests.rules.competition.times import (
    CHICAGO,
    FAHRENHEIT,
    MINUTE,
    NOON,
    at,
    rounds,
    seconds,
    shown,
    wall,
)

changes = st.lists(
    st.one_of(
        st.builds(lambda s, m: MinutesAdded(NOON + timedelta(seconds=s), m), seconds, st.integers(0, 30)),
        st.builds(
            lambda s, m: Paused(NOON + timedelta(seconds=s), NOON + timedelta(seconds=s + m)),
            seconds,
            st.integers(0, 1800),
        ),
        st.builds(lambda s: Started(NOON + timedelta(seconds=s), "two"), seconds),
        st.builds(lambda s: BreakCalledOff(NOON + timedelta(seconds=s), NOON + 90 * MINUTE), seconds),
    ),
    max_size=5,
)


PLAN = Timetable(
    phases=(
        PhaseSpan("one", "One", NOON, NOON + 120 * MINUTE),
        PhaseSpan("two", "Two", NOON + 120 * MINUTE, NOON + 240 * MINUTE),
    ),
    breaks=tuple(Span(NOON + start * MINUTE, NOON + (start + 5) * MINUTE) for start in range(30, 240, 30)),
)


def test_the_breaks_of_the_printed_day():
    starts = ("15:30", "16:00", "16:30", "17:00", "17:30", "18:00", "18:30")

    assert FAHRENHEIT.breaks == tuple(Span(at(start), at(start) + 5 * MINUTE) for start in starts)


@pytest.mark.parametrize(
    ("change", "now", "phases", "whistles"),
    [
        pytest.param(
            BreakCalledOff(at("15:10"), at("15:30")),
            "15:10",
            "14:00 15:00 17:00 19:00 19:30",
            ["15:00 15:05 15:30", "15:30 15:30 16:00", "16:00 16:05 16:30", "16:30 16:35 17:00"],
            id="a break called off: its round is still called and starts at once",
        ),
        pytest.param(
            BreakCalledOff(at("15:32"), at("15:32")),
            "15:40",
            "14:00 15:00 17:00 19:00 19:30",
            ["15:00 15:05 15:30", "15:30 15:32 16:00", "16:00 16:05 16:30", "16:30 16:35 17:00"],
            id="a break called off while it goes on ends at once",
        ),
        pytest.param(
            MinutesAdded(at("15:40"), 10),
            "15:41",
            "14:00 15:00 17:10 19:10 19:40",
            ["15:00 15:05 15:30", "15:30 15:35 16:10", "16:10 16:15 16:40", "16:40 16:45 17:10"],
            id="added minutes move the whistle and all that follows",
        ),
        pytest.param(
            Paused(at("15:40"), at("15:52")),
            "16:00",
            "14:00 15:00 17:12 19:12 19:42",
            ["15:00 15:05 15:30", "15:30 15:35 16:12", "16:12 16:17 16:42", "16:42 16:47 17:12"],
            id="a pause moves the rest of the day by as long as it lasted",
        ),
        pytest.param(
            Started(at("14:31"), "one"),
            "14:31",
            "14:00 14:31 16:31 18:31 19:01",
            ["14:31 14:36 15:01", "15:01 15:06 15:31", "15:31 15:36 16:01", "16:01 16:06 16:31"],
            id="phase one started early has rounds as long as planned, and all of the day is earlier",
        ),
        pytest.param(
            Started(at("11:00"), "one"),
            "11:00",
            "11:00 11:00 13:00 15:00 15:30",
            ["11:00 11:05 11:30", "11:30 11:35 12:00", "12:00 12:05 12:30", "12:30 12:35 13:00"],
            id="phase one started before the meet and greet",
        ),
        pytest.param(
            Started(at("17:00"), "one"),
            "17:00",
            "14:00 17:00 19:00 21:00 21:30",
            ["17:00 17:05 17:30", "17:30 17:35 18:00", "18:00 18:05 18:30", "18:30 18:35 19:00"],
            id="a phase started when it should have been over keeps its length",
        ),
    ],
)
def test_a_change_of_the_schedule_says_when_all_rounds_and_phases_are(change, now, phases, whistles):
    day = live(FAHRENHEIT, [change], at(now))

    assert shown(rounds(day)) == whistles
    starts = [phase.starts_at for phase in day.phases]
    assert [phase.ends_at for phase in day.phases[:-1]] == starts[1:]
    assert [wall(moment) for moment in (*starts, day.phases[-1].ends_at)] == phases.split()


@pytest.mark.parametrize(
    ("change", "start", "due"),
    [
        pytest.param(BreakCalledOff(at("15:32"), at("15:32")), "15:28", "15:35", id="a break of two minutes"),
        pytest.param(Paused(at("15:40"), at("15:52")), "15:38", "15:55", id="a pause of twelve"),
    ],
)
def test_the_five_minutes_stand_still_until_play_goes_on(change, start, due):
    day = live(FAHRENHEIT, [change], at("16:00"))

    assert wall(deadline(at(start), 5, day.frozen)) == due


@pytest.mark.parametrize(
    ("change", "now"),
    [
        pytest.param(MinutesAdded(at("16:00"), 10), "15:59", id="minutes still to come"),
        pytest.param(BreakCalledOff(at("15:40"), at("15:32")), "15:40", id="a break that is over"),
    ],
)
def test_what_has_not_happened_or_comes_too_late_changes_nothing(change, now):
    assert live(FAHRENHEIT, [change], at(now)) == FAHRENHEIT


def test_what_is_done_in_a_pause_is_done_to_the_day_as_it_was_then():
    pause = Paused(at("15:20"), at("15:40"))

    longer, without_rest = (
        live(FAHRENHEIT, [pause, change], at("15:45"))
        for change in (MinutesAdded(at("15:25"), 10), BreakCalledOff(at("15:25"), at("15:35")))
    )

    assert wall(longer.phase("one").ends_at) == "17:30"
    assert wall(without_rest.called_off[0].starts_at) == "15:50"


def test_the_grid_follows_the_wall_in_a_zone_of_quarter_hours():
    kathmandu = ZoneInfo("Asia/Kathmandu")

    breaks = grid_breaks(at("15:00", kathmandu), at("16:00", kathmandu), kathmandu)

    assert [wall(span.starts_at, kathmandu) for span in breaks] == ["15:30"]
    assert f"{breaks[0].starts_at:%H:%M}" == "09:45"


def test_a_night_in_which_the_clocks_go_back_has_an_hour_more():
    night = date(2026, 11, 1)
    start = at("00:30", day=night)

    assert wall(deadline(start, 120)) == "01:30"
    assert at("03:00", day=night) - start == timedelta(hours=3, minutes=30)
    breaks = grid_breaks(start, at("03:00", day=night), CHICAGO)
    assert [wall(span.starts_at) for span in breaks] == ["01:00", "01:30", "01:00", "01:30", "02:00", "02:30"]


def test_an_hour_that_the_clocks_jump_over_is_refused():
    with pytest.raises(ValueError, match="On 8 March 2026 the clocks skip 02:30"):
        wall_time(date(2026, 3, 8), time(2, 30), CHICAGO)


@given(changes, seconds)
def test_phases_stay_in_order_and_breaks_apart_for_any_change(done, second):
    day = live(PLAN, done, NOON + timedelta(seconds=second))

    one, two = day.phases
    assert one.starts_at <= one.ends_at <= two.starts_at <= two.ends_at
    assert all(early.ends_at <= late.starts_at for early, late in pairwise(day.breaks))
    for phase in day.phases:
        slots = round_slots(phase, day.breaks, called_off=day.called_off)
        assert all(slot.called_at <= slot.play_from < slot.whistle_at for slot in slots)
        assert all(one.whistle_at <= two.called_at for one, two in pairwise(slots))


@given(changes, seconds, seconds)
def test_what_is_past_is_never_moved(done, first, second):
    early, late = sorted((NOON + timedelta(seconds=first), NOON + timedelta(seconds=second)))
    then = live(PLAN, [change for change in done if change.at <= early], early)

    now = live(PLAN, done, late)

    past = [span for span in then.breaks if span.ends_at <= early]
    assert now.breaks[: len(past)] == tuple(past)


@given(changes, st.integers(0, 3 * 3600), st.integers(1, 15), st.lists(seconds, max_size=8))
def test_a_deadline_moved_by_every_change_falls_due_once_and_never_early(done, second, minutes, ticks):
    """A stored deadline is set from what is known, moved after each change, and fired by the next tick."""
    called, end = NOON + timedelta(seconds=second), NOON + timedelta(hours=9)
    changes = sorted(
        {moment for change in done for moment in (change.at, getattr(change, "until", None)) if moment}
        | {NOON + timedelta(seconds=tick) for tick in ticks}
        | {called, end}
    )
    due_at, fired = None, []
    for now in (moment for moment in changes if moment >= called):
        if due_at is not None and due_at <= now and not fired:
            fired.append(due_at)
        if due_at is None or due_at > now:
            due_at = deadline(called, minutes, live(PLAN, done, now).frozen)

    frozen = live(PLAN, done, end).frozen
    assert fired == [deadline(called, minutes, frozen)]
    assert elapsed(called, fired[0], frozen) == minutes * MINUTE


@given(changes, seconds, seconds)
def test_no_whistle_is_ever_brought_into_the_past(done, first, second):
    early, late = sorted((NOON + timedelta(seconds=first), NOON + timedelta(seconds=second)))
    done = [change for change in done if not isinstance(change, Started)]

    def whistles(moment: datetime) -> dict[int, datetime]:
        return {slot.number: slot.whistle_at for slot in rounds(live(PLAN, done, moment))}

    then, now = whistles(early), whistles(late)

    for number, moment in then.items():
        assert now[number] == moment if moment <= early else now[number] >= moment


# Rulebook E-64.
@given(st.integers(0, 2), st.integers(1, 24), st.integers(0, 24))
def test_moving_a_whistle_moves_no_other_and_loses_no_round(number, ends, longer):
    before = rounds(FAHRENHEIT)
    moment = before[number].play_from + ends * MINUTE
    to = moment if longer < 12 else before[number].whistle_at + (longer - 12) * MINUTE

    day = live(FAHRENHEIT, [WhistleMoved(moment, before[number].whistle_at, to)], moment)

    after = rounds(day)
    assert [slot.number for slot in after] == [1, 2, 3, 4]
    assert after[number].whistle_at == after[number + 1].called_at == to
    others = [each for each in range(4) if each != number]
    assert [after[each].whistle_at for each in others] == [before[each].whistle_at for each in others]
    assert [span.ends_at - span.starts_at for span in day.breaks] == [5 * MINUTE] * 7
    assert day.phases == FAHRENHEIT.phases
