from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.open_play import Held, WaitingEntrant, Why, next_games

NOW = datetime(2026, 6, 27, 21, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PACE = 20 * MINUTE
WHISTLE = NOW + 60 * MINUTE


def waits(team: int, minutes: int, standing: int = 0, **met: int) -> WaitingEntrant[int]:
    """A team, its minutes of waiting, and when it met others (``t3=10``: team 3, ten minutes ago)."""
    return WaitingEntrant(
        team,
        NOW - minutes * MINUTE,
        standing,
        {int(name[1:]): NOW - ago * MINUTE for name, ago in met.items()},
    )


def test_the_longest_wait_comes_first():
    line = [waits(1, 1), waits(2, 9), waits(3, 8), waits(4, 2)]

    called = next_games(line, [4], NOW, PACE, WHISTLE)

    assert called.games == ((4, (2, 3)),)
    assert called.held == (Held(4, Why.LONGER_WAIT), Held(1, Why.LONGER_WAIT))


def test_of_those_who_wait_the_nearest_in_standing_meet():
    line = [waits(1, 5, 0), waits(2, 5, 9), waits(3, 5, 1), waits(4, 5, 8)]

    called = next_games(line, [1, 2], NOW, PACE, WHISTLE)

    assert called.games == ((1, (1, 3)), (2, (2, 4)))


def test_no_two_meet_again_until_the_stated_wait_is_over():
    line = [waits(1, 5, t2=30), waits(2, 5)]

    called = next_games(line, [1], NOW, PACE, WHISTLE)
    later = next_games(line, [1], NOW + 30 * MINUTE, PACE, WHISTLE)

    assert called.games == ()
    assert called.held == (Held(1, Why.MET, NOW + 30 * MINUTE), Held(2, Why.MET, NOW + 30 * MINUTE))
    assert later.games == ((1, (1, 2)),)


def test_a_team_is_called_past_one_that_may_not_meet_anybody():
    line = [waits(1, 9, t2=5, t3=5), waits(2, 5), waits(3, 4)]

    called = next_games(line, [1, 2], NOW, PACE, WHISTLE)

    assert called.games == ((1, (2, 3)),)
    assert called.held == (Held(1, Why.MET, NOW + 55 * MINUTE),)


def test_no_game_is_called_that_cannot_finish_before_the_whistle():
    line = [waits(1, 5), waits(2, 3)]

    assert next_games(line, [1], NOW, PACE, NOW + PACE).games == ((1, (1, 2)),)
    late = next_games(line, [1], NOW, PACE, NOW + PACE - MINUTE)
    assert (late.games, late.held) == ((), (Held(1, Why.WHISTLE), Held(2, Why.WHISTLE)))


def test_the_organizer_sees_why_a_team_waits():
    assert next_games([waits(1, 5)], [1], NOW, PACE, WHISTLE).held == (Held(1, Why.ALONE),)
    assert next_games([waits(1, 5), waits(2, 5)], [], NOW, PACE, WHISTLE).held[0] == Held(1, Why.NO_TABLE)
    three = next_games([waits(1, 5), waits(2, 5), waits(3, 1)], [1, 2], NOW, PACE, WHISTLE)
    assert three.held == (Held(3, Why.ODD_ONE),)
    skipped = next_games(
        [waits(1, 9, t2=5, t3=5), waits(2, 5), waits(3, 4), waits(4, 1)], [1], NOW, PACE, WHISTLE
    )
    assert skipped.held[0] == Held(1, Why.NO_TABLE)
    assert all(why.value.endswith(".") for why in Why)


def test_a_game_more_is_worth_a_shorter_wait():
    # The two that waited longest could meet, but the rest have met each other.
    line = [waits(1, 9), waits(2, 8), waits(3, 5, t4=5), waits(4, 4)]

    called = next_games(line, [1, 2], NOW, PACE, WHISTLE)

    assert {frozenset(couple) for _, couple in called.games} in (
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
def test_every_team_is_called_once_or_told_why_not(line, tables):
    called = next_games(line, list(range(tables)), NOW, PACE, WHISTLE)

    playing = [team for _, couple in called.games for team in couple]
    assert sorted([*playing, *(held.team for held in called.held)]) == [one.team for one in line]
    assert len({table for table, _ in called.games}) == len(called.games) <= tables
    by_team = {one.team: one for one in line}
    for _, (one, other) in called.games:
        for first, second in ((one, other), (other, one)):
            met = by_team[first].last_met.get(second)
            assert met is None or met + timedelta(hours=1) <= NOW


@given(lines(), st.integers(1, 6))
def test_no_table_stays_empty_while_two_who_may_meet_wait(line, tables):
    called = next_games(line, list(range(tables)), NOW, PACE, WHISTLE)

    if len(called.games) < tables:
        held = [one for one in line if one.team in {waiting.team for waiting in called.held}]
        again = next_games(held, [0], NOW, PACE, WHISTLE)
        assert again.games == ()
