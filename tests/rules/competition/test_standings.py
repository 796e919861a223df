from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.game_lines import GameLine, SidesLine
from rules.competition.lots import draw
from rules.competition.standings import Decision, cut, rank
from rules.competition.tie_breaks import TIE_BREAKS


def won(
    winner: int, loser: int, units: tuple[int, int] = (3, 0), points: tuple[int, int] = (0, 0)
) -> GameLine[int]:
    """A game that ``winner`` won."""
    return GameLine(winner, loser, winner, units[0], units[1], points[0], points[1])


def places(teams: list[int], lines: list[GameLine[int]], **how: object) -> dict[int, int]:
    return {row.team: row.rank for row in rank(teams, lines, **how)}  # type: ignore[arg-type]


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


def test_of_two_level_teams_the_one_that_beat_the_other_is_ahead():
    lines = [won(2, 1), won(1, 3)]

    ranked = rank([1, 2], lines, tie_breaks=("games_won", "head_to_head"))

    assert [(row.team, row.decided_by) for row in ranked] == [(2, None), (1, "head_to_head")]


def test_two_that_stay_level_among_three_have_it_from_each_other():
    four = [won(1, 2), won(1, 3), won(4, 1), won(2, 3), won(2, 4), won(3, 4), won(4, 8), won(3, 8)]
    tie_breaks = ("games_won", "head_to_head")

    ranked = rank([1, 2, 3, 4], four, tie_breaks=tie_breaks)

    assert [(row.team, row.decided_by) for row in ranked] == [
        (1, None),
        (2, "head_to_head"),
        (3, "head_to_head"),
        (4, "head_to_head"),
    ]
    assert ranked[1].certificate == Decision("head_to_head", above=1, below=0, among=(1, 2))
    assert ranked[2].certificate == Decision("head_to_head", above=2, below=1, among=(1, 2, 3, 4))


def test_a_game_that_still_runs_is_no_meeting_and_no_play_off():
    lines = [GameLine(1, 2, None), GameLine(1, 2, None, kind="playoff")]

    ranked = rank([1, 2], lines)

    assert [row.rank for row in ranked] == [1, 1]
    assert [value for row in ranked for key, value in row.cells if key in ("head_to_head", "playoff")] == [
        None
    ] * 4


def test_a_play_off_hand_settles_a_tie_and_adds_to_nothing_else():
    lines = [GameLine(1, 2, 2, 1, 0, 7, 0, kind="playoff")]

    ranked = rank([1, 2], lines)

    assert [(row.team, row.decided_by) for row in ranked] == [(2, None), (1, "playoff")]
    assert [(row.games, row.won, row.units_for, row.points) for row in ranked] == [(0, 0, 0, 0)] * 2


def test_a_play_off_decides_nothing_until_each_of_the_level_teams_has_played():
    first = GameLine(1, 2, 1, kind="playoff")
    second = GameLine(3, 1, 3, kind="playoff")
    third = GameLine(2, 3, 3, kind="playoff")

    assert places([1, 2, 3], [first]) == {1: 1, 2: 1, 3: 1}
    assert places([1, 2, 3], [first, second, third]) == {3: 1, 1: 2, 2: 3}


def test_a_play_off_hand_against_a_team_that_is_not_level_decides_nothing():
    lines = [won(3, 8), GameLine(1, 3, 1, kind="playoff"), GameLine(2, 3, 3, kind="playoff")]

    assert places([1, 2, 3], lines) == {3: 1, 1: 2, 2: 2}


def test_the_lot_is_the_last_resort_and_counts_once_all_have_drawn():
    assert places([1, 2], [], lots={2: 0, 1: 1}) == {2: 1, 1: 2}
    assert places([1, 2], [], lots={2: 0}) == {1: 1, 2: 1}
    assert places([1, 2], [won(1, 8)], lots={2: 0, 1: 1}) == {1: 1, 2: 2}


def test_equal_places_of_several_draws_leave_all_of_them_tied_so_that_one_lot_can_end_it():
    assert places([1, 2, 3], [], lots={1: 1, 2: 2, 3: 1}) == {1: 1, 2: 1, 3: 1}
    assert places([1, 2, 3], [], lots={1: 3, 2: 2, 3: 1}) == {3: 1, 2: 2, 1: 3}


