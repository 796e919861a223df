from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.clock import Span
from rules.competition.five_minutes import Forfeit, Late, call, late_hands

CALLED = datetime(2026, 6, 27, 20, 25, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BREAK = Span(CALLED + 5 * MINUTE, CALLED + 10 * MINUTE)

minutes = st.integers(0, 60).map(lambda number: CALLED + number * MINUTE)
arrivals = st.one_of(st.none(), minutes)
breaks = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 10)), max_size=3).map(
    lambda pairs: [
        Span(CALLED + start * MINUTE, CALLED + (start + length) * MINUTE) for start, length in pairs
    ]
)


def after(number: float) -> datetime:
    return CALLED + number * MINUTE


@pytest.mark.parametrize(
    ("seated", "at", "late"),
    [
        pytest.param(None, 4.9, Late(0, after(5)), id="nothing is lost before five minutes are over"),
        pytest.param(None, 5, Late(1, after(10)), id="a hand after five minutes"),
        pytest.param(None, 12, Late(2, after(15)), id="another after every further five"),
        pytest.param(None, 15, Late(3, None), id="the game at the third"),
        pytest.param(None, 90, Late(3, None), id="and no more than the game"),
        pytest.param(5, 20, Late(0, None), id="seated at the very last moment is in time"),
        pytest.param(7, 20, Late(1, None), id="sitting down stops the minutes"),
    ],
)
def test_what_a_late_team_has_lost(seated, at, late):
    seated_at = after(seated) if seated is not None else None

    assert late_hands(CALLED, seated_at, after(at)) == late


def test_the_five_minutes_stand_still_in_a_break():
    assert late_hands(CALLED + 2 * MINUTE, None, after(11), [BREAK]) == Late(0, after(12))


def test_a_hand_lost_goes_to_the_team_that_was_there():
    table = call(CALLED, after(1), None, after(11))

    assert table.forfeits == (Forfeit(1, after(5), "NS"), Forfeit(2, after(10), "NS"))
    assert (table.units, table.next_deadline, table.is_over) == ((2, 0), after(15), False)


def test_three_hands_lost_are_the_game():
    table = call(CALLED, None, after(0), after(60))

    assert (table.units, table.is_over, table.next_deadline) == ((0, 3), True, None)
    assert len(table.forfeits) == 3


def test_both_late_gains_nobody_anything_and_calls_the_referee():
    table = call(CALLED, None, None, after(6))

    assert table.forfeits == (Forfeit(1, after(5), None),)
    assert (table.units, table.needs_referee, table.next_deadline) == ((0, 0), True, after(10))


def test_of_two_late_teams_the_one_that_comes_first_gains_from_then_on():
    table = call(CALLED, after(7), None, after(16))

    assert [forfeit.to for forfeit in table.forfeits] == [None, "NS", "NS"]
    assert (table.units, table.is_over) == ((2, 0), False)


def test_two_teams_that_never_come_are_left_to_the_referee():
    table = call(CALLED, None, None, after(600))

    assert [forfeit.to for forfeit in table.forfeits] == [None, None, None]
    assert (table.is_over, table.next_deadline, table.needs_referee) == (False, None, True)


def test_after_a_break_in_mid_game_only_what_is_still_needed_can_be_lost():
    table = call(CALLED, after(0), None, after(60), needed=(1, 3))

    assert (table.units, table.is_over) == ((1, 0), True)


def test_both_in_time_lose_nothing():
    table = call(CALLED, after(5), after(2), after(60))

    assert (table.forfeits, table.next_deadline, table.needs_referee) == ((), None, False)


@given(arrivals, arrivals, breaks, st.lists(minutes, max_size=8))
def test_a_table_looked_at_often_and_one_looked_at_late_come_out_the_same(ns, ew, frozen, moments):
    end = after(400)
    seen: list[Forfeit] = []
    for at in [*sorted(moments), end]:
        # An arrival is not known before it happens.
        known_ns = ns if ns is not None and ns <= at else None
        known_ew = ew if ew is not None and ew <= at else None
        so_far = call(CALLED, known_ns, known_ew, at, frozen).forfeits
        assert list(so_far[: len(seen)]) == seen
        seen = list(so_far)

    assert tuple(seen) == call(CALLED, ns, ew, end, frozen).forfeits


@given(arrivals, arrivals, breaks, st.lists(minutes, max_size=8))
def test_a_pause_that_is_only_known_once_it_has_begun_changes_nothing_that_is_past(ns, ew, pauses, moments):
    seen: list[Forfeit] = []
    for at in [*sorted(moments), after(400)]:
        known = [
            pause if pause.ends_at <= at else Span(pause.starts_at)
            for pause in pauses
            if pause.starts_at <= at
        ]
        known_ns = ns if ns is not None and ns <= at else None
        known_ew = ew if ew is not None and ew <= at else None
        so_far = call(CALLED, known_ns, known_ew, at, known).forfeits
        assert list(so_far[: len(seen)]) == seen
        seen = list(so_far)

    assert tuple(seen) == call(CALLED, ns, ew, after(400), pauses).forfeits


@given(arrivals, arrivals, breaks, minutes)
def test_no_hand_is_lost_early_or_twice_and_never_by_a_team_that_is_there(ns, ew, frozen, at):
    table = call(CALLED, ns, ew, at, frozen)

    assert [forfeit.step for forfeit in table.forfeits] == list(range(1, len(table.forfeits) + 1))
    for forfeit in table.forfeits:
        assert CALLED + 5 * forfeit.step * MINUTE <= forfeit.due_at <= at
        late = {"NS": ns is None or ns > forfeit.due_at, "EW": ew is None or ew > forfeit.due_at}
        assert any(late.values())
        assert forfeit.to is None or not late[forfeit.to]
    assert table.next_deadline is None or table.next_deadline > at


@given(arrivals, breaks, minutes)
def test_one_team_alone_loses_what_the_table_says(seated_at, frozen, at):
    table = call(CALLED, CALLED, seated_at, at, frozen)

    assert late_hands(CALLED, seated_at, at, frozen) == Late(table.units[0], table.next_deadline)
