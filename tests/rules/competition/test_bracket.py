from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.bracket import Bracket, Outcome, Podium, SeedSlot, WinnerOf

SIZES = (*range(2, 18), 31, 32, 33, 63, 64)


def play(bracket: Bracket, seeds: list[int], choose=min) -> dict[str, Outcome[int]]:
    """Play every game as it becomes ready; the better seed wins unless told otherwise."""
    results: dict[str, Outcome[int]] = {}
    while ready := bracket.ready(seeds, results):
        for game in ready:
            pair = bracket.teams(game.key, seeds, results)
            winner = choose(pair)
            results[game.key] = Outcome(winner, sum(pair) - winner)
    return results


def test_the_seven_of_phase_two():
    bracket = Bracket.of(7)

    lines = [(game.label, game.key, str(game.upper), str(game.lower)) for game in bracket.games]

    assert lines == [
        ("Quarter-final", "Q2", "Seed 4", "Seed 5"),
        ("Quarter-final", "Q3", "Seed 2", "Seed 7"),
        ("Quarter-final", "Q4", "Seed 3", "Seed 6"),
        ("Semi-final", "S1", "Seed 1", "Winner of Q2"),
        ("Semi-final", "S2", "Winner of Q3", "Winner of Q4"),
        ("Third place", "T", "Loser of S1", "Loser of S2"),
        ("Final", "F", "Winner of S1", "Winner of S2"),
    ]
    assert bracket.byes == (1,)


def test_three_teams_play_two_games_and_the_loser_of_the_first_is_third():
    bracket = Bracket.of(3)
    results = {"S2": Outcome(2, 3), "F": Outcome(2, 1)}

    assert [(game.key, str(game.upper), str(game.lower)) for game in bracket.games] == [
        ("S2", "Seed 2", "Seed 3"),
        ("F", "Seed 1", "Winner of S2"),
    ]
    assert bracket.podium(results) == Podium(first=2, second=1, third=(3,))


def test_two_teams_play_a_final_and_nobody_is_third():
    assert Bracket.of(2).podium({"F": Outcome(2, 1)}) == Podium(2, 1, ())


def test_where_third_place_is_not_played_for_it_is_shared():
    bracket = Bracket.of(7, third_place=False)

    results = play(bracket, [1, 2, 3, 4, 5, 6, 7])

    assert bracket.podium(results) == Podium(1, 2, (4, 3))


def test_the_podium_fills_as_results_come_in():
    bracket = Bracket.of(4)
    semi_finals = {"S1": Outcome(1, 4), "S2": Outcome(2, 3)}

    assert bracket.podium(semi_finals) == Podium(None, None, ())
    assert bracket.podium({**semi_finals, "T": Outcome(4, 3)}) == Podium(None, None, (4,))
    assert bracket.podium({**semi_finals, "F": Outcome(2, 1)}) == Podium(2, 1, ())


def test_a_game_is_ready_when_both_its_teams_are_known():
    bracket = Bracket.of(7)
    seeds = [11, 12, 13, 14, 15, 16, 17]

    first = bracket.ready(seeds, {})
    later = bracket.ready(seeds, {"Q2": Outcome(15, 14)})

    assert [game.key for game in first] == ["Q2", "Q3", "Q4"]
    assert [game.key for game in later] == ["Q3", "Q4", "S1"]
    assert bracket.teams("S1", seeds, {"Q2": Outcome(15, 14)}) == (11, 15)


def test_a_correction_touches_every_game_that_follows():
    assert [game.key for game in Bracket.of(7).after("Q3")] == ["S2", "T", "F"]
    assert Bracket.of(7).after("T") == ()


@pytest.mark.parametrize("size", [0, 1, 65])
def test_a_bracket_takes_two_to_sixty_four(size):
    with pytest.raises(ValueError, match="2 to 64"):
        Bracket.of(size)


def test_an_unknown_game_is_a_key_error():
    with pytest.raises(KeyError):
        Bracket.of(4).game("Q1")


@pytest.mark.parametrize("size", SIZES)
def test_every_seed_enters_once_and_byes_go_to_the_best(size):
    bracket = Bracket.of(size)
    seeds = [
        slot.number
        for game in bracket.games
        for slot in (game.upper, game.lower)
        if isinstance(slot, SeedSlot)
    ]

    assert sorted(seeds) == list(range(1, size + 1))
    assert bracket.byes == tuple(range(1, len(bracket.byes) + 1))
    assert len(bracket.games) == size - 1 + (size >= 4)
    assert len({game.key for game in bracket.games}) == len(bracket.games)


@pytest.mark.parametrize("size", SIZES)
def test_each_game_comes_after_those_that_feed_it(size):
    rounds = {game.key: game.round for game in Bracket.of(size).games}

    assert sorted(set(rounds.values())) == list(range(1, (size - 1).bit_length() + 1))
    for game in Bracket.of(size).games:
        for slot in (game.upper, game.lower):
            assert isinstance(slot, SeedSlot) or rounds[slot.key] < game.round


@pytest.mark.parametrize("size", SIZES)
def test_if_the_better_seed_always_wins_the_best_meet_as_late_as_can_be(size):
    bracket = Bracket.of(size)
    seeds = list(range(1, size + 1))

    results = play(bracket, seeds)

    assert bracket.podium(results).first == 1
    assert bracket.podium(results).second == 2
    if size >= 3:
        assert bracket.podium(results).third == (3,)
    for one, other in combinations(range(1, min(size, 4) + 1), 2):
        games = [
            game for game in bracket.games if {one, other} == set(bracket.teams(game.key, seeds, results))
        ]
        assert all(game.key in ("F", "S1", "S2", "T") for game in games)


@given(st.sampled_from(SIZES), st.randoms(use_true_random=False))
def test_whoever_wins_every_game_is_played_once_and_the_podium_has_different_teams(size, random):
    bracket = Bracket.of(size)
    seeds = list(range(1, size + 1))

    results = play(bracket, seeds, choose=random.choice)

    assert set(results) == {game.key for game in bracket.games}
    podium = bracket.podium(results)
    medals = [podium.first, podium.second, *podium.third]
    assert None not in medals and len(set(medals)) == len(medals) == min(size, 3)
    winners = [
        slot.key for game in bracket.games for slot in (game.upper, game.lower) if isinstance(slot, WinnerOf)
    ]
    assert len(set(winners)) == len(winners)
