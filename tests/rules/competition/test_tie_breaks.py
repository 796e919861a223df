"""The tie-breaks that an event may choose, their explanations, and strengths from published tables."""

from collections import Counter

import pytest

from rules.competition.game_lines import GameLine
from rules.games import all_games, find_ruleset
from rules.standings.opponents import buchholz, median_buchholz, sonneborn_berger
from rules.standings.standings import rank
from rules.standings.tie_breaks import (
    CRITERIA,
    LAST_TWO,
    TIE_BREAKS,
    offered,
    order_in_words,
    own_order,
    settled_by_figures,
    tie_breaks_of,
)

FAHRENHEIT = find_ruleset("fahrenheit")

# The final table of a Swiss tournament of nine: seven rounds, no draws, one bye in each round. A tenth player
# never came, so each opponent had a bye. MSO 2021, Frisian draughts: https://playstrategy.org/swiss/EY1k6otN.
# For each player: whom they beat, their byes, and the published Sonneborn-Berger score, halved because a game
# counts two there.
DRAUGHTS = {
    "derarzt": (("matt", "ayala", "rapha", "berserk", "irina", "mega", "fun"), 0, 26),
    "ayala": (("manka", "mega", "rapha", "berserk", "irina"), 1, 17),
    "rapha": (("mega", "irina", "manka", "matt", "berserk"), 0, 15),
    "irina": (("berserk", "fun", "matt", "mega"), 0, 11),
    "berserk": (("matt", "manka"), 1, 5),
    "mega": (("manka", "fun"), 1, 4),
    "matt": (("fun", "manka"), 1, 4),
    "manka": (("fun",), 1, 2),
    "fun": ((), 2, 0),
}

# FIDE's exercise on tie-breaks, March 18, 2024: https://tec.fide.com/2024/03/18/tie-break-exercise/ Points,
# and for each player the opponents with the result (1, ½ or 0) without byes, and the published sum.
FIDE_POINTS = {
    1: 3.5, 2: 4, 3: 3.5, 4: 3.5, 5: 2.5, 6: 3, 7: 1.5, 8: 2.5, 9: 1.5, 10: 1, 11: 2.5, 13: 1.5, 14: 2,
    15: 2, 16: 3.5,
}  # fmt: skip
FIDE_MET = {
    1: ([(9, 1), (13, 0.5), (2, 0.5), (15, 1), (4, 0.5)], 12.5),
    2: ([(10, 1), (7, 1), (1, 0.5), (16, 1), (3, 0.5)], 13),
    3: ([(11, 0.5), (6, 1), (8, 1), (4, 0.5), (2, 0.5)], 15.5),
    5: ([(13, 0), (15, 0), (11, 1), (7, 0.5), (10, 1)], 8.5),
    8: ([(16, 0.5), (14, 1), (3, 0), (13, 1), (6, 0)], 13.5),
}


def won(winner, loser, **how) -> GameLine:
    return GameLine(winner, loser, winner, units_ns=3, **how)


def draughts() -> list[GameLine]:
    games = [won(one, other) for one, (beaten, _, _) in DRAUGHTS.items() for other in beaten]
    byes = [
        GameLine(one, None, one, 3, kind="bye") for one, (_, byes, _) in DRAUGHTS.items() for _ in range(byes)
    ]
    return games + byes


def cells(lines, key, teams=None, **how):
    teams = teams or {share.team for line in lines for share in line.shares}
    return {
        row.team: dict(row.cells)[key] for row in rank(teams, lines, tie_breaks=("games_won", key), **how)
    }


def test_the_strength_of_those_beaten_is_that_of_a_published_table():
    games = Counter(team for line in draughts() if line.ew for team in (line.ns, line.ew))

    mean = cells(draughts(), "sonneborn_berger")

    assert {one: mean[one] * games[one] for one in DRAUGHTS} == pytest.approx(
        {one: published for one, (_, _, published) in DRAUGHTS.items()}
    )


def test_the_strength_of_opponents_is_that_of_fides_exercise():
    for met, answer in FIDE_MET.values():
        assert buchholz(met, FIDE_POINTS) * 5 == pytest.approx(answer)


def test_the_median_leaves_out_the_best_and_the_worst_of_three_or_more():
    met = FIDE_MET[3][0]

    assert median_buchholz(met, FIDE_POINTS) * 3 == 15.5 - 4 - 2.5
    assert median_buchholz(met[:2], FIDE_POINTS) == buchholz(met[:2], FIDE_POINTS)
    strengths = (buchholz, median_buchholz, sonneborn_berger)
    assert [strength([], FIDE_POINTS) for strength in strengths] == [0, 0, 0]


