"""The bubble, compared with every way in which a small day can end."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.competition.game_lines import GameLine, SidesLine
from rules.standings.bubble import EDGE, NEXT, OPEN, OUT, THROUGH, outlooks
from rules.standings.standings import rank
from rules.standings.tie_breaks import TIE_BREAKS
from rules.standings.what_counts import AVERAGE, NOTHING, USUAL, WhatCounts

ORDERS = (
    TIE_BREAKS,
    ("games_won", "lot"),
    ("win_rate", "games_won", "unit_difference"),
    ("units", "head_to_head", "points"),
    ("games_won", "buchholz", "units"),
)
# Possible results of a game: the winner's units, the loser's, and both sides' points.
RESULTS = ((3, 0, 9, 0), (1, 0, 4, 6))


def won(winner, loser, units=(3, 0)):
    return GameLine(winner, loser, winner, *units)


def outlooks_of(teams, lines, *, places, rounds_left=0, tie_breaks=TIE_BREAKS, what=USUAL):
    running = [((line.ns,), (line.ew,)) for line in lines if line.kind == "game" and line.winner is None]
    ranked = rank(teams, lines, tie_breaks=tie_breaks, what=what)
    return outlooks(ranked, running, places=places, rounds_left=rounds_left, what=what)


def ended(line: GameLine) -> Iterator[GameLine]:
    """Every possible end of a running game, including none."""
    yield line
    for more, less, points, theirs in RESULTS:
        yield GameLine(line.ns, line.ew, line.ns, line.units_ns + more, line.units_ew + less, points, theirs)
        yield GameLine(line.ns, line.ew, line.ew, line.units_ns + less, line.units_ew + more, theirs, points)


def rounds(teams: tuple[int, ...]) -> Iterator[list[GameLine]]:
    """Every possible next round: some teams meet, others have a bye or rest."""
    if not teams:
        yield []
        return
    first, *rest = teams
    for others in rounds(tuple(rest)):
        yield others
        yield [GameLine(first, None, first, 3, kind="bye"), *others]
    for other in rest:
        left = tuple(team for team in rest if team != other)
        for others in rounds(left):
            for line in list(ended(GameLine(first, other, None)))[1:]:
                yield [line, *others]


def ends(teams, lines, rounds_left, newcomers=()) -> Iterator[list[GameLine]]:
    """Every possible end of the day."""
    running = [line for line in lines if line.winner is None]
    over = [line for line in lines if line.winner is not None]
    for results in product(*(list(ended(line)) for line in running)):
        if not rounds_left:
            yield [*over, *results]
            continue
        for later in rounds((*teams, *newcomers)):
            yield [*over, *results, *later]


@st.composite
def days(draw):
    """Three or four teams in the middle of a day: finished games, running games, perhaps a round to come."""
    teams = list(range(1, draw(st.integers(3, 4)) + 1))
    lines = []
    for _ in range(draw(st.integers(0, 6))):
        one, other = draw(st.permutations(teams))[:2]
        bye = GameLine(one, None, one, 3, kind="bye")
        lines.append(draw(st.sampled_from([won(one, other), won(one, other, (4, 2)), bye])))
    rounds_left = draw(st.integers(0, 1))
    seats = draw(st.permutations(teams))
    for one, other in [(0, 1), (2, 3)][: draw(st.integers(0, 2 - rounds_left))]:
        if other < len(teams):
            lines.append(GameLine(seats[one], seats[other], None, draw(st.integers(0, 2)), 0))
    return teams, lines, rounds_left


def at_the_end(ranked, places):
    """Each team's row, whether it may be among the first ``places``, and whether it may not."""
    ranks = [row.rank for row in ranked]
    for row in ranked:
        yield row, row.rank <= places, row.rank - 1 + ranks.count(row.rank) > places


OTHERWISE = (WhatCounts(NOTHING), WhatCounts(AVERAGE), WhatCounts(best_of=1), WhatCounts(AVERAGE, 2))


