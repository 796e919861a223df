"""Rounds that a lot decides."""

from rules.seating.history import History, PastGame
from rules.seating.teams import drawn_pairs


def test_a_lot_minds_meetings_and_byes_but_no_standing():
    byes = [
        PastGame(round=number, table=None, players=(team,), sides=((team,),))
        for number, team in enumerate((0, 1, 2, 4), 1)
    ]
    met = [PastGame(round=1, table=1, players=(0, 1), sides=((0,), (1,)), winner=0)]
    numbers = {team: team + 1 for team in range(5)}

    drawn = [
        drawn_pairs(History(numbers=numbers, games=[*byes, *met], round=5, words=str(number)))
        for number in range(40)
    ]

    assert {each.byes for each in drawn} == {(3,)}
    assert {frozenset(map(frozenset, each.pairs)) for each in drawn} == {
        frozenset({frozenset({0, 2}), frozenset({1, 4})}),
        frozenset({frozenset({0, 4}), frozenset({1, 2})}),
    }
