from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.movements import Kept
from rules.competition.pairing.open_play import Held, WaitingEntrant, Why
from rules.seating.known import OPEN_PLAY
from rules.seating.seating import WaitingFloor

NOW = datetime(2026, 6, 27, 21, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def waits(team: int, minutes: int, standing: int = 0, *, apart: int = 0, **met: int) -> WaitingEntrant[int]:
    """A team, its minutes of waiting, and when it met others (``t3=10``: team 3, ten minutes ago)."""
    last_met = {int(name[1:]): NOW - ago * MINUTE for name, ago in met.items()}
    return WaitingEntrant(
        team, NOW - minutes * MINUTE, standing, last_met, frozenset({apart} if apart else ())
    )


def next_games(waiting: list[WaitingEntrant[int]], tables: list[int], **own_tables: list[int]):
    """The games to call, and why the others wait, the longest wait first.

    ``t3=[1]``: team 3 needs a certain table, and of these table 1 is free.
    """
    floor = WaitingFloor(
        waiting=waiting,
        free=[Kept(table) for table in tables],
        now=NOW,
        rematch_after=60 * MINUTE,
        others_play=True,
        own_tables={int(name[1:]): tables for name, tables in own_tables.items()},
    )
    called = OPEN_PLAY.next_games(floor)
    return called.games, tuple(OPEN_PLAY.why_waiting(floor, called).values())


@pytest.mark.parametrize(
    ("waiting", "tables", "games", "held"),
    [
        pytest.param(
            [waits(1, 1), waits(2, 9), waits(3, 8), waits(4, 2)],
            [4],
            [(4, (2, 3))],
            [Held(4, Why.LONGER_WAIT), Held(1, Why.LONGER_WAIT)],
            id="the longest wait comes first",
        ),
        pytest.param(
            [waits(1, 1), waits(2, 9), waits(3, 8)],
            [4],
            [(4, (2, 3))],
            [Held(1, Why.ALONE)],
            id="one alone is left waiting",
        ),
        pytest.param(
            [waits(1, 5, 0), waits(2, 5, 9), waits(3, 5, 1), waits(4, 5, 8)],
            [1, 2],
            [(1, (1, 3)), (2, (2, 4))],
            [],
            id="of those who wait as long, the nearest in standing meet",
        ),
        pytest.param(
            [waits(1, 5, t2=30), waits(2, 5)],
            [1],
            [],
            [Held(1, Why.MET, NOW + 30 * MINUTE), Held(2, Why.MET, NOW + 30 * MINUTE)],
            id="they met half an hour ago",
        ),
        pytest.param([waits(1, 5, t2=60), waits(2, 5)], [1], [(1, (1, 2))], [], id="an hour ago"),
        pytest.param(
            [waits(1, 9, t2=5, t3=5), waits(2, 5), waits(3, 4)],
            [1, 2],
            [(1, (2, 3))],
            [Held(1, Why.MET, NOW + 55 * MINUTE)],
            id="past one that may not meet anybody",
        ),
        pytest.param(
            [waits(1, 9, t2=5, t3=5), waits(2, 5), waits(3, 4), waits(4, 1)],
            [1],
            [(1, (2, 3))],
            [Held(1, Why.NO_TABLE), Held(4, Why.LONGER_WAIT)],
            id="past one that may meet somebody who came later",
        ),
        pytest.param(
            [waits(1, 9, apart=2), waits(2, 8), waits(3, 1)],
            [1],
            [(1, (1, 3))],
            [Held(2, Why.NO_TABLE)],
            id="past one from whom the first is kept apart (Rulebook E-65)",
        ),
        pytest.param(
            [waits(1, 9, apart=2), waits(2, 8)],
            [1],
            [],
            [Held(1, Why.APART), Held(2, Why.APART)],
            id="only two who are kept apart",
        ),
        pytest.param([waits(1, 5)], [1], [], [Held(1, Why.ALONE)], id="nobody else waits"),
        pytest.param(
            [waits(1, 5), waits(2, 5)],
            [],
            [],
            [Held(1, Why.NO_TABLE), Held(2, Why.NO_TABLE)],
            id="no table is free",
        ),
        pytest.param(
            [waits(1, 5), waits(2, 5), waits(3, 1)],
            [1, 2],
            [(1, (1, 2))],
            [Held(3, Why.ODD_ONE)],
            id="an odd one",
        ),
    ],
)
def test_a_team_is_called_or_the_organizer_sees_why_it_waits(waiting, tables, games, held):
    assert next_games(waiting, tables) == (tuple(games), tuple(held))


def test_who_needs_a_certain_table_waits_until_it_is_free():
    waiting = [waits(1, 9), waits(2, 8), waits(3, 7), waits(4, 1)]

    assert next_games(waiting, [5], t1=[]) == (
        ((5, (2, 3)),),
        (Held(4, Why.ALONE), Held(1, Why.OWN_TABLE)),
    )
    assert next_games(waiting[:2], [5, 6], t2=[6]) == (((6, (1, 2)),), ())


def test_a_game_more_is_worth_a_shorter_wait():
    # The two that waited longest could meet, but the rest have met each other.
    waiting = [waits(1, 9), waits(2, 8), waits(3, 5, t4=5), waits(4, 4)]

    called, _ = next_games(waiting, [1, 2])

    assert {frozenset(couple) for _, couple in called} in (
        {frozenset((1, 3)), frozenset((2, 4))},
        {frozenset((1, 4)), frozenset((2, 3))},
    )


@st.composite
def lines(draw: st.DrawFn) -> list[WaitingEntrant[int]]:
    size = draw(st.integers(0, 10))
    return [
        WaitingEntrant(
            team,
            NOW - draw(st.integers(0, 30)) * MINUTE,
            draw(st.integers(0, 9)),
            {
                other: NOW - draw(st.integers(0, 120)) * MINUTE
                for other in draw(st.sets(st.integers(0, max(size - 1, 0)), max_size=4)) - {team}
            },
        )
        for team in range(size)
    ]


@given(lines(), st.integers(0, 6))
def test_every_team_is_called_or_hears_why_and_no_usable_table_is_empty(waiting, tables):
    called, kept = next_games(waiting, list(range(tables)))

    playing = [team for _, couple in called for team in couple]
    held = [one.team for one in kept]
    assert sorted([*playing, *held]) == [one.team for one in waiting]
    assert len({table for table, _ in called}) == len(called) <= tables
    by_team = {one.team: one for one in waiting}
    for _, couple in called:
        for first, second in permutations(couple):
            met = by_team[first].last_met.get(second)
            assert met is None or met + timedelta(hours=1) <= NOW
    if len(called) < tables:
        assert next_games([by_team[team] for team in held], [0])[0] == ()
