from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.fours import Past
from rules.competition.pairing.ladders import LADDERS, next_of_ladder
from rules.competition.pairing.next_table import NextTable, next_table
from rules.competition.pairing.people_ladders import BY_RESULT, people_by_result


def test_a_winner_who_goes_up_knows_the_table_at_once_and_for_which_table_it_waits():
    assert next_table("up", 6, 5, 0, won=True, playing={4, 6}) == NextTable(4, (4,))
    assert next_table("up", 6, 5, 0, won=True, playing={6}) == NextTable(4, ())


def test_where_red_plays_with_white_it_waits_for_all_tables_from_which_somebody_comes():
    assert next_table("one-red", 6, 5, 0, won=True, playing={1, 3, 4}) == NextTable(4, (3, 4))
    assert next_table("one-red", 6, 6, 1, won=True, playing={1, 2, 3}) == NextTable(1, (1, 2))


@given(st.sampled_from([*LADDERS, *BY_RESULT]), st.integers(1, 40), st.data())
def test_it_is_the_table_of_the_draw_whatever_the_tables_that_still_play_bring(seating, count, data):
    is_alone = seating in BY_RESULT
    size = 2 if is_alone else 1
    swaps = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    results = [
        tuple(tuple(f"{number}{side}{place}" for place in range(size)) for side in ("BA" if swap else "AB"))
        for number, swap in enumerate(swaps, start=1)
    ]
    me = data.draw(st.integers(1, count))
    playing = data.draw(st.sets(st.integers(1, count))) - {me}
    won, place = data.draw(st.booleans()), data.draw(st.integers(0, size - 1))
    mine = results[me - 1][0 if won else 1][place]

    told = next_table(seating, count, me, place, won=won, playing=playing)

    if is_alone:
        drawn = [four.players for four in people_by_result(BY_RESULT[seating], results, [], Past([])).tables]
    else:
        drawn = next_of_ladder(seating, [(won, lost) for (won,), (lost,) in results]).pairs
    there = drawn[told.table - 1]
    assert mine in there
    come_from = {int(one[:-2]) for one in there}
    assert come_from & playing <= set(told.waits_for) <= playing
