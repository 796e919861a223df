from hypothesis import given
from hypothesis import strategies as st

from rules.seating.history import History, PastGame
from rules.seating.known import SEATINGS
from rules.seating.ladders import ByResult
from rules.seating.seating import NextTable

BY_RESULT = [key for key, seating in SEATINGS.items() if isinstance(seating, ByResult)]


def played(seating: str, winners: list[int], playing: set[int]) -> History:
    """The first round of such a day; ``winners`` has the side that won at each table.

    At table 1 are 11 and 12 against 13 and 14, or 11 against 13; where games still play, nobody has won yet.
    """
    size = 2 if SEATINGS[seating].is_of_people else 1
    games = []
    for table, won in enumerate(winners, start=1):
        sides = tuple(tuple(10 * table + first + index for index in range(size)) for first in (1, 3))
        players = tuple(one for four in zip(*sides, strict=True) for one in four)
        winner = None if table in playing else sides[won][0]
        games.append(PastGame(1, table, players, sides, winner, is_over=table not in playing))
    numbers = {one: one for game in games for one in game.players}
    return History(numbers=numbers, games=games, round=2)


def test_a_winner_going_up_knows_its_table_and_which_game_it_waits_for():
    up = SEATINGS["up"]

    assert up.next_table(played("up", [0] * 6, {4, 6}), 51) == NextTable(4, (4,))
    assert up.next_table(played("up", [0] * 6, {6}), 51) == NextTable(4, ())


def test_where_red_plays_with_white_it_waits_for_all_tables_it_needs():
    red = SEATINGS["one-red"]

    assert red.next_table(played("one-red", [0] * 6, {1, 3, 4}), 51) == NextTable(4, (3, 4))
    assert red.next_table(played("one-red", [0] * 6, {1, 2, 3}), 62) == NextTable(1, (1, 2))


@given(st.sampled_from(BY_RESULT), st.lists(st.integers(0, 1), min_size=1, max_size=40), st.data())
def test_it_is_the_table_of_the_draw_regardless_of_the_games_still_in_play(key, winners, data):
    seating = SEATINGS[key]
    me = data.draw(st.integers(1, len(winners)))
    playing = data.draw(st.sets(st.integers(1, len(winners)))) - {me}
    done = played(key, winners, set())
    mine = data.draw(st.sampled_from(done.games[me - 1].players))

    expected = seating.next_table(played(key, winners, playing), mine)

    group = seating.next_round(done).groups[expected.table - 1]
    assert mine in group
    assert {one // 10 for one in group} & playing <= set(expected.waits_for) <= playing