def test_a_bye_has_no_opponent_and_neither_helps_nor_harms():
    lines = [won(1, 2), won(3, 4), GameLine(1, None, 1, 3, kind="bye"), won(3, 9), won(9, 8)]

    assert [row.team for row in rank([1, 3], lines, tie_breaks=("games_won", "buchholz"))] == [3, 1]
    assert cells(lines, "buchholz", [1, 3]) == {1: 0, 3: 0.5}


def test_an_opponent_whose_only_game_counts_for_nobody_has_won_nothing():
    lines = [won(2, 1, elsewhere=((2, ()),)), won(1, 3)]

    (row,) = rank([1], lines, tie_breaks=("buchholz",))

    assert row.cells == (("buchholz", 0),)


@pytest.mark.parametrize(
    ("key", "counted", "first"),
    [
        pytest.param("bostons", {2: 1}, 2, id="more Bostons"),
        pytest.param("forfeits", {1: 1}, 2, id="fewer forfeits"),
        pytest.param("penalties", {1: 2, 2: 1}, 2, id="fewer penalties"),
        pytest.param("fewest:Bags", {1: 7, 2: 4}, 2, id="fewer bags"),
        pytest.param("most:Loners", {2: 1}, 2, id="more loners"),
    ],
)
def test_what_is_counted_beside_the_lines_parts_the_tied(key, counted, first):
    ranked = rank([1, 2], [], tie_breaks=("games_won", key), counts={key: counted})

    assert [(row.team, row.decided_by) for row in ranked] == [(first, None), (3 - first, key)]
    assert [dict(row.cells)[key] for row in ranked] == [counted.get(row.team, 0) for row in ranked]


def test_the_play_off_and_the_lot_are_always_the_last_two():
    chosen = ["points", "lot", "playoff", "games_won"]

    assert tie_breaks_of(FAHRENHEIT, chosen) == ("points", "games_won", *LAST_TWO)


def test_a_counter_may_be_a_step_once_and_only_where_it_is_counted():
    chosen = ["games_won", "fewest:Bags", "most:Bags", "most:Set_backs", "most:Sets"]

    order = tie_breaks_of(FAHRENHEIT, chosen, counters=("Bags", "Set backs"))

    assert order == ("games_won", "fewest:Bags", "most:Set_backs", *LAST_TWO)
    assert order_in_words(order) == "games won, then bags, then set backs"
    assert [CRITERIA[key].name for key in order[1:3]] == ["Fewest bags", "Most set backs"]
    assert tie_breaks_of(FAHRENHEIT, chosen) == ("games_won", *LAST_TWO)
    assert CRITERIA["fewest:Bags"].why("2nd", 7, 4, "Aces") == "2nd on bags, 3 more than Aces."
    with pytest.raises(KeyError):
        CRITERIA["bags"]


def test_an_order_is_kept_only_where_it_is_not_the_usual_one():
    assert own_order(FAHRENHEIT, settled_by_figures(TIE_BREAKS)) == ()
    assert own_order(FAHRENHEIT, ["points", "games_won"]) == ("points", "games_won")


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_totals_that_know_no_hands_never_rank_by_hands(game):
    ruleset = find_ruleset(game)
    chosen = ("games_won", "hands_won", "scored")

    orders = [tie_breaks_of(ruleset, own, by_totals=True) for own in ((), chosen, ("hands_won",))]

    assert all("hands_won" not in order for order in orders)
    assert ("hands_won" in offered(ruleset)) == (ruleset.play.has_cards and not ruleset.ends.counts_hands)
    assert own_order(ruleset, settled_by_figures(orders[0]), by_totals=True) == ()


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_every_game_offers_its_usual_order_and_its_own_figures(game):
    ruleset = find_ruleset(game)

    usual, choice = settled_by_figures(tie_breaks_of(ruleset)), offered(ruleset)

    assert set(usual) <= set(choice)
    assert not set(choice) & set(LAST_TWO)
    by_hands = ruleset.ends.counts_hands
    assert ("units" in choice, "scored" in choice) == (by_hands, not by_hands)
    has_bostons = not any(word in game for word in ("euchre", "fair", "cutthroat", "-card"))
    assert ("bostons" in choice) == has_bostons
    assert len({CRITERIA[key].heading for key in choice}) == len(choice)


def test_every_tie_break_is_offered_somewhere():
    everywhere = {key for game in all_games() for key in offered(find_ruleset(game.key))}

    assert everywhere == set(CRITERIA) - set(LAST_TWO)
