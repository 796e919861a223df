"""A longer break after a given game of Phase I (Rulebook E-171)."""

from datetime import date, time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.evenings.evening import Evening
from rules.time.clock import round_slots
from rules.time.hours import TIMES, DayHours, SessionPlan
from tests.rules.competition.times import CHICAGO, MINUTE, PRIDE

EVENING = DayHours(
    held_on=PRIDE,
    meet_at=time(17),
    phase_one_at=time(18),
    phase_two_at=time(20),
    awards_at=time(21),
    breaks_at=TIMES,
    breaks=(time(18, 30), time(19), time(19, 30), time(20, 30)),
    long_break_after=2,
    long_break_minutes=12,
)
TWO_DAYS = DayHours(
    held_on=PRIDE,
    phase_one_until=time(17),
    sessions=(SessionPlan(held_on=date(2026, 6, 28), starts_at=time(15), ends_at=time(17)),),
    phase_two_on=date(2026, 6, 28),
    breaks_at=TIMES,
    breaks=(time(16),),
    long_break_minutes=20,
)


def with_(hours, **changed):
    return DayHours(**{**vars(hours), **changed})


def minutes(hours):
    """Each break's start and minutes, such as "6:30 5"."""
    return [
        f"{rest.starts_at.astimezone(CHICAGO):%-I:%M} {(rest.ends_at - rest.starts_at) // MINUTE}"
        for rest in hours.rests()
    ]


def test_the_break_after_that_game_is_longer_and_the_others_stay():
    assert minutes(EVENING) == ["6:30 5", "7:00 12", "7:30 5", "8:30 5"]


def test_games_are_counted_through_all_sessions():
    assert minutes(with_(TWO_DAYS, long_break_after=1)) == ["4:00 20", "4:00 5"]
    assert minutes(with_(TWO_DAYS, long_break_after=3)) == ["4:00 5", "4:00 20"]


def test_a_game_that_no_break_follows_is_refused():
    for hours, game in ((EVENING, 4), (EVENING, 9), (TWO_DAYS, 2), (TWO_DAYS, 4)):
        refusal = with_(hours, long_break_after=game).why_no_long_break()
        assert refusal.startswith(f"No break follows game {game} of Phase I."), (hours, game)


def test_a_long_break_leaves_ten_minutes_to_the_game_after_it():
    assert with_(EVENING, long_break_minutes=20).why_no_long_break() == ""
    for game, at in ((2, "7:00"), (3, "7:30")):
        refusal = with_(EVENING, long_break_after=game, long_break_minutes=21).why_no_long_break()
        assert refusal.startswith(f"After the long break at {at} PM the next game has less than 10 minutes.")


evenings = st.builds(
    Evening,
    key=st.just(""),
    name=st.just(""),
    about=st.just(""),
    source=st.just(""),
    rounds=st.integers(1, 12),
    minutes=st.integers(10, 50),
    rest=st.integers(1, 15),
    long_after=st.integers(0, 13),
    long_rest=st.integers(1, 60),
    two=st.sampled_from((0, 60)),
    begins=st.just(time(10)),
    until=st.none() | st.sampled_from((time(12), time(14, 30))),
)


@given(evenings)
def test_an_evening_with_a_long_break_gives_each_round_its_minutes(evening):
    hours = DayHours(held_on=PRIDE, **evening.hours())

    assert hours.why_no_long_break() == ""
    (one,) = hours.spans()
    slots = round_slots(one, hours.rests())
    lasts = [(slot.whistle_at - slot.play_from) // MINUTE for slot in slots]
    assert len(lasts) == evening.held
    # The first round includes five minutes to be seated, and the last one lasts until the set time.
    assert set(lasts[1:-1]) <= {evening.minutes}
    assert min(lasts) >= evening.minutes
    rests = [(after.play_from - before.whistle_at) // MINUTE for before, after in pairwise(slots)]
    expected = [evening.rest] * len(rests)
    if 0 < evening.long_after <= len(expected):
        expected[evening.long_after - 1] = evening.long_rest
    assert rests == expected