def test_a_bye_counts_as_a_game_won_with_three_hands_and_no_points():
    bye = GameLine(1, None, 1, units_ns=3, kind="bye")

    row = rank([1], [bye])[0]

    assert (row.games, row.won, row.units_for, row.units_against, row.points) == (1, 1, 3, 0, 0)


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
    line = cut(rank(list(range(1, teams + 1)), lines), size)

    assert (line.through, line.out, line.unbroken, line.places) == (through, out, unbroken, places)


@given(days(), st.randoms(use_true_random=False))
def test_the_order_in_which_facts_come_in_changes_nothing(day, random):
    teams, lines = day
    shuffled_teams, shuffled_lines = teams[:], lines[:]
    random.shuffle(shuffled_teams)
    random.shuffle(shuffled_lines)

    assert rank(teams, lines) == rank(shuffled_teams, shuffled_lines)


@given(days())
def test_what_decided_is_true_of_the_two_figures_and_of_nothing_earlier(day):
    teams, lines = day

    ranked = rank(teams, lines)

    for above, below in pairwise(ranked):
        if above.rank == below.rank:
            assert below.certificate is None
            continue
        decision = below.certificate
        assert decision is not None
        assert decision.key == below.decided_by
        assert {above.team, below.team} <= set(decision.among)
        assert decision.above is not None
        assert decision.below is not None
        assert decision.above > decision.below
        earlier = TIE_BREAKS[: TIE_BREAKS.index(decision.key)]
        level = [key for key in earlier if key not in ("head_to_head", "playoff")]
        assert [dict(above.cells)[key] for key in level] == [dict(below.cells)[key] for key in level]


@given(days())
def test_a_full_draw_of_lots_leaves_nobody_level(day):
    teams, lines = day
    lots = {team: place for place, team in enumerate(draw(teams, "seed"))}

    assert [row.rank for row in rank(teams, lines, lots=lots)] == list(range(1, len(teams) + 1))


@given(days(), st.integers(0, 9))
def test_a_cut_parts_everybody_once(day, size):
    teams, lines = day

    line = cut(rank(teams, lines), size)

    straddling = line.unbroken[-1] if line.places else ()
    assert sorted((*line.through, *straddling, *line.out)) == teams
    assert len(line.through) + line.places == min(size, len(teams))
    assert 0 <= line.places <= max(len(straddling) - 1, 0)


# --- individuals -------------------------------------------------------------------------------------


def test_partners_of_one_game_have_both_won_it_with_all_its_hands():
    line = SidesLine(sides=((1, 2), (3, 4)), won=0, units=(3, 1), points=(7, 2))

    rows = {row.team: row for row in rank([1, 2, 3, 4], [line])}

    assert [rows[player].won for player in (1, 2, 3, 4)] == [1, 1, 0, 0]
    assert [(rows[player].units_for, rows[player].units_against) for player in (1, 3)] == [(3, 1), (1, 3)]
    assert [rows[player].points for player in (1, 2, 3, 4)] == [7, 7, 2, 2]
    assert [rows[player].rank for player in (1, 2, 3, 4)] == [1, 1, 3, 3]


def test_of_four_who_play_alone_one_has_won_and_three_have_lost():
    line = SidesLine(sides=((1,), (2,), (3,), (4,)), won=2, units=(1, 0, 3, 2), points=(20, 5, 52, 31))

    rows = rank([1, 2, 3, 4], [line])

    assert [row.team for row in rows] == [3, 4, 1, 2]
    assert [(row.games, row.won, row.units_against) for row in rows] == [
        (1, 1, 2),
        (1, 0, 3),
        (1, 0, 3),
        (1, 0, 3),
    ]


def test_a_partner_has_not_been_met():
    together = [SidesLine(sides=((1, 2), (3, 4)), won=0, units=(3, 0), points=(3, 3))]
    apart = [
        SidesLine(sides=((1, 3), (2, 4)), won=0, units=(3, 0), points=(3, 3)),
        SidesLine(sides=((1, 4), (2, 3)), won=1, units=(0, 3), points=(3, 3)),
    ]

    def met(lines):
        return {row.team: dict(row.cells)["head_to_head"] for row in rank([1, 2], lines)}

    assert met(together) == {1: None, 2: None}
    assert met([*together, *apart]) == {1: 1, 2: 1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"sides": ((1, 2), (2, 3))},
        {"units": (1, 2, 3)},
        {"points": (1,)},
        {"won": 2},
        {"won": -1},
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match=r"\.$"):
        SidesLine(**({"sides": ((1, 2), (3, 4)), "won": 0, "units": (3, 1), "points": (7, 2)} | wrong))
