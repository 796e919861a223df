"""A series: whose points count, the order, and who qualifies (Rulebook C-2 to C-8)."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seasons.series import PLACES, POINTS, WINS, Finish, SeriesRule, series_table

FIVE = (5, 3, 1)


def places(**who):
    """Finishes from each person's places, event by event; 0 means absent."""
    return [
        Finish(who=name, event=event, place=place)
        for name, row in who.items()
        for event, place in enumerate(row)
        if place
    ]


def table(rule, finishes, fields=None):
    events = range(max(each.event for each in finishes) + 1)
    return series_table(rule, fields or dict.fromkeys(events, 9), finishes)


@pytest.mark.parametrize(
    ("rule", "finishes", "expected"),
    [
        pytest.param(
            SeriesRule(table=FIVE, below=1),
            places(Ann=[1, 4], Bo=[2, 2], Cy=[9]),
            [(1, "Ann", 6, ""), (2, "Bo", 6, "won"), (3, "Cy", 1, "points")],
            id="the points of the places, and what everybody gets",
        ),
        pytest.param(
            SeriesRule(table=(6, 4, 3, 2)),
            places(Ann=[1, 0, 0], Bo=[2, 4, 0], Cy=[3, 3, 0], Di=[0, 3, 3]),
            [(1, "Ann", 6, ""), (2, "Bo", 6, "won"), (3, "Cy", 6, "best"), (3, "Di", 6, "equal")],
            id="ties go to more events won, then to the best event, then the place is shared",
        ),
    ],
)
def test_places_earn_series_points_and_better_events_break_ties(rule, finishes, expected):
    rows = table(rule, finishes)

    assert [(row.rank, row.who, row.points, row.decided_by) for row in rows] == expected


@pytest.mark.parametrize(
    ("counting", "points"), [("wins", 3), ("points", 41)], ids=["games won", "own points"]
)
def test_wins_and_own_points_are_added_up_as_they_are(counting, points):
    finishes = [
        Finish(who="Ann", event=0, place=7, won=2, points=40),
        Finish(who="Ann", event=1, place=7, won=1, points=1),
    ]

    assert table(SeriesRule(counting=counting), finishes)[0].points == points


def test_only_the_best_events_count_and_of_equal_ones_the_earlier():
    [row] = table(SeriesRule(table=FIVE, best=2), places(Ann=[2, 1, 2]))

    assert [each.event for each in row.counts] == [0, 1]
    assert [each.event for each in row.dropped] == [2]
    assert (row.points, row.best, row.events_won, row.events) == (8, 5, 1, 3)


def test_an_event_with_too_few_counts_neither_for_points_nor_as_attended():
    rule = SeriesRule(table=FIVE, least_field=8)

    [row] = table(rule, places(Ann=[1, 1]), fields={0: 7, 1: 8})

    assert (row.points, row.events) == (5, 1)


def test_who_was_there_too_seldom_does_not_qualify_and_the_next_one_does():
    rule = SeriesRule(table=FIVE, least_events=2, qualify=1)

    rows = table(rule, places(Ann=[1, 0], Bo=[2, 3], Cy=[3, 2]))

    assert [(row.who, row.needs, row.qualifies) for row in rows] == [
        ("Ann", 1, False),
        ("Bo", 0, True),
        ("Cy", 0, True),  # Tied with the last who qualifies.
    ]


@given(
    finishes=st.lists(
        st.builds(
            Finish,
            who=st.integers(1, 5),
            event=st.integers(0, 4),
            place=st.integers(1, 6),
            won=st.integers(0, 4),
            points=st.integers(-20, 60),
        ),
        unique_by=lambda each: (each.who, each.event),
    ),
    rule=st.builds(
        SeriesRule,
        counting=st.sampled_from((PLACES, WINS, POINTS)),
        table=st.just(FIVE),
        best=st.integers(0, 4),
        least_field=st.integers(0, 6),
        least_events=st.integers(0, 3),
        qualify=st.integers(0, 5),
    ),
    fields=st.lists(st.integers(2, 9), min_size=5, max_size=5),
)
def test_a_table_counts_the_best_in_order_for_any_order_of_facts(finishes, rule, fields):
    rows = series_table(rule, dict(enumerate(fields)), finishes)
    again = series_table(rule, dict(enumerate(fields)), finishes[::-1])

    def figures(rows):
        return {(row.who, row.rank, row.points, row.qualifies) for row in rows}

    assert figures(rows) == figures(again)
    for one, two in pairwise(rows):
        better, worse = ((row.points, row.events_won, row.best) for row in (one, two))
        assert better >= worse
        assert (one.rank == two.rank) == (better == worse)
    for row in rows:
        assert row.points == sum(each.points for each in row.counts)
        assert min(each.points for each in row.counts) >= max(
            (each.points for each in row.dropped), default=-999
        )
        assert not rule.best or len(row.counts) <= rule.best
    able = [row for row in rows if not row.needs]
    if rule.qualify:
        assert sum(row.qualifies for row in able) >= min(rule.qualify, len(able))