@pytest.mark.slow
@pytest.mark.parametrize("counts", [(USUAL,), OTHERWISE], ids=["as usual", "otherwise"])
@given(days(), st.sampled_from(ORDERS), st.integers(1, 2), st.data())
def test_a_certain_outcome_holds_however_the_day_ends(counts, day, tie_breaks, places, data):
    """All games are in one round, so a bye's average changes with each of them."""
    teams, lines, rounds_left = day
    what = data.draw(st.sampled_from(counts))
    late = (99,) if rounds_left and len(teams) == 3 else ()

    def wins(lines):
        return {row.team: row.won for row in rank((*teams, *late), lines, what=replace(what, best_of=0))}

    now = [replace(line, round=1) for line in lines]
    found = outlooks_of(teams, now, places=places, rounds_left=rounds_left, tie_breaks=tie_breaks, what=what)
    before, playing = wins(now), {team for line in now if not line.winner for team in (line.ns, line.ew)}
    assert [found[team].left for team in teams] == [rounds_left + (team in playing) for team in teams]
    for end in ends(teams, lines, rounds_left, late):
        played = [replace(line, round=1) for line in end]
        after, ranked = wins(played), rank((*teams, *late), played, tie_breaks=tie_breaks, what=what)
        for row, may_be_in, may_be_out in at_the_end(ranked, places):
            if row.team in late:
                continue
            mine, more = found[row.team], after[row.team] - before[row.team]
            assert not (mine.chance == THROUGH and may_be_out)
            assert not (mine.chance in (OUT, NEXT) and may_be_in)
            assert not (mine.sure is not None and more >= mine.sure and may_be_out)
            assert not (more < mine.needs and may_be_in)


@given(days(), st.integers(1, 2))
def test_with_only_games_that_run_to_come_all_that_is_certain_is_said(day, places):
    teams, lines, _ = day

    found = outlooks_of(teams, lines, places=places, tie_breaks=("games_won", "lot"))

    all_ends = [
        each
        for end in ends(teams, lines, 0)
        for each in at_the_end(rank(teams, end, tie_breaks=("games_won", "lot")), places)
    ]
    surely_in = set(teams) - {row.team for row, _, may_be_out in all_ends if may_be_out}
    surely_out = set(teams) - {row.team for row, may_be_in, _ in all_ends if may_be_in}
    assert {team for team in teams if found[team].chance == THROUGH} == surely_in
    assert {team for team in teams if found[team].chance in (OUT, NEXT)} == surely_out


def test_two_who_play_each_other_can_not_both_pass_a_third():
    # All have met. 1 has won two games, 2 and 3 one each, and they play each other now. Two go through.
    lines = [won(1, 2), won(1, 3), won(2, 4), won(3, 4), GameLine(2, 3, None)]

    found = outlooks_of([1, 2, 3, 4], lines, places=2)

    assert {team: found[team].chance for team in found} == {1: THROUGH, 2: EDGE, 3: EDGE, 4: OUT}
    assert (found[2].sure, found[2].needs, found[2].left) == (1, 0, 1)


def test_where_nobody_knows_how_many_games_are_left_nothing_is_certain():
    lines = [won(1, 2), won(1, 3), won(1, 4), won(2, 3), won(2, 4)]

    found = outlooks_of([1, 2, 3, 4], lines, places=1, rounds_left=None)

    assert {each.chance for each in found.values()} == {EDGE, OPEN}
    assert {each.left for each in found.values()} == {None}


def test_once_all_is_played_the_first_below_the_line_is_next_in_line():
    found = outlooks_of([1, 2, 3, 4], [won(1, 2), won(1, 3), won(2, 3), won(3, 4), won(2, 4)], places=2)

    assert [found[team].chance for team in (1, 2, 3, 4)] == [THROUGH, THROUGH, NEXT, OUT]


def test_of_partners_for_one_game_both_win_it_or_neither_does():
    lines = [
        SidesLine(((1, 2), (3, 4)), 0, (3, 0), (3, 0)),
        SidesLine(((1, 3), (2, 4)), None, (0, 0), (0, 0)),
    ]
    ranked = rank([1, 2, 3, 4], lines, tie_breaks=("games_won", "lot"))

    found = outlooks(ranked, [((1, 3), (2, 4))], places=2, rounds_left=0)

    # If 1 and 3 win, 2 and 3 tie for second place; if 2 and 4 win, 1 and 4 do.
    assert [(found[team].chance, found[team].sure, found[team].needs) for team in (1, 2, 3, 4)] == [
        (EDGE, 1, 0), (EDGE, 1, 0), (EDGE, None, 1), (EDGE, None, 1),
    ]  # fmt: skip


@given(days(), st.sampled_from(["both", "nobody"]))
@settings(max_examples=20)
def test_nothing_is_certain_early_where_substitutes_earn_for_other_teams(day, substitutes):
    teams, lines, rounds_left = day
    what = WhatCounts(substitutes=substitutes)

    found = outlooks_of(teams, lines, places=1, rounds_left=rounds_left or 1, what=what)

    assert {mine.chance for mine in found.values()} <= {EDGE, OPEN}
