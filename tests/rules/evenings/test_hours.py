"""Every evening keeps its rounds at every hour, on every date (Rulebook E-219, E-220)."""

from dataclasses import replace
from datetime import date, time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.evenings.fit import what_does_not_fit, what_is_wrong, why_no_final
from rules.evenings.known import EVENINGS
from rules.time.clock import SHORTEST_ROUND, round_slots
from rules.time.hours import HALF_HOURS, HOURS, NEVER, ROUNDS, TIMES, DayHours, SessionPlan
from tests.rules.competition.times import CHICAGO, MINUTE, PRIDE

SPRING, AUTUMN = date(2026, 3, 8), date(2026, 11, 1)
"""Dates on which the clocks change at two in the morning."""
NIGHT_BEFORE = {SPRING: date(2026, 3, 7), AUTUMN: date(2026, 10, 31)}
BEGINS = [time(9), time(18), time(23)]


def hours_of(evening, **more):
    return DayHours(held_on=PRIDE, **evening.hours() | more)


def lengths(hours):
    """The minutes of play of each round of Phase I, and the minutes of each break after it."""
    slots = [slot for span in hours.spans() for slot in round_slots(span, hours.rests())]
    rests = [(rest.ends_at - rest.starts_at) // MINUTE for rest in hours.rests()]
    return [(slot.whistle_at - slot.play_from) // MINUTE for slot in slots], rests


def shown(hours):
    return [f"{rest.starts_at.astimezone(CHICAGO):%-I:%M}" for rest in hours.rests()]


@pytest.mark.parametrize("begins", BEGINS, ids=str)
@pytest.mark.parametrize("key", [key for key, evening in EVENINGS.items() if not evening.is_straight])
def test_an_evening_has_its_rounds_at_every_hour_and_on_every_date(key, begins):
    as_planned = hours_of(EVENINGS[key])
    rounds = lengths(as_planned)

    planned = as_planned.beginning(PRIDE, begins)
    for hours in (planned, planned.moved(weeks=1), hours_of(EVENINGS[key], **EVENINGS[key].hours(begins))):
        assert lengths(hours) == rounds
        assert what_is_wrong(hours, has_phase_two=bool(EVENINGS[key].two)) == ("", "")
    assert rounds[0][1:] == [EVENINGS[key].minutes] * (EVENINGS[key].rounds - 1)
    for night in NIGHT_BEFORE.values():
        # The second of the two hours in fall has no name, so an evening that ends in it gets longer.
        played = lengths(planned.beginning(night, begins))[0]
        assert played[: len(rounds[0]) - 1] == rounds[0][:-1]
        assert played[len(rounds[0]) - 1] >= rounds[0][-1]


@pytest.mark.parametrize("begins", BEGINS, ids=str)
@pytest.mark.parametrize("key", [key for key, evening in EVENINGS.items() if evening.is_straight])
def test_without_a_phase_one_the_bracket_has_its_time_and_no_breaks(key, begins):
    hours = hours_of(EVENINGS[key], **EVENINGS[key].hours(begins))

    assert what_is_wrong(hours, has_phase_two=True, has_phase_one=False) == ("", "")
    assert what_is_wrong(hours, has_phase_two=True)[0] == "phase_one_at"
    for day in (hours, hours.moved(weeks=1), hours_of(EVENINGS[key]).beginning(PRIDE, begins)):
        local = day.local()
        assert (local.two, local.awards - local.two) == (local.sessions[0][0], EVENINGS[key].two * MINUTE)
        assert day.rests() == ()


def test_moving_phase_one_moves_its_day_and_other_days_keep_their_hours():
    weekend = DayHours(
        held_on=date(2026, 6, 26),
        meet_at=time(18),
        phase_one_at=time(19),
        phase_one_until=time(21, 30),
        sessions=[SessionPlan(held_on=date(2026, 6, 27), starts_at=time(13), ends_at=time(16))],
        phase_two_on=date(2026, 6, 28),
        phase_two_at=time(14),
        awards_at=time(16),
    )

    moved = weekend.beginning(date(2026, 7, 3), time(20))

    assert moved == replace(
        weekend,
        held_on=date(2026, 7, 3),
        meet_at=time(19),
        phase_one_at=time(20),
        phase_one_until=time(22, 30),
        sessions=(SessionPlan(held_on=date(2026, 7, 4), starts_at=time(13), ends_at=time(16)),),
        phase_two_on=date(2026, 7, 5),
    )
    day = DayHours(held_on=PRIDE, breaks_at=TIMES, breaks=(time(16), time(18, 30)))
    assert day.beginning(PRIDE, time(22)) == replace(
        day,
        meet_at=time(21),
        phase_one_at=time(22),
        phase_two_at=time(0),
        awards_at=time(2),
        breaks=(time(23), time(1, 30)),
    )


def test_times_copied_into_a_skipped_hour_are_unchanged_and_then_refused():
    night = DayHours(
        held_on=date(2026, 3, 1), meet_at=time(1), phase_one_at=time(2, 15), phase_two_at=time(4)
    )

    assert night.moved(weeks=1) == replace(night, held_on=SPRING)
    with pytest.raises(ValueError, match="the clocks skip 02:15"):
        night.moved(weeks=1).spans()


def test_breaks_are_at_the_top_and_middle_of_each_hour_or_at_the_top_alone():
    day = DayHours(held_on=PRIDE)

    assert shown(day) == ["3:30", "4:00", "4:30", "5:00", "5:30", "6:00", "6:30"]
    assert shown(replace(day, breaks_at=HOURS)) == ["4:00", "5:00", "6:00"]
    # Seven minutes after the start, and before the end, no round could be played.
    assert shown(replace(day, phase_one_at=time(15, 23))) == [
        "4:00", "4:30", "5:00", "5:30", "6:00", "6:30",
    ]  # fmt: skip
    assert shown(replace(day, phase_two_at=time(17, 7)))[:4] == ["3:30", "4:00", "4:30", "5:30"]


def test_a_day_has_rounds_even_without_breaks_or_with_one_after_game_six():
    day = DayHours(held_on=PRIDE, breaks_at=NEVER, round_minutes=20)
    supper = replace(day, round_minutes=10, long_break_after=6, long_break_minutes=30)

    assert lengths(day) == ([20, 20, 20, 20, 35], [0, 0, 0, 0])
    assert lengths(supper)[1] == [0, 0, 0, 0, 0, 30, 0]
    assert supper.why_no_long_break() == ""
    assert len(lengths(replace(day, round_minutes=120))[0]) == 1


@given(
    st.builds(
        DayHours,
        held_on=st.sampled_from([PRIDE, *NIGHT_BEFORE.values(), SPRING, AUTUMN]),
        meet_at=st.just(time(8)),
        phase_one_at=st.times(time(9), time(12)).map(lambda at: at.replace(second=0, microsecond=0)),
        phase_two_at=st.times(time(13), time(17)).map(lambda at: at.replace(second=0, microsecond=0)),
        awards_at=st.just(time(19)),
        breaks_at=st.sampled_from([HALF_HOURS, HOURS, ROUNDS, NEVER]),
        break_minutes=st.integers(1, 20),
        round_minutes=st.integers(10, 90),
    )
)
# The first break is ten minutes after the start, so nothing is left for finding the seats.
@example(DayHours(held_on=PRIDE, phase_one_at=time(15, 20)))
def test_a_round_always_has_ten_minutes_and_no_break_is_outside_play(hours):
    if what_does_not_fit(hours, in_rounds=True) != ("", ""):
        return
    (one,) = hours.spans()

    slots = round_slots(one, hours.rests())

    is_one_meant = hours.breaks_at == NEVER and hours.round_minutes * MINUTE >= one.ends_at - one.starts_at
    assert len(slots) >= (1 if is_one_meant else 2)
    assert all(slot.whistle_at - slot.play_from >= SHORTEST_ROUND for slot in slots)
    awards = hours.from_local(hours.local().awards)
    assert all(one.starts_at < rest.starts_at and rest.ends_at <= awards for rest in hours.rests())


@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"breaks_at": TIMES}, "breaks", "Write when the breaks begin"),
        ({"breaks_at": TIMES, "breaks": (time(16), time(20), time(21))}, "breaks", "at 8:00 PM and 9:00 PM"),
        ({"break_minutes": 25}, "break_minutes", "at least 10 minutes to play"),
        ({"breaks_at": ROUNDS, "round_minutes": 60}, "phase_two_at", "no room for a second round of 60"),
        ({"breaks_at": NEVER, "round_minutes": 60}, "phase_two_at", "End it later, or have shorter rounds"),
        ({"phase_two_at": time(15, 30)}, "phase_two_at", "choose no breaks, and rounds of 30 minutes"),
        ({"breaks_at": TIMES, "breaks": (time(18),)}, "phase_two_at", "Phase I has 120 minutes"),
        ({"breaks_at": NEVER, "round_minutes": 120}, "", ""),
    ],
)
def test_settings_that_do_not_fit_together_say_what_to_do(changed, field, says):
    named, words = what_does_not_fit(DayHours(held_on=PRIDE, **changed), in_rounds=True)

    assert named == field
    assert says in words


@pytest.mark.parametrize("breaks_at", [NEVER, ROUNDS])
def test_rounds_without_a_length_are_refused_and_never_counted(breaks_at):
    hours = DayHours(held_on=PRIDE, breaks_at=breaks_at, break_minutes=0, round_minutes=0)

    field, says = what_is_wrong(hours, has_phase_two=True)
    with pytest.raises(ValueError, match="without a length"):
        hours.rests()

    assert (field, says) == ("round_minutes", "A round has at least 10 minutes to play. Make it longer.")


def test_the_awards_come_after_the_final():
    day = DayHours(held_on=PRIDE, phase_two_at=time(18, 30))

    assert why_no_final(day, 3) == ""
    assert why_no_final(day, 4).startswith("The awards come before the final: Phase II has 30 minutes")
