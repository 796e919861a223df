from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.game_lines import GameLine, SidesLine
from rules.competition.lots import draw
from rules.standings.standings import Decision, cut, rank
from rules.standings.tie_breaks import TIE_BREAKS


def won(
    winner: int, loser: int, units: tuple[int, int] = (3, 0), points: tuple[int, int] = (0, 0)
) -> GameLine[int]:
    """A game that ``winner`` won."""
    return GameLine(winner, loser, winner, units[0], units[1], points[0], points[1])


@st.composite
def days(draw_from: st.DrawFn) -> tuple[list[int], list[GameLine[int]]]:
    """Some teams with their games, byes and play-off hands; figures are small, so that ties are common."""
    teams = list(range(1, draw_from(st.integers(2, 8)) + 1))
    lines = []
    for _ in range(draw_from(st.integers(0, 14))):
        ns, ew = draw_from(st.permutations(teams))[:2]
        kind = draw_from(st.sampled_from(["game", "game", "game", "bye", "playoff"]))
        if kind == "bye":
            lines.append(GameLine(ns, None, ns, 3, kind="bye"))
            continue
        winner = draw_from(st.sampled_from([ns, ew, None]))
        units, points = draw_from(st.sampled_from([(3, 0), (3, 1), (0, 3)])), draw_from(st.integers(0, 1))
        lines.append(GameLine(ns, ew, winner, *units, points, 0, kind))
    return teams, lines


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        pytest.param(
            won(1, 8, (4, 1)), won(2, 9, (3, 0)), "units", id="hands as earned, not capped at three"
        ),
        pytest.param(
            won(1, 8, (3, 0)), won(2, 9, (3, 2)), "unit_difference", id="then the difference in hands"
        ),
        pytest.param(won(1, 8, (3, 1), (9, 0)), won(2, 9, (3, 1), (8, 0)), "points", id="then points"),
    ],
)
def test_the_chain_is_gone_through_from_the_left(first, second, key):
    ranked = rank([2, 1], [second, first])

    assert [(row.team, row.decided_by) for row in ranked] == [(1, None), (2, key)]


def test_the_certificate_names_the_cell_that_decided_and_both_figures():
    lines = [won(1, 3, points=(9, 0)), won(2, 3, points=(7, 0))]

    below = rank([1, 2, 3], lines)[1]

    assert below.certificate == Decision("points", above=9, below=7, among=(1, 2))
    assert dict(below.cells) == {
        "games_won": 1, "units": 3, "unit_difference": 3, "points": 7,
        "head_to_head": None, "playoff": None, "lot": None,
    }  # fmt: skip


def test_two_that_stay_tied_among_three_have_it_from_each_other():
    four = [won(1, 2), won(1, 3), won(4, 1), won(2, 3), won(2, 4), won(3, 4), won(4, 8), won(3, 8)]

    ranked = rank([1, 2, 3, 4], four, tie_breaks=("games_won", "head_to_head"))

    again = Decision("head_to_head", above=1, below=0, among=(1, 2))
    assert [(row.team, row.certificate) for row in ranked] == [
        (1, None),
        (2, again),
        (3, Decision("head_to_head", above=2, below=1, among=(1, 2, 3, 4))),
        (4, replace(again, among=(3, 4))),
    ]


def test_a_game_that_still_runs_is_no_meeting_and_no_play_off():
    lines = [GameLine(1, 2, None), GameLine(1, 2, None, kind="playoff")]

    ranked = rank([1, 2], lines)

    assert [row.rank for row in ranked] == [1, 1]
    assert {dict(row.cells)[key] for row in ranked for key in ("head_to_head", "playoff")} == {None}


def test_a_play_off_hand_settles_a_tie_and_adds_to_nothing_else():
    ranked = rank([1, 2], [GameLine(1, 2, 2, 1, 0, 7, 0, kind="playoff")])

    assert [(row.team, row.decided_by) for row in ranked] == [(2, None), (1, "playoff")]
    assert [(row.games, row.won, row.units_for, row.points) for row in ranked] == [(0, 0, 0, 0)] * 2


def playoff(winner: int, loser: int) -> GameLine[int]:
    return GameLine(winner, loser, winner, kind="playoff")


@pytest.mark.parametrize(
    ("lines", "lots", "ranks"),
    [
        pytest.param([playoff(1, 2)], {}, (1, 1, 1), id="a play-off that one of the tied has not played"),
        pytest.param([playoff(1, 2), playoff(3, 1), playoff(3, 2)], {}, (2, 3, 1), id="that all have played"),
        pytest.param(
            [won(3, 8), playoff(1, 3), playoff(3, 2)], {}, (2, 2, 1), id="against a team that is not tied"
        ),
        pytest.param([], {1: 1, 2: 0, 3: 2}, (2, 1, 3), id="a lot that all have drawn"),
        pytest.param([], {2: 0, 3: 1}, (1, 1, 1), id="a lot that one has not drawn"),
        pytest.param([won(1, 8)], {1: 2, 2: 0, 3: 1}, (1, 2, 3), id="games won come before the lot"),
        pytest.param([], {1: 1, 2: 2, 3: 1}, (1, 1, 1), id="equal places of two draws"),
    ],
)
def test_a_play_off_or_a_lot_decides_once_each_of_the_tied_has_taken_part(lines, lots, ranks):
    ranked = {row.team: row.rank for row in rank([1, 2, 3], lines, lots=lots)}

    assert ranked == dict(zip((1, 2, 3), ranks, strict=True))


