from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.competition.pairing.foresight import pair_with_foresight
from rules.competition.pairing.pairing import Entrant, RoundPairing, pair


def without_foresight(entrants, _later: int) -> RoundPairing[int]:
    return pair(entrants)


def play_day(size: int, rounds: int, seed: int, seat, **first: object) -> list[RoundPairing[int]]:
    """A day with random results; ``seat`` gets the entrants and the number of later rounds.

    ``first`` is what is special about team 0.
    """
    random = Random(seed)
    score = [0] * size
    entrants = [Entrant(team) for team in range(size)]
    entrants[0] = replace(entrants[0], **first)
    day = []
    for number in range(rounds):
        order = sorted(range(size), key=lambda team: (-score[team], random.random()))
        seating = seat(
            [replace(entrants[team], standing=place, won=score[team]) for place, team in enumerate(order)],
            rounds - number - 1,
        )
        day.append(seating)
        for one, other in seating.pairs:
            for me, opponent in ((one, other), (other, one)):
                entrants[me] = replace(entrants[me], met={**entrants[me].met, opponent: 1})
            score[random.choice((one, other))] += 1
        if seating.bye is not None:
            entrants[seating.bye] = replace(entrants[seating.bye], byes=entrants[seating.bye].byes + 1)
            score[seating.bye] += 1
    return day


def assert_nobody_has_a_second_bye_or_opponent(day: list[RoundPairing[int]]) -> None:
    byes = [seating.bye for seating in day if seating.bye is not None]
    assert sum(seating.rematches for seating in day) == 0
    assert len(set(byes)) == len(byes)


@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7), (9, 4), (10, 5)])
def test_a_small_field_gets_through_the_whole_day_without_a_rematch(size, rounds):
    for seed in range(3):
        assert_nobody_has_a_second_bye_or_opponent(play_day(size, rounds, seed, pair_with_foresight))


def test_a_small_field_has_a_way_through_the_day_that_keeps_two_apart():
    for seed in range(3):
        day = play_day(6, 4, seed, pair_with_foresight, apart=frozenset({1}))

        met = {frozenset(couple) for seating in day for couple in seating.pairs}
        assert frozenset({0, 1}) not in met
        assert len(met) == 12


@given(st.integers(2, 24), st.integers(0, 99))
@settings(max_examples=30)
def test_half_as_many_rounds_as_teams_need_no_foresight(size, seed):
    assert_nobody_has_a_second_bye_or_opponent(play_day(size, min(4, size // 2), seed, without_foresight))


def test_without_foresight_six_teams_can_be_left_with_nobody_new():
    days = [play_day(6, 4, seed, without_foresight) for seed in range(30)]

    assert any(seating.rematches for day in days for seating in day)


@given(st.integers(2, 9), st.integers(0, 50))
def test_in_the_last_round_foresight_changes_nothing(size, seed):
    day = play_day(size, min(size // 2, 3), seed, without_foresight)
    foreseen = play_day(size, min(size // 2, 3), seed, lambda entrants, _: pair_with_foresight(entrants, 0))

    assert foreseen == day


def test_teams_that_cannot_move_are_minded_before_the_rounds_to_come():
    tables = {0: 1, 1: 2, 2: 3}
    entrants = [Entrant(team, team, table=tables.get(team)) for team in range(4)]

    assert pair_with_foresight(entrants, 2).cost.torn_tables == pair(entrants).cost.torn_tables
