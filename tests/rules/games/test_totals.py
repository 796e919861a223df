"""A whole game entered as one total."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games import all_games, find_ruleset
from rules.games.hands import HandFacts, ImpossibleHand, read_facts
from rules.games.ruleset import counts_hands
from rules.games.totals import is_total, odd_total, score_total, total_entry

NAMES = {"NS": "Aces & Eights", "EW": "Night Shift"}
WHIST = find_ruleset("bid-whist")
FAHRENHEIT = find_ruleset("fahrenheit")
EUCHRE = find_ruleset("bid-euchre")


def points(ns, ew, **more):
    return HandFacts(total_points={"NS": ns, "EW": ew}, **more)


def hands(ns, ew, **more):
    return HandFacts(total_hands={"NS": ns, "EW": ew}, **more)


def refused(ruleset, facts):
    with pytest.raises(ImpossibleHand) as told:
        score_total(ruleset, facts, NAMES)
    return {error.field: error.message for error in told.value.errors}


def test_the_side_with_more_points_wins_a_game_that_points_win():
    score = score_total(EUCHRE, points(32, 17), NAMES)

    assert (score.winner, score.points, score.units) == ("NS", {"NS": 32, "EW": 17}, {})
    assert score.headline == "Total: Aces & Eights 32, Night Shift 17."
    assert score.because[0].source == "E-97"


def test_points_may_be_below_zero():
    assert score_total(WHIST, points(7, -4), NAMES).headline == "Total: Aces & Eights 7, Night Shift −4."


def test_a_side_that_fell_too_low_has_lost_although_nobody_reached_the_target():
    facts = points(-7, -9)

    assert (
        score_total(find_ruleset("bid-whist", {"points_to_lose": 8, "losing_end": "own"}), facts).winner
        == "NS"
    )
    assert odd_total(WHIST, points(2, -7)) is None


def test_hands_win_where_hands_win_and_points_are_kept():
    score = score_total(FAHRENHEIT, hands(2, 3, total_points={"NS": 14, "EW": 12}), NAMES)

    assert (score.winner, score.units, score.points) == ("EW", {"NS": 2, "EW": 3}, {"NS": 14, "EW": 12})
    assert score.headline == "Total: Aces & Eights 2 (14 points), Night Shift 3 (12 points)."


def test_the_winner_alone_is_a_total():
    score = score_total(FAHRENHEIT, HandFacts(won_by="EW"), NAMES)

    assert (score.winner, score.units, score.points) == ("EW", {"NS": 0, "EW": 3}, {"NS": 0, "EW": 0})
    assert score.headline == "Total: Night Shift won."
    assert score_total(EUCHRE, HandFacts(won_by="NS")).winner == "NS"


def test_a_tie_needs_the_winner_of_the_hand_that_decided():
    assert refused(FAHRENHEIT, hands(2, 2)) == {"won_by": "It is a tie: say who won the hand that decided."}

    score = score_total(FAHRENHEIT, hands(2, 2, won_by="EW"), NAMES)

    assert score.winner == "EW"
    assert score.headline == "Total: Aces & Eights 2, Night Shift 2; Night Shift won."


def test_points_break_a_tie_of_hands_as_at_the_whistle():
    assert score_total(FAHRENHEIT, hands(2, 2, total_points={"NS": 8, "EW": 9})).winner == "EW"


def test_two_sides_cannot_both_have_what_ends_the_game():
    assert "total_hands" in refused(FAHRENHEIT, hands(3, 3))
    assert "total_points" in refused(WHIST, points(7, 8))


def test_two_sides_can_both_pass_the_target_where_both_score_in_a_hand():
    assert score_total(EUCHRE, points(33, 35)).winner == "EW"
    assert "last hand" in odd_total(EUCHRE, points(33, 35))


def test_no_side_has_more_hands_than_the_last_one_can_bring():
    assert score_total(FAHRENHEIT, hands(4, 2)).winner == "NS"
    assert refused(FAHRENHEIT, hands(5, 2)) == {"total_hands": "No side can have more than four hands."}


def test_who_is_behind_has_not_won():
    told = refused(WHIST, points(7, 3, won_by="EW"))

    assert told == {"won_by": "Night Shift can't have won: by these figures Aces & Eights did."}


def test_who_is_behind_may_have_won_where_a_rule_wins_the_game_at_once():
    ruleset = find_ruleset("columbus-no-kitty")
    facts = points(3, 1, won_by="EW")

    assert score_total(ruleset, facts).winner == "EW"
    assert "won with fewer" in odd_total(ruleset, facts, NAMES)


@pytest.mark.parametrize(
    "facts",
    [
        HandFacts(total_points={"NS": 7}),
        HandFacts(total_points={"NS": 7, "N": 3}),
        HandFacts(total_points={"NS": 7, "EW": "3"}),
        HandFacts(total_points={"NS": 7, "EW": 10_000}),
        HandFacts(total_points={"NS": 7, "EW": 3}, bidder="NS"),
        HandFacts(total_points={"NS": 7, "EW": 3}, total_hands={"NS": 3, "EW": 1}),
        HandFacts(won_by="N"),
        HandFacts(total_bostons={"NS": 1, "EW": 0}),
        HandFacts(),
    ],
)
def test_what_is_no_total_is_refused(facts):
    assert refused(WHIST, facts)


def test_a_game_without_bostons_has_none_in_its_total():
    assert "total_bostons" in refused(EUCHRE, points(32, 1, total_bostons={"NS": 1, "EW": 0}))
    assert "total_bostons" in refused(FAHRENHEIT, hands(3, 0, total_bostons={"NS": 0, "EW": 1}))


def test_it_is_odd_that_nobody_reached_the_end():
    assert odd_total(FAHRENHEIT, hands(2, 1)) == "Nobody reached three hands. Was the time over?"
    assert odd_total(WHIST, points(6, 1)) == "Nobody reached seven points. Was the time over?"
    assert odd_total(WHIST, points(7, 1)) is None
    assert odd_total(WHIST, HandFacts(won_by="NS")) is None


def test_far_too_many_points_are_asked():
    assert odd_total(WHIST, points(70, 1)) == "70 points are many where 7 win the game. Is it right?"


def test_where_only_the_clock_ends_a_game_no_total_is_odd():
    assert odd_total(find_ruleset("cardsharks-detroit"), points(3, 2)) is None


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_every_game_asks_for_its_total(game):
    ruleset = find_ruleset(game)
    entry = total_entry(ruleset)
    figures = {side: number for number, side in enumerate(reversed(ruleset.sides))}
    field = "total_hands" if counts_hands(ruleset) else "total_points"
    facts = HandFacts(**{field: figures})

    assert entry.facts(entry.answers(facts)) == facts
    assert score_total(ruleset, facts).winner == ruleset.sides[0]


def test_what_is_left_empty_is_not_told():
    entry = total_entry(FAHRENHEIT)

    assert entry.gaps({}) == {"total_hands_ns": "Write the hands of both sides, or tap who won."}
    assert entry.gaps({"won_by": "NS"}) == {}
    assert not is_total(entry.facts({}))
    assert is_total(entry.facts({"won_by": "NS"}))
    assert entry.facts({"total_points_ns": "-3"}) == HandFacts(total_points={"NS": -3})


@given(
    st.sampled_from(
        ["fahrenheit", "bid-whist", "bid-euchre", "columbus-no-kitty", "botb-4x4", "cardsharks-detroit"]
    ),
    st.integers(-30, 60),
    st.integers(-30, 60),
    st.integers(0, 5),
    st.integers(0, 5),
    st.sampled_from([None, "NS", "EW"]),
)
def test_a_possible_total_has_a_winner_and_comes_back_from_storage(game, one, other, won, lost, named):
    ruleset = find_ruleset(game)
    counted = {"total_hands": {"NS": won, "EW": lost}} if counts_hands(ruleset) else {}
    facts = points(one, other, won_by=named, **counted)
    try:
        score = score_total(ruleset, facts)
    except ImpossibleHand:
        return

    assert score.winner in ruleset.sides
    assert score_total(ruleset, read_facts(facts.as_json())) == score
    assert (odd_total(ruleset, facts) or "?").endswith("?")
    swap = {"NS": "EW", "EW": "NS"}
    mirrored = HandFacts(
        total_points={"NS": other, "EW": one},
        won_by=swap.get(named),
        **({"total_hands": {"NS": lost, "EW": won}} if counted else {}),
    )
    assert score_total(ruleset, mirrored).winner == swap[score.winner]
