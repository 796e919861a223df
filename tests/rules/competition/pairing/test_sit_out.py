"""Sitting out a round when there are too few tables (Rulebook E-66)."""

from hypothesis import given
from hypothesis import strategies as st

from rules.competition.pairing.pairing import Entrant, pair
from rules.competition.pairing.sit_out import sitting_out


def field(played, byes=()):
    return [
        Entrant(team, team, {100 + game: 1 for game in range(games)}, byes=int(team in byes))
        for team, games in enumerate(played)
    ]


def test_where_all_fit_nobody_sits_out_and_an_odd_one_has_a_bye():
    assert sitting_out(field([0] * 8), 4) == ()
    assert sitting_out(field([0] * 9), 4) == ()


def test_at_first_the_lowest_sit_out_and_then_those_who_played_most():
    assert sitting_out(field([0] * 8), 3) == (7, 6)
    assert sitting_out(field([1, 1, 1, 1, 1, 1, 0, 0]), 3) == (5, 4)


def test_a_bye_counts_as_played_and_who_came_late_plays():
    assert sitting_out(field([1, 1, 1, 0, 1, 1, 1, 0], byes=(3,)), 3) == (6, 5)


@given(st.integers(2, 21), st.integers(1, 9), st.integers(1, 8))
def test_nobody_sits_out_again_before_everybody_has_and_all_tables_are_played_at(count, tables, rounds):
    met = [{} for _ in range(count)]
    rests = [0] * count
    for _ in range(rounds):
        entrants = [Entrant(team, team, met[team], rests[team]) for team in range(count)]
        out = sitting_out([Entrant(team, team, met[team]) for team in range(count)], tables)
        seating = pair([entrant for entrant in entrants if entrant.team not in out])
        if not out:
            break
        assert (len(seating.pairs), seating.bye) == (tables, None)
        for team in out:
            rests[team] += 1
        for one, other in seating.pairs:
            met[one][other] = met[other][one] = met[one].get(other, 0) + 1
        games = [sum(times.values()) for times in met]
        assert max(games) - min(games) <= 1
