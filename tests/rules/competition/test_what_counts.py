"""What counts in the standings: the value of a bye, and each team's best games. Rulebook E-91 to E-93."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.game_lines import GameLine, SidesLine
from rules.standings.standings import rank, rankings
from rules.standings.what_counts import (
    AVERAGE,
    BOTH,
    BYES,
    CHAIR,
    NOBODY,
    NOTHING,
    OWN,
    SUBSTITUTES,
    WIN,
    WhatCounts,
    best_games,
    counts_for,
)

ORDERS = (
    ("games_won", "units", "points"),
    ("points", "games_won"),
    ("unit_difference", "points", "games_won"),
    ("win_rate", "units"),
)


def bye(team, round_=1):
    return GameLine(team, None, team, 3, kind="bye", round=round_)


def won(winner, loser, units=(3, 0), points=(9, 2), round_=1):
    return GameLine(winner, loser, winner, *units, *points, round=round_)


@st.composite
def days(draw):
    """Some rounds of five teams: two games, each finished or not, and a bye."""
    lines = []
    for number in range(draw(st.integers(1, 5))):
        one, two, three, four, rests = draw(st.permutations(range(1, 6)))
        for ns, ew in ((one, two), (three, four)):
            figures = draw(st.tuples(*[st.integers(0, 4)] * 2, *[st.integers(-2, 9)] * 2))
            lines.append(GameLine(ns, ew, draw(st.sampled_from([ns, ew, None])), *figures, round=number))
        lines.append(bye(rests, number))
    return lines


def figures(row):
    return row.games, row.won, row.units_for, row.units_against, row.points, row.points_against


HALVES = [won(2, 3, (3, 0), (8, 0)), won(4, 5, (4, 1), (-9, 0))]
NOBODY_YET = [GameLine(2, 3, None, 2, 1, 9, 4, round=1), won(4, 5, round_=2)]
WON = [
    won(2, 3, (3, 0), (9, 2)),
    won(4, 5, (4, 1), (11, 2)),
    won(6, 7, (3, 2), (9, 2)),
    won(8, 9, (9, 9), (99, 9), round_=2),
]
# Each of two winning partners counts.
PARTNERS = [
    SidesLine(((2, 3), (4, 5)), 0, (3, 1), (9, 2), round=1),
    SidesLine(((6, 7), (8, 9)), 1, (2, 4), (5, 12), round=1),
]


@pytest.mark.parametrize(
    ("byes", "lines", "counts"),
    [
        pytest.param(WIN, WON, (1, 1, 3, 0, 0, 0), id="a win: three hands and no points"),
        pytest.param(NOTHING, WON, (0, 0, 0, 0, 0, 0), id="nothing"),
        pytest.param(
            AVERAGE, WON, (1, 1, 3, 1, 10, 2), id="the average of the winners, to the nearest number"
        ),
        pytest.param(AVERAGE, HALVES, (1, 1, 4, 1, 0, 0), id="an average of halves is rounded up"),
        pytest.param(
            AVERAGE, NOBODY_YET, (1, 1, 3, 0, 0, 0), id="as usual while nobody of the round has won"
        ),
        pytest.param(AVERAGE, PARTNERS, (1, 1, 4, 2, 11, 4), id="the average of the winning partners"),
        pytest.param(OWN, WON, (1, 1, 3, 0, 0, 0), id="as usual before its own first game is over"),
    ],
)
def test_a_bye_counts_what_the_event_says(byes, lines, counts):
    (row,) = rank([1], [*lines, bye(1)], what=WhatCounts(byes))

    assert figures(row) == counts


def test_a_bye_counts_as_a_game_won_with_the_average_of_ones_own_games():
    over = [won(2, 1, (3, 2), (9, 4), round_=2), won(1, 3, (3, 1), (7, 0), round_=3)]
    still_played = GameLine(1, 4, None, 9, 9, 99, 99, round=4)

    (row,) = rank([1], [bye(1), *over, still_played], what=WhatCounts(OWN))

    # Two and a half hands to two, five and a half points to four and a half, and half of them is rounded up.
    assert figures(row) == (3, 2, 2 + 3 + 3 + 9, 3 + 1 + 2 + 9, 4 + 7 + 6 + 99, 9 + 0 + 5 + 99)


@pytest.mark.parametrize(("points", "average"), [((-9, -4), -6), ((-3, -3), -3)])
def test_where_fewer_points_win_a_bye_scores_no_better_than_ones_own_games(points, average):
    games = [won(1, 2, (0, 0), (each, -9), round_=number) for number, each in enumerate(points, start=2)]

    (row,) = rank([1], [bye(1), *games], what=WhatCounts(OWN))

    assert row.points == sum(points) + average


def test_for_people_each_ones_own_points_are_in_the_average():
    game = SidesLine(((1, 2), (3, 4)), 0, (0, 0), (9, 2), round=2, own=((1, 3),))

    rows = rank([1, 2], [bye(1), bye(2), game], tie_breaks=("scored",), what=WhatCounts(OWN))

    assert [(row.team, row.points) for row in rows] == [(1, 24), (2, 18)]


@given(days())
def test_with_nothing_for_a_bye_a_team_has_what_its_games_give(lines):
    games = [line for line in lines if line.kind != "bye"]

    assert rank(range(1, 6), lines, what=WhatCounts(NOTHING)) == rank(range(1, 6), games)


def alone(share):
    """A game of team 1 with this share."""
    winner = 1 if share.is_won else 2 if share.is_over else None
    return GameLine(1, 2, winner, share.units, share.units_against, share.points, share.points_against)


@given(days(), st.sampled_from(ORDERS[:3]), st.integers(1, 6))
def test_no_other_choice_of_games_would_rank_a_team_higher(lines, order, most):
    mine = [share for line in lines for share in line.shares if share.team == 1]

    def cells(shares, **what):
        (row,) = rank([1], list(map(alone, shares)), tie_breaks=order, **what)
        return [value for _, value in row.cells]

    many = min(most, len(mine))
    assert len(best_games(mine, order, most)) == many
    assert cells(mine, what=WhatCounts(best_of=most)) == max(map(cells, combinations(mine, many)))


@given(days(), st.sampled_from(ORDERS), st.sampled_from(sorted(BYES)))
def test_as_many_best_games_as_a_team_has_played_are_all_of_them(lines, order, byes):
    every = rank(range(1, 6), lines, tie_breaks=order, what=WhatCounts(byes))

    assert rank(range(1, 6), lines, tie_breaks=order, what=WhatCounts(byes, best_of=5)) == every


def test_a_game_that_does_not_count_is_still_a_meeting():
    lines = [won(1, 2, (1, 0), (0, 0)), won(1, 3), won(2, 3)]

    rows = rank([1, 2], lines, tie_breaks=("games_won", "head_to_head"), what=WhatCounts(best_of=1))

    assert [(row.team, row.won, row.decided_by) for row in rows] == [(1, 1, None), (2, 1, "head_to_head")]


def test_each_order_has_its_own_best_games():
    lines = [won(1, 2, (3, 0), (2, 0)), won(3, 1, (3, 2), (9, 8), round_=2)]
    orders = (("games_won", "points"), ("points", "games_won"))

    tables = rankings([1], lines, orders, what=WhatCounts(best_of=1))

    assert [(row.won, row.points) for (row,) in tables] == [(1, 2), (0, 8)]


@pytest.mark.parametrize(
    ("what", "sentences"),
    [
        (WhatCounts(), ()),
        (WhatCounts(NOTHING), ("A bye counts for nothing.",)),
        (
            WhatCounts(AVERAGE, 5),
            ("A bye counts as the average of the round’s winners.", "Your best 5 games count."),
        ),
        (WhatCounts(best_of=1), ("Your best game counts.",)),
        (WhatCounts(substitutes=NOBODY), (SUBSTITUTES[NOBODY],)),
        (
            WhatCounts(extra_hand=True),
            ("After a tie one more hand decides the game and adds what it scores.",),
        ),
    ],
)
def test_what_differs_from_the_usual_is_said(what, sentences):
    assert what.sentences == sentences


@given(days(), st.sampled_from([CHAIR, BOTH, NOBODY]), st.sampled_from(ORDERS), st.integers(0, 2))
def test_a_substitute_changes_only_the_lines_of_the_two_teams_involved(day, kind, order, most):
    """The first team of the first game has a substitute whose own team has the bye of the round."""
    game, bye_line = day[0], day[2]
    helped = [replace(game, elsewhere=((game.ns, counts_for(game.ns, bye_line.ns, kind)),)), *day[1:]]

    before, after = (
        {row.team: row for row in rank(range(1, 6), lines, tie_breaks=order, what=WhatCounts(best_of=most))}
        for lines in (day, helped)
    )

    changed = {team for team in before if figures(before[team]) != figures(after[team])}
    assert changed <= {CHAIR: set(), BOTH: {bye_line.ns}, NOBODY: {game.ns}}[kind]
    if not most and kind == BOTH:
        assert after[bye_line.ns].points == before[bye_line.ns].points + game.points_ns
    if not most and kind == NOBODY:
        assert after[game.ns].points == before[game.ns].points - game.points_ns
