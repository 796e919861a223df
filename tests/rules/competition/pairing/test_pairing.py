from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.competition.pairing.pairing import Cost, Entrant, RoundPairing, cost_of, pair, pair_at_random


def field(size: int, met: dict[int, tuple[int, ...]] | None = None, **more: object) -> list[Entrant[int]]:
    """Teams 0, 1, 2 … in order of standing."""
    return [
        Entrant(team, team, dict.fromkeys((met or {}).get(team, ()), 1), **more)  # type: ignore[arg-type]
        for team in range(size)
    ]


def seatings(teams: list[int]) -> Iterator[tuple[tuple[tuple[int, int], ...], int | None]]:
    """All possible pairings of the teams, with the bye."""
    if len(teams) % 2:
        for bye in teams:
            for pairs, _ in seatings([team for team in teams if team != bye]):
                yield pairs, bye
        return
    if not teams:
        yield (), None
        return
    first, *others = teams
    for other in others:
        for pairs, _ in seatings([team for team in others if team != other]):
            yield ((first, other), *pairs), None


def everybody(seating: RoundPairing[int]) -> list[int]:
    out = [] if seating.bye is None else [seating.bye]
    return sorted([team for couple in seating.pairs for team in couple] + out)


@st.composite
def fields(draw: st.DrawFn, largest: int = 8) -> list[Entrant[int]]:
    """Fields with random meetings, byes, cities, fixed tables and sides."""
    size = draw(st.integers(2, largest))
    games = draw(st.lists(st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)), max_size=14))
    met: list[dict[int, int]] = [{} for _ in range(size)]
    for one, other in games:
        if one != other:
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    return [
        Entrant(
            team,
            standing=draw(st.integers(0, 6)),
            met=met[team],
            byes=draw(st.integers(0, 2)),
            city=draw(st.sampled_from(["", "", "Gary", "Joliet"])),
            table=draw(st.sampled_from([None, None, None, 1, 2])),
            side=draw(st.sampled_from(["", "", "", "NS", "EW"])),
            won=draw(st.integers(0, 3)),
        )
        for team in range(size)
    ]


