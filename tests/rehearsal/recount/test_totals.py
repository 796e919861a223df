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


def exported(key: str, facts: HandFacts, house: dict[str, bool] | None = None) -> Game:
    """A game as the export tells it."""
    score = with_counted(score_total(find_ruleset(key, house or {}), facts, NAMES), facts.counters, NAMES)
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


def test_where_fewer_points_win_the_export_has_them_below_zero():
    game = exported("score-card", HandFacts(total_points={"NS": 40, "EW": 104}), {"less_is_better": True})

    count = counted(game, "score-card", -1)

    assert (count.points, count.won) == ((-40, -104), 0)
    with pytest.raises(Untrue, match="the results say"):
        counted(game, "score-card")


SAYS = "Aces & Eights bid 4 Uptown and took 10: made, counts one."


def beside(points: int, *winners: str) -> tuple[Hand, ...]:
    """Hands of a game, each won by one side with these points."""
    return tuple(
        Hand(
            SAYS,
            winner,
            {side: int(side == winner) for side in NAMES},
            {side: points * (side == winner) for side in NAMES},
            is_decider=False,
        )
        for winner in winners
    )


def with_hands(game: Game, hands: tuple[Hand, ...], points: tuple[int, int]) -> Game:
    sides = (replace(side, points=of) for side, of in zip(game.sides, points, strict=True))
    return replace(game, sides=tuple(sides), hands=(*game.hands, *hands))


def test_hands_that_add_up_to_the_total_count_and_others_do_not():
    total = exported("fahrenheit", HandFacts(total_hands={"NS": 3, "EW": 1}))

    full = counted(with_hands(total, beside(4, "NS", "EW", "NS", "NS"), (12, 4)), "fahrenheit")
    short = counted(with_hands(total, beside(4, "NS", "EW", "NS"), (0, 0)), "fahrenheit")

    assert (full.hands, full.points) == ((3, 1), (12, 4))
    assert (short.hands, short.points) == ((3, 1), (0, 0))


def test_two_sets_lose_a_game_whose_points_are_equal():
    hands = tuple(
        Hand("Bid, and set.", other, {}, {of: -points, other: 0}, False)
        for of, other, points in (("1", "2", 3), ("2", "1", 1), ("2", "1", 2))
    )
    sides = (Side("1", "Ada", (1,), 0, 2, True), Side("2", "Ben", (2,), 0, -3, False))
    count = counted(Game(1, "Semi-final", "ended", "won", None, sides, hands), "columbus-no-kitty")
    assert (count.won, count.points) == (0, (2, -3))