def test_an_unknown_criterion_is_refused_by_name():
    with pytest.raises(ValueError, match="no criterion 'charm'"):
        rank([1], [], tie_breaks=("charm",))


def test_a_game_is_won_by_one_of_those_who_played_it():
    with pytest.raises(ValueError, match="one of the two"):
        GameLine(1, 2, 3)


@pytest.mark.parametrize(
    ("teams", "lines", "size", "through", "out", "unbroken", "places"),
    [
        pytest.param(3, [won(1, 2), won(1, 3), won(2, 3)], 2, (1, 2), (3,), (), 0, id="between two places"),
        pytest.param(4, [won(1, 8), won(1, 9)], 2, (1,), (), ((2, 3, 4),), 1, id="tied at the cutoff"),
        pytest.param(3, [won(1, 3), won(2, 3)], 2, (1, 2), (3,), ((1, 2),), 0, id="tied above it"),
        pytest.param(3, [won(1, 2), won(1, 3)], 1, (1,), (2, 3), (), 0, id="tied below it"),
        pytest.param(2, [won(1, 2)], 7, (1, 2), (), (), 0, id="fewer teams than places"),
    ],
)
def test_the_cut_says_who_is_through_who_is_out_and_what_is_still_tied(
    teams, lines, size, through, out, unbroken, places
):
    cutoff = cut(rank(list(range(1, teams + 1)), lines), size)

    assert (cutoff.through, cutoff.out, cutoff.unbroken, cutoff.places) == (through, out, unbroken, places)


@given(days(), st.randoms(use_true_random=False))
def test_the_order_in_which_facts_come_in_changes_nothing(day, random):
    shuffled_teams, shuffled_lines = (random.sample(each, len(each)) for each in day)

    assert rank(*day) == rank(shuffled_teams, shuffled_lines)


@given(days())
def test_what_decided_is_true_of_the_two_figures_and_of_nothing_earlier(day):
    teams, lines = day

    ranked = rank(teams, lines)

    for above, below in pairwise(ranked):
        if above.rank == below.rank:
            assert below.certificate is None
            continue
        decision = below.certificate
        assert decision.key == below.decided_by
        assert {above.team, below.team} <= set(decision.among)
        assert decision.above > decision.below
        earlier = TIE_BREAKS[: TIE_BREAKS.index(decision.key)]
        level = [key for key in earlier if key not in ("head_to_head", "playoff")]
        assert [dict(above.cells)[key] for key in level] == [dict(below.cells)[key] for key in level]


@given(days())
def test_a_full_draw_of_lots_leaves_nobody_tied(day):
    teams, lines = day
    lots = {team: place for place, team in enumerate(draw(teams, "seed"))}

    assert [row.rank for row in rank(teams, lines, lots=lots)] == list(range(1, len(teams) + 1))


# --- individuals -------------------------------------------------------------------------------------


def test_partners_of_one_game_have_both_won_it_with_all_its_hands():
    line = SidesLine(sides=((1, 2), (3, 4)), won=0, units=(3, 1), points=(7, 2))

    rows = rank([1, 2, 3, 4], [line])

    assert [(row.team, row.rank, row.won, row.units_for, row.units_against, row.points) for row in rows] == [
        (1, 1, 1, 3, 1, 7),
        (2, 1, 1, 3, 1, 7),
        (3, 3, 0, 1, 3, 2),
        (4, 3, 0, 1, 3, 2),
    ]


def test_of_four_who_play_alone_one_has_won_and_three_have_lost():
    line = SidesLine(sides=((1,), (2,), (3,), (4,)), won=2, units=(1, 0, 3, 2), points=(20, 5, 52, 31))

    rows = rank([1, 2, 3, 4], [line])

    assert [(row.team, row.games, row.won, row.units_against) for row in rows] == [
        (3, 1, 1, 2), (4, 1, 0, 3), (1, 1, 0, 3), (2, 1, 0, 3),
    ]  # fmt: skip


def test_a_partner_has_not_been_met():
    together = SidesLine(sides=((1, 2), (3, 4)), won=0, units=(3, 0), points=(3, 3))
    mixed = replace(together, sides=((1, 3), (2, 4)))
    again = replace(together, sides=((1, 4), (2, 3)), won=1, units=(0, 3))

    def met(lines):
        return {row.team: dict(row.cells)["head_to_head"] for row in rank([1, 2], lines)}

    assert met([together]) == {1: None, 2: None}
    assert met([together, mixed, again]) == {1: 1, 2: 1}


@pytest.mark.parametrize(
    "wrong", [{"sides": ((1, 2), (2, 3))}, {"units": (1, 2, 3)}, {"points": (1,)}, {"won": 2}, {"won": -1}]
)
def test_a_table_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match=r"\.$"):
        SidesLine(**({"sides": ((1, 2), (3, 4)), "won": 0, "units": (3, 1), "points": (7, 2)} | wrong))
