"""Why two teams meet, beside the best round in which they don't."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.pairing import Entrant, cost_of, pair
from rules.competition.pairing.why import WORSE, why


def field(*met):
    """Four teams by standing, of whom these pairs have met."""
    return [
        Entrant(
            team,
            standing=team,
            met={other: 1 for two in met if team in two for other in two if other != team},
        )
        for team in range(4)
    ]


def why_they_meet(entrants, couple):
    drawn = pair(entrants)
    return why(entrants, drawn.pairs, drawn.bye, couple)


def test_neighbors_meet_because_others_are_farther_apart():
    found = why_they_meet(field(), (0, 1))

    assert (found.cost.distance, found.instead) == (1, ((0, 2), (1, 3)))
    assert found.words == "teams farther apart in the standings would meet"


def test_a_game_far_apart_spares_a_rematch():
    found = why_they_meet(field((0, 1), (2, 3)), (0, 2))

    assert found.cost.distance == 4
    assert found.words in (WORSE["rematches"], WORSE["distance"])


def test_two_teams_alone_have_nobody_else_to_meet():
    two = field()[:2]

    assert why_they_meet(two, (0, 1)).instead == ()


def test_a_round_that_costs_the_same_is_named_as_good():
    equals = [Entrant(team) for team in range(4)]
    one, other = pair(equals).pairs[0]

    assert why_they_meet(equals, (one, other)).words.startswith("It costs the same")


def test_a_round_that_was_changed_by_hand_may_cost_more():
    found = why(field(), [(0, 3), (1, 2)], None, (0, 3))

    assert found.words.startswith("It costs less")


@given(st.integers(2, 7), st.data())
def test_the_other_round_is_the_cheapest_in_which_they_do_not_meet(count, data):
    couples = list(combinations(range(count), 2))
    met = data.draw(st.sets(st.sampled_from(couples)))
    entrants = [
        Entrant(team, standing=team, met={b if a == team else a: 1 for a, b in met if team in (a, b)})
        for team in range(count)
    ]
    drawn = pair(entrants)
    couple = data.draw(st.sampled_from(drawn.pairs))
    found = why(entrants, drawn.pairs, drawn.bye, couple)

    rounds = [each for each in _rounds(tuple(range(count))) if not {couple, couple[::-1]} & {*each[0]}]
    cheapest = min((cost_of(entrants, *each) for each in rounds), default=None)
    now = cost_of(entrants, drawn.pairs, drawn.bye)
    assert bool(found.instead) == bool(rounds)
    if cheapest is not None:
        assert (cheapest > now, cheapest == now) == (bool(found.worse), found.is_as_good)


def _rounds(teams):
    """Every way to pair these teams, with the bye."""
    if len(teams) % 2:
        for bye in teams:
            for pairs, _ in _rounds(tuple(team for team in teams if team != bye)):
                yield pairs, bye
        return
    if not teams:
        yield (), None
        return
    first, *others = teams
    for other in others:
        for pairs, _ in _rounds(tuple(team for team in others if team != other)):
            yield ((first, other), *pairs), None
