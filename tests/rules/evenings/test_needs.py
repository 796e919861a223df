"""The number of rounds that an evening needs to keep its promise."""

from itertools import combinations

import pytest

from rules.competition.pairing.individuals import whist_movement
from rules.competition.pairing.movements import movement, round_robin
from rules.evenings.needs import ONE_BY_ONE, Needs, needs_of


@pytest.mark.parametrize("teams", range(2, 25))
def test_after_so_many_rounds_everybody_has_met_everybody(teams):
    needs = needs_of("robin", teams)

    met = {frozenset(pair) for one in round_robin(range(teams))[: needs.rounds] for pair in one.pairs}
    assert met == set(map(frozenset, combinations(range(teams), 2)))
    assert len(round_robin(range(teams))) == needs.rounds


@pytest.mark.parametrize("teams", range(2, 25))
def test_after_so_many_rounds_each_has_met_the_other_side(teams):
    staying, moving = range((teams + 1) // 2), range((teams + 1) // 2, teams)
    needs = needs_of("movement", teams)

    rounds = [movement(staying, moving, number + 1) for number in range(needs.rounds)]

    met = [frozenset(pair) for one in rounds for pair in one.pairs]
    assert len(met) == len(set(met)) == len(staying) * len(moving)


@pytest.mark.parametrize("people", [8, 9, 12, 13, 16, 17, 20, 21, 24])
def test_after_so_many_rounds_everybody_has_been_everybodys_partner(people):
    rounds = whist_movement(range(people), needs_of("alone", people).rounds)

    partners = [frozenset(pair) for one in rounds for four in one.tables for pair in four.partners]
    assert len(partners) == len(set(partners)) == people * (people - 1) // 2


def test_other_movements_promise_nothing():
    assert needs_of("swiss", 16) is needs_of("up", 16) is needs_of("alone", 10) is None
    assert needs_of("alone", ONE_BY_ONE.stop + 1) is None
    assert needs_of("alone", 12) == Needs(11, "everybody has been everybody’s partner")