def after_rounds(size: int, rounds: int, seed: int = 1) -> list[Entrant[int]]:
    """A field after some rounds paired by :func:`pair`, with random results."""
    random = Random(seed)
    score, byes = [0] * size, [0] * size
    met: list[dict[int, int]] = [{} for _ in range(size)]

    def entrants() -> list[Entrant[int]]:
        order = sorted(range(size), key=lambda team: (-score[team], random.random()))
        return [
            Entrant(team, place, met[team], byes[team], won=score[team] // 3)
            for place, team in enumerate(order)
        ]

    for _ in range(rounds):
        seating = pair(entrants())
        if seating.bye is not None:
            byes[seating.bye] += 1
            score[seating.bye] += 3
        for one, other in seating.pairs:
            met[one][other] = met[other][one] = 1
            score[random.choice((one, other))] += 3
    return entrants()


def test_nobody_meets_again_while_it_can_be_avoided():
    met = {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}

    seating = pair(field(4, met))

    assert (seating.pairs, seating.rematches) == (((0, 3), (1, 2)), 0)


def test_where_all_have_met_they_meet_again_rather_than_sit_out():
    met = {team: tuple(other for other in range(4) if other != team) for team in range(4)}

    seating = pair(field(4, met))

    assert (seating.pairs, seating.rematches, seating.cost.rematches) == (((0, 1), (2, 3)), 2, 2)


def test_a_third_meeting_is_worse_than_two_second_ones():
    twice = {0: {1: 2, 2: 1, 3: 1}, 1: {0: 2, 2: 1, 3: 1}, 2: {0: 1, 1: 1}, 3: {0: 1, 1: 1}}
    entrants = [Entrant(team, team, twice[team]) for team in range(4)]

    assert pair(entrants).pairs == ((0, 2), (1, 3))


def test_nobody_has_a_second_bye_while_another_has_had_none():
    entrants = [Entrant(team, team, byes=int(team >= 2)) for team in range(5)]

    assert pair(entrants).bye == 1


def test_the_bye_moves_up_rather_than_make_two_teams_meet_again():
    met = {0: (1,), 1: (0,)}

    seating = pair(field(3, met))

    assert (seating.bye, seating.pairs, seating.cost.bye_height) == (1, ((0, 2),), 1)


def test_teams_that_won_as_many_meet_before_those_that_are_nearer_in_rank():
    won, met = (3, 3, 2, 1, 1, 0), {2: {3: 1}, 3: {2: 1}}
    entrants = [Entrant(team, team, met.get(team, {}), won=won[team]) for team in range(6)]

    by_wins, by_rank = pair(entrants), pair(replace(entrant, won=0) for entrant in entrants)

    assert (by_wins.pairs, by_wins.cost) == (((0, 1), (2, 4), (3, 5)), Cost(wins=2, distance=9))
    assert by_rank.pairs == ((0, 2), (1, 3), (4, 5))


def test_home_cities_are_kept_apart_when_asked():
    cities = ["Gary", "Gary", "Joliet", "Joliet"]

    asked = pair(Entrant(team, team, city=cities[team]) for team in range(4))
    not_asked = pair(field(4))

    assert (asked.pairs, asked.cost.same_city) == (((0, 2), (1, 3)), 0)
    assert not_asked.pairs == ((0, 1), (2, 3))


def test_meeting_again_is_worse_than_meeting_a_neighbour_from_home():
    entrants = [
        Entrant(0, 0, {2: 1, 3: 1}, city="Gary"),
        Entrant(1, 1, {2: 1, 3: 1}, city="Gary"),
        Entrant(2, 2, {0: 1, 1: 1}),
        Entrant(3, 3, {0: 1, 1: 1}),
    ]

    assert pair(entrants).pairs == ((0, 1), (2, 3))


def test_two_teams_that_cannot_move_do_not_meet_unless_they_share_a_table():
    apart = [Entrant(team, team, table={0: 1, 1: 2}.get(team)) for team in range(4)]
    together = [Entrant(team, team, table={0: 1, 1: 1}.get(team)) for team in range(4)]

    assert pair(apart).pairs == ((0, 2), (1, 3))
    assert pair(together).pairs == ((0, 1), (2, 3))


def test_a_team_with_fixed_seats_has_them_and_does_not_meet_one_that_needs_the_same():
    sides = {1: "NS", 2: "EW", 3: "EW"}

    seating = pair(Entrant(team, team, side=sides.get(team, "")) for team in range(4))

    assert seating.pairs == ((0, 2), (1, 3))
    assert pair([Entrant(0, 0), Entrant(1, 1, side="NS")]).pairs == ((1, 0),)
    assert pair([Entrant(0, 0, side="EW"), Entrant(1, 1)]).pairs == ((1, 0),)


def test_two_teams_that_need_the_same_seats_meet_if_there_is_nobody_else():
    seating = pair([Entrant(0, 0, side="NS"), Entrant(1, 1, side="NS")])

    assert (seating.pairs, seating.cost.torn_tables) == (((0, 1),), 1)


def test_a_game_that_only_one_of_two_teams_remembers_was_played_all_the_same():
    entrants = [Entrant(0, 0, {1: 1}), Entrant(1, 1), Entrant(2, 2), Entrant(3, 3)]

    assert pair(entrants).rematches == 0


def test_seating_by_lot_minds_meetings_and_byes_but_no_standing():
    entrants = [Entrant(team, team, byes=int(team != 3)) for team in range(5)]

    seatings_seen = {pair_at_random(entrants, str(number)).pairs for number in range(40)}

    assert {pair_at_random(entrants, str(number)).bye for number in range(40)} == {3}
    assert {frozenset(map(frozenset, pairs)) for pairs in seatings_seen} == {
        frozenset(map(frozenset, pairs)) for pairs, _ in seatings([0, 1, 2, 4])
    }


def test_a_seating_made_by_hand_has_its_cost_too():
    assert cost_of(field(5), [(0, 4), (1, 2)], bye=3) == Cost(bye_height=1, distance=17)


@pytest.mark.slow
@given(fields(largest=10))
def test_no_other_seating_of_up_to_ten_teams_costs_less(entrants):
    best = min(
        cost_of(entrants, pairs, bye) for pairs, bye in seatings([entrant.team for entrant in entrants])
    )

    assert pair(entrants).cost == best


@given(fields(largest=12), st.randoms(use_true_random=False))
def test_the_order_in_which_teams_are_handed_in_does_not_change_the_cost(entrants, random):
    shuffled = entrants[:]
    random.shuffle(shuffled)
    lowest_can_differ = len({entrant.standing for entrant in entrants}) < len(entrants)

    assert pair(shuffled).cost.rematches == pair(entrants).cost.rematches
    assert lowest_can_differ or pair(shuffled) == pair(entrants)


@given(st.integers(2, 24), st.integers(0, 99))
@settings(max_examples=30)
def test_a_whole_day_has_no_second_bye_and_no_rematch_that_could_be_avoided(size, seed):
    rounds = min(4, size // 2)

    entrants = after_rounds(size, rounds, seed)

    byes = [entrant.byes for entrant in entrants]
    assert max(byes) - min(byes) <= 1
    assert all(len(entrant.met) + entrant.byes == rounds for entrant in entrants)


# --- kept apart (Rulebook E-65) ---------------------------------------------------------------------------


def test_two_who_are_kept_apart_do_not_meet_even_if_others_meet_again():
    entrants = [
        Entrant(0, 0, apart=frozenset({1})),
        Entrant(1, 1),
        Entrant(2, 2, {0: 1, 1: 1}),
        Entrant(3, 3, {0: 1, 1: 1}),
    ]

    seating = pair(entrants)

    assert (set(seating.pairs) & {(0, 1)}, seating.rematches, seating.cost.kept_apart) == (set(), 2, 0)


def test_two_who_are_kept_apart_meet_if_there_is_nobody_else():
    seating = pair([Entrant(0, 0, apart=frozenset({1})), Entrant(1, 1)])

    assert (seating.pairs, seating.cost.kept_apart) == (((0, 1),), 1)


def test_nobody_has_a_second_bye_to_keep_two_apart():
    entrants = [Entrant(0, 0, byes=1), Entrant(1, 1, byes=0, apart=frozenset({0})), Entrant(2, 2, byes=1)]

    assert pair(entrants).bye == 1


@given(fields(), st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=4))
def test_as_few_meet_as_can_be_of_those_who_are_kept_apart(entrants, pairs):
    apart = {team: frozenset(b for a, b in pairs if a == team != b) for team in range(8)}
    entrants = [replace(entrant, apart=apart[entrant.team]) for entrant in entrants]

    best = pair(entrants).cost

    every = [cost_of(entrants, pairs, bye) for pairs, bye in seatings([one.team for one in entrants])]
    assert best == min(every)


# --- fields too large for the complete graph --------------------------------------------------------------


@pytest.mark.parametrize(
    "size",
    [600, 601, pytest.param(2_404, marks=pytest.mark.slow), pytest.param(10_000, marks=pytest.mark.long)],
)
def test_a_large_field_in_which_neighbours_have_met_is_seated_as_well_as_can_be(size):
    # In each group of four, first meets third and second meets fourth: a distance of two, twice.
    seating = pair(field(size, {team: (team ^ 1,) for team in range(size - size % 2)}))

    assert everybody(seating) == list(range(size))
    assert (seating.is_exact, seating.cost) == (False, Cost(distance=8 * (size // 4)))


def test_in_a_large_field_the_circle_is_widened_until_nobody_is_left_over():
    # The first forty have all met, so each of them must play somebody below.
    met = {team: tuple(other for other in range(40) if other != team) for team in range(40)}

    seating = pair(field(502, met))

    assert (everybody(seating), seating.rematches, seating.is_exact) == ([*range(502)], 0, False)


@pytest.mark.long
def test_a_large_field_in_which_all_near_have_met_is_seated_all_the_same():
    met = {team: tuple(range(max(team - 256, 0), team + 257)) for team in range(2_002)}

    seating = pair(field(2_002, met))

    assert (len(seating.pairs), seating.bye, seating.is_exact) == (1_001, None, False)


def test_a_large_field_keeps_cities_and_its_pairs_apart():
    entrants = [
        Entrant(
            team,
            team,
            city=["Gary", "Elgin"][team // 2 % 2],
            apart=frozenset({team + 2} if team % 4 == 0 else ()),
        )
        for team in range(600)
    ]

    seating = pair(entrants)

    assert (len(seating.pairs), seating.cost.same_city, seating.cost.kept_apart) == (300, 0, 0)
