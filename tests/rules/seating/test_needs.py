"""The number of rounds that an evening needs to keep its promise."""

from rules.competition.pairing.individuals import has_design, whist_movement
from rules.competition.pairing.movements import movement, round_robin
from rules.seating.known import ALONE, SEATINGS
from rules.seating.people import ONE_BY_ONE
from rules.seating.seating import Needs


def test_everybody_has_met_everybody_after_the_last_round_of_a_round_robin():
    for teams in range(2, 25):
        assert SEATINGS["robin"].needs(teams) == Needs(
            len(round_robin(range(teams))), "everybody has met everybody"
        )


def test_once_everybody_has_met_the_side_that_moves_is_back_at_its_start():
    for teams in range(2, 25):
        tables = (teams + 1) // 2
        sides = range(tables), range(tables, teams)
        needs = SEATINGS["movement"].needs(teams)
        assert (needs.rounds, needs.what) == (tables, "everybody has met the whole other side")
        assert movement(*sides, tables + 1) == movement(*sides, 1)


def test_a_design_needs_as_many_rounds_as_make_everybody_partners():
    for people in ONE_BY_ONE:
        needs = SEATINGS["alone"].needs(people)
        if has_design(people):
            rounds = len(whist_movement(range(people)))
            assert needs == Needs(rounds, "everybody has been everybody’s partner")
        else:
            assert needs is None


def test_other_movements_promise_nothing():
    fields = [("swiss", 16), ("up", 16), ("alone", ONE_BY_ONE.start - 1), ("alone", ONE_BY_ONE.stop)]

    assert [SEATINGS[key].needs(entrants) for key, entrants in fields] == [None] * 4


def test_where_everybody_plays_alone_nobody_is_promised_partners():
    assert [ALONE.needs(people) for people in ONE_BY_ONE] == [None] * len(ONE_BY_ONE)
