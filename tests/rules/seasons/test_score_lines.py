"""Lines of a workbook become games, from one side or from both, and disagreements are named."""

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.seasons.score_lines import ScoreLine, games_of


def line(row, one, other, *points, bostons=(0, 0)):
    return ScoreLine(row=row, teams=(one, other), points=points, bostons=bostons)


def week(seed):
    """A room of ten: everybody plays everybody once and one opponent twice, in random order."""
    chance = random.Random(seed)
    teams = chance.sample("abcdefghij", 10)
    pairs = [*combinations(teams, 2), *zip(teams[::2], teams[1::2], strict=True)]
    games = [tuple(chance.sample(pair, 2)) for pair in chance.sample(pairs, len(pairs))]
    return [
        line(row, *game, *chance.sample(range(-3, 12), 2), bostons=(chance.randint(0, 1), 0))
        for row, game in enumerate(games, 2)
    ]


def figures(lines):
    """The games as sorted figures for each team, so that order and side don't matter."""
    return sorted(sorted(zip(each.teams, each.points, each.bostons, strict=True)) for each in lines)


@given(st.integers(0, 10_000))
def test_a_week_is_the_same_from_one_side_and_from_both(seed):
    once = week(seed)
    both = [*once, *(each.from_the_other_side() for each in once)]
    random.Random(seed).shuffle(both)
    both = [line(row, *each.teams, *each.points, bostons=each.bostons) for row, each in enumerate(both, 2)]

    found = games_of(both)

    assert figures(games_of(once).games) == figures(found.games) == figures(once)
    assert (found.differ, found.unmatched, found.twice) == ((), (), ())


@given(st.integers(0, 10_000))
def test_a_changed_score_is_reported_with_the_line_it_contradicts(seed):
    once = week(seed)
    turned = [each.from_the_other_side() for each in once]
    wrong = turned[seed % len(turned)]
    turned[seed % len(turned)] = line(99, *wrong.teams, wrong.points[0] + 20, wrong.points[1])
    found = games_of([*once, *turned])

    assert len(found.games) == len(once) - 1
    assert [{each.teams for each in pair} for pair in found.differ] == [{wrong.teams, wrong.teams[::-1]}]


def test_one_game_is_one_game_however_often_it_is_given():
    ours, theirs = line(2, "a", "b", 7, 5), line(3, "b", "a", 5, 7)
    others = [line(4, "c", "d", 7, 1), line(5, "e", "f", 7, 2)]

    assert games_of([ours, theirs]).games == (ours,)
    assert games_of([ours, theirs, *others]).games == (ours, *others)
    again = line(3, "a", "b", 7, 5)
    assert games_of([ours, again, *others]).twice == ((ours, again),)
    assert games_of([ours, line(3, "b", "a", 6, 7), *others]).differ == ((ours, line(3, "b", "a", 6, 7)),)
    assert games_of([ours, again, *others], each_is_a_game=True).games == (ours, again, *others)


def test_a_missing_line_is_named_where_every_other_game_has_two():
    lines = [line(2, "a", "b", 7, 5), line(4, "c", "d", 7, 1)]
    alone = line(6, "a", "c", 7, 0)

    found = games_of([*lines, *(each.from_the_other_side() for each in lines), alone])

    assert found.unmatched == (alone,)
