"""Phase I in sessions, and the gaps between them (Rulebook E-69, E-70)."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.time.clock import PhaseSpan, Span, Timetable, deadline, face
from rules.time.schedule import BreakCalledOff, MinutesAdded, Paused, Started, live
from tests.rules.competition.times import MINUTE, NOON, rounds


def at(minutes: float) -> datetime:
    return NOON + minutes * MINUTE


def spans(*pairs):
    return tuple(Span(at(starts), at(ends)) for starts, ends in pairs)


# Two hours, an hour's lunch, two hours; Phase II is a day later.
PLAN = Timetable(
    phases=(
        PhaseSpan("meet", "Meet & greet", at(-60), at(0)),
        PhaseSpan("one", "Phase I", at(0), at(300)),
        PhaseSpan("two", "Phase II", at(1440), at(1560)),
        PhaseSpan("awards", "Awards", at(1560), at(1620)),
    ),
    breaks=spans((30, 35), (60, 65), (90, 95), (210, 215), (240, 245), (270, 275), (1470, 1475)),
    gaps=spans((120, 180), (300, 1440)),
)
moments = st.builds(lambda s: NOON + timedelta(seconds=s), st.integers(-600, 6 * 3600))
during_play = st.lists(
    st.one_of(
        st.builds(MinutesAdded, moments, st.integers(0, 60)),
        st.builds(lambda at, s: Paused(at, at + timedelta(seconds=s)), moments, st.integers(0, 5400)),
        st.builds(lambda at, s: BreakCalledOff(at, at + timedelta(seconds=s)), moments, st.integers(0, 1800)),
    ),
    max_size=5,
)
# Only one session is started early, and only the next one.
early = st.lists(st.builds(lambda m: Started(at(m), "one"), st.integers(121, 179)), max_size=1)
changes = st.builds(lambda done, started: [*done, *started], during_play, early)


def minute(moment):
    return (moment - NOON) // MINUTE


def hours(day):
    """The session, the call, the start of play and the whistle of each round, by its number."""
    return {
        slot.number: (slot.session, *map(minute, (slot.called_at, slot.play_from, slot.whistle_at)))
        for slot in rounds(day)
    }


def test_each_session_has_five_minutes_and_a_whistle_and_numbers_go_on():
    assert hours(PLAN) == {
        1: (1, 0, 5, 30),
        2: (1, 30, 35, 60),
        3: (1, 60, 65, 90),
        4: (1, 90, 95, 120),
        5: (2, 180, 185, 210),
        6: (2, 210, 215, 240),
        7: (2, 240, 245, 270),
        8: (2, 270, 275, 300),
    }
    assert [slot.number for slot in rounds(PLAN) if slot.opens] == [1, 5]


@pytest.mark.parametrize(
    ("minutes", "stage", "label", "until", "next_break"),
    [
        (10, "one", "Phase I, session 1", 120, 30),
        (100, "one", "Phase I, session 1", 120, None),
        (120, "between", "Phase I continues", 180, None),
        (180, "one", "Phase I, session 2", 300, 210),
        (300, "between", "Phase II starts", 1440, None),
        (1440, "two", "Phase II", 1560, 1470),
    ],
)
def test_the_clock_says_which_session_it_is_and_when_play_goes_on(minutes, stage, label, until, next_break):
    shown = face(PLAN, at(minutes))

    rest = shown.next_break and minute(shown.next_break.starts_at)
    assert (shown.stage, shown.label, minute(shown.until), rest) == (stage, label, until, next_break)


def test_the_five_minutes_stand_still_in_a_gap():
    assert deadline(at(118), 5, PLAN.frozen) == at(183)
    assert deadline(at(299), 5, PLAN.frozen) == at(1444)


def test_added_minutes_shorten_the_gap_and_never_move_the_next_session():
    day = live(PLAN, [MinutesAdded(at(40), 10)], at(40))

    assert day.sessions("one") == spans((0, 130), (180, 300))
    assert day.session("one", at(140)) == Span(at(180), at(300))
    assert day.phase("two") == PLAN.phase("two")


def test_only_what_a_gap_is_too_short_for_pushes_the_next_session():
    day = live(PLAN, [Paused(at(40), at(120))], at(120))

    assert day.sessions("one") == spans((0, 200), (200, 320))
    assert hours(day)[5] == (2, 200, 205, 230)
    assert day.phase("two") == PLAN.phase("two")


def test_a_session_begun_early_keeps_its_length_and_its_rounds():
    day = live(PLAN, [Started(at(150), "one")], at(150))

    assert day.sessions("one") == spans((0, 120), (150, 270))
    assert hours(day)[5] == (2, 150, 155, 180)
    assert day.phase("two") == PLAN.phase("two")


def test_starting_phase_two_early_drops_the_unplayed_sessions():
    day = live(PLAN, [Started(at(130), "two")], at(130))

    assert day.phase("two").starts_at == at(130)
    assert not [gap for gap in day.gaps if gap.ends_at > at(130)]
    assert face(day, at(140)).label == "Phase II"


@given(changes, moments)
def test_no_change_puts_a_break_a_round_or_a_deadline_in_a_gap(done, moment):
    day = live(PLAN, done, moment)

    for gap in day.gaps:
        assert not [
            rest for rest in day.breaks if rest.starts_at < gap.ends_at and gap.starts_at < rest.ends_at
        ]
        assert not [s for s in rounds(day) if s.called_at < gap.ends_at and gap.starts_at < s.whistle_at]
        late = deadline(moment, 5, day.frozen)
        assert late <= gap.starts_at or gap.ends_at < late


@given(changes, moments)
def test_phase_two_keeps_its_hour_tomorrow_for_any_change_during_play(done, moment):
    # Minutes added at night belong to Phase II.
    day = live(PLAN, [change for change in done if change.at < at(300)], moment)

    assert day.phase("two") == PLAN.phase("two")
    assert day.breaks[-1] == PLAN.breaks[-1]
    first, second = day.sessions("one")
    assert first.ends_at <= second.starts_at <= second.ends_at
