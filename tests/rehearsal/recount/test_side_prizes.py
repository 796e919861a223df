"""The recount of counters and side prizes, from hands alone."""

import pytest

from rehearsal.recount.facts import Game, Hand, Side
from rehearsal.recount.side_prizes import objections

LONERS = {"name": "Most loners", "goes_by": "Most loners", "figure": "3 loners", "why": []}
BY_GAME = {"name": "Boston pot", "goes_by": "Most Bostons, by game 1", "figure": "1 Boston", "why": []}


def games():
    """Two games of 1 with 2 and of 3 with 4: 1 has three loners, and 3 and 4 a Boston in game 2."""
    seats = Side("NS", "Ann & Bo", (1, 2), 1, 5, True), Side("EW", "Cy & Di", (3, 4), 0, 2, False)
    first = Hand("Total: Ann & Bo 5, Cy & Di 2.", "NS", {}, {}, False, counters={"Loners": {"N": 2, "E": 1}})
    second = Hand("Di took all 13.", "EW", {}, {}, False, is_boston=True, counters={"Loners": {"N": 1}})
    return [
        Game(number, "Round", "over", "won", None, seats, (hand,))
        for number, hand in enumerate((first, second))
    ]


def page(*boards):
    cards = "".join(
        f'<li class="side-prize"><h2 class="side-prize-name">{name}</h2>'
        f'<p class="side-prize-winner">{"".join(link(team) for team in winners)}</p></li>'
        for name, winners in boards
    )
    return f"<ul>{cards}</ul>"


def link(team):
    return f'<a class="team-link" href="/e/teams/{team}/">x</a>'


def said(board, winners, shown):
    told = {**board, "winners": [{"team": team} for team in winners]}
    ranks = {1: 1, 2: 2, 3: 3, 4: 4}
    return list(objections([told], games(), ranks, page((board["name"], shown))))


def test_each_person_has_the_counters_of_their_own_chair():
    assert said(LONERS, [1], [1]) == []


@pytest.mark.parametrize(("told", "shown"), [([2], [1]), ([1], [2]), ([1, 2], [1, 2])])
def test_another_winner_is_objected_to_in_the_export_and_on_the_page(told, shown):
    assert said(LONERS, told, shown)


def test_another_figure_is_objected_to():
    assert said(LONERS | {"figure": "2 loners"}, [1], [1])


def test_later_games_do_not_count_for_a_prize_by_a_game():
    early = BY_GAME | {"figure": "", "why": ["Nobody has any: the best place in the standings wins it."]}

    assert said(early, [1], [1]) == []
    assert said(BY_GAME | {"goes_by": "Most Bostons, by game 2"}, [3, 4], [3, 4]) == []


def test_a_board_that_is_not_on_the_page_is_objected_to():
    assert list(objections([{**LONERS, "winners": []}], games(), {1: 1}, page()))
