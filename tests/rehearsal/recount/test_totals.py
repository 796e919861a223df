"""A total is counted again from its sentence."""

from dataclasses import replace

import pytest

from rehearsal.recount.facts import Game, Hand, Side, Untrue
from rehearsal.recount.standings import counted
from rules.counted.counters import with_counted
from rules.games import find_ruleset
from rules.games.hands import HandFacts
from rules.games.totals import score_total

NAMES = {"NS": "Aces & Eights", "EW": "Night Shift"}
HANDS = HandFacts(total_hands={"NS": 3, "EW": 1}, total_points={"NS": 12, "EW": -2})


def exported(key: str, facts: HandFacts) -> Game:
    """A game as the export tells it."""
    score = with_counted(score_total(find_ruleset(key, {}), facts, NAMES), facts.counters, NAMES)
    units = dict(score.units) or {side: int(side == score.winner) for side in NAMES}
    sides = tuple(
        Side(side, name, (number,), units[side], score.points[side], side == score.winner)
        for number, (side, name) in enumerate(NAMES.items(), start=1)
    )
    hand = Hand(score.headline, score.winner or "", units, score.points, is_decider=False)
    return Game(1, "Round 1", "over", "won", None, sides, (hand,))


@pytest.mark.parametrize(
    ("key", "facts"),
    [
        ("fahrenheit", HANDS),
        ("fahrenheit", HandFacts(won_by="EW")),
        ("fahrenheit", HandFacts(total_hands={"NS": 2, "EW": 2}, won_by="EW")),
        ("bid-whist", HandFacts(total_points={"NS": 7, "EW": -3})),
        ("fahrenheit", replace(HANDS, counters={"Loners": {"NS": 9, "EW": 2}})),
        ("fahrenheit", HandFacts(won_by="EW", counters={"Loners": {"NS": 1}})),
    ],
)
def test_a_game_with_a_total_counts_what_its_sentence_says(key: str, facts: HandFacts):
    game = exported(key, facts)

    count = counted(game, key)

    assert count.hands == tuple(side.hands for side in game.sides)
    assert count.points == tuple(side.points for side in game.sides)
    assert count.won == next(place for place, side in enumerate(game.sides) if side.is_winner)


def test_a_figure_that_the_sentence_does_not_say_is_untrue():
    game = exported("fahrenheit", HANDS)
    wrong = replace(game, sides=(replace(game.sides[0], hands=2), game.sides[1]))

    with pytest.raises(Untrue, match="the results say"):
        counted(wrong, "fahrenheit")
