"""A whole game entered as one total."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.games import all_games, find_ruleset
from rules.ruleset.hands import HandFacts, ImpossibleHand, read_facts
from rules.ruleset.totals import is_total, odd_total, score_total, total_entry

NAMES = {"NS": "Aces", "EW": "Kings"}
WHIST, FAHRENHEIT, EUCHRE = map(find_ruleset, ("bid-whist", "fahrenheit", "bid-euchre"))
COLUMBUS, EUCHRE_CARD = find_ruleset("columbus-no-kitty"), find_ruleset("euchre-card")
LOST_AT_8 = find_ruleset("bid-whist", {"points_to_lose": 8, "losing_end": "own"})
# One forfeited hand wins this game by its points.
EITHER = find_ruleset("bid-whist", {"game_end": "either", "forfeit_points": 7})
BID_FAIR = find_ruleset("bid-fair")
A_BOSTON = {"total_bostons": {"NS": 1, "EW": 0}}
EVERY_SIDE = "Write the points of every side: NS, EW."
OR_THE_WINNER = "Write the points of every side, or only who won."
WHOLE_NUMBER = "The points of a side are a whole number from −9999 to 9999."


def points(ns, ew, **more):
    return HandFacts(total_points={"NS": ns, "EW": ew}, **more)


def hands(ns, ew, **more):
    return HandFacts(total_hands={"NS": ns, "EW": ew}, **more)


@pytest.mark.parametrize(
    ("ruleset", "facts", "winner", "units", "headline"),
    [
        pytest.param(EUCHRE, points(32, 17), "NS", [], "Aces 32, Kings 17.", id="more points"),
        pytest.param(WHIST, points(7, -4), "NS", [], "Aces 7, Kings −4.", id="points below zero"),
        pytest.param(LOST_AT_8, points(-7, -9), "NS", [], "Aces −7, Kings −9.", id="fallen too low"),
        pytest.param(EUCHRE, points(33, 35), "EW", [], "Aces 33, Kings 35.", id="both past the target"),
        pytest.param(FAHRENHEIT, hands(4, 2), "NS", [4, 2], "Aces 4, Kings 2.", id="a last hand counts two"),
        pytest.param(
            FAHRENHEIT,
            hands(2, 3, total_points={"NS": 14, "EW": 12}),
            "EW",
            [2, 3],
            "Aces 2 (14 points), Kings 3 (12 points).",
            id="hands win, and points are kept",
        ),
        pytest.param(
            FAHRENHEIT,
            hands(2, 2, total_points={"NS": 8, "EW": 9}),
            "EW",
            [2, 2],
            "Aces 2 (8 points), Kings 2 (9 points); Kings won.",
            id="points break a tie of hands as at the whistle",
        ),
        pytest.param(
            FAHRENHEIT, hands(2, 2, won_by="EW"), "EW", [2, 2], "Aces 2, Kings 2; Kings won.", id="a tie"
        ),
        pytest.param(
            COLUMBUS, points(3, 1, won_by="EW"), "EW", [], "Aces 3, Kings 1; Kings won.", id="won from behind"
        ),
        pytest.param(FAHRENHEIT, HandFacts(won_by="EW"), "EW", [0, 3], "Kings won.", id="the winner alone"),
        pytest.param(EITHER, HandFacts(won_by="EW"), "EW", [0, 3], "Kings won.", id="by hands or by points"),
        pytest.param(EUCHRE, HandFacts(won_by="NS"), "NS", [], "Aces won.", id="the winner of points alone"),
    ],
)
def test_a_total_has_a_winner_and_a_sentence(ruleset, facts, winner, units, headline):
    score = score_total(ruleset, facts, NAMES)

    assert (score.winner, list(score.units.values())) == (winner, units)
    assert score.points == (facts.total_points or {"NS": 0, "EW": 0})
    assert (score.headline, score.because[0].source) == (f"Total: {headline}", "E-97")


@pytest.mark.parametrize(
    ("ruleset", "facts", "field", "says"),
    [
        (FAHRENHEIT, hands(2, 2), "won_by", "It is a tie: say who won the hand that decided."),
        (FAHRENHEIT, hands(3, 3), "total_hands", "Only one side can have three hands: they end the game."),
        (FAHRENHEIT, hands(5, 2), "total_hands", "No side can have more than four hands."),
        (FAHRENHEIT, hands(0, 3, **A_BOSTON), "total_bostons", "A side can’t have more Bostons than hands."),
        (EUCHRE, points(32, 1, **A_BOSTON), "total_bostons", "This game counts no Bostons: leave them out."),
        (EUCHRE_CARD, points(12, -2), "total_points", WHOLE_NUMBER.replace("−9999", "0")),
        (WHIST, points(7, 8), "total_points", "Only one side can have seven points: they end the game."),
        (WHIST, points(7, 3, won_by="EW"), "won_by", "Kings can’t have won: by these figures Aces did."),
        (WHIST, HandFacts(total_points={"NS": 7}), "total_points", EVERY_SIDE),
        (WHIST, HandFacts(total_points={"NS": 7, "N": 3}), "total_points", EVERY_SIDE),
        (WHIST, points(7, "3"), "total_points", WHOLE_NUMBER),
        (WHIST, points(7, 10_000), "total_points", WHOLE_NUMBER),
        (WHIST, points(7, 3, bidder="NS"), "bidder", 'A report of this game has no place for "bidder".'),
        (WHIST, hands(3, 1, won_by="NS"), "total_hands", "Points alone win this game: leave the hands out."),
        (WHIST, HandFacts(won_by="N"), "won_by", "The winner is NS or EW."),
        (WHIST, HandFacts(**A_BOSTON), "total_points", OR_THE_WINNER),
        (WHIST, HandFacts(), "total_points", OR_THE_WINNER),
    ],
)
def test_what_is_no_total_is_refused_in_a_sentence(ruleset, facts, field, says):
    with pytest.raises(ImpossibleHand) as refused:
        score_total(ruleset, facts, NAMES)

    assert [(error.field, error.message) for error in refused.value.errors] == [(field, says)]


@pytest.mark.parametrize(
    ("ruleset", "facts", "question"),
    [
        (FAHRENHEIT, hands(2, 1), "Nobody reached three hands. Was the time over?"),
        (WHIST, points(6, 1), "Nobody reached seven points. Was the time over?"),
        (WHIST, points(7, 1), None),
        (WHIST, points(2, -7), None),
        (WHIST, HandFacts(won_by="NS"), None),
        (WHIST, points(70, 1), "70 points are many where 7 win the game. Is it right?"),
        (
            EUCHRE,
            points(33, 35),
            "Everybody needs 32, and more than one side has them. Was it in the last hand?",
        ),
        (
            COLUMBUS,
            points(3, 1, won_by="EW"),
            "Kings won with fewer. Was it by a rule that wins the game at once?",
        ),
        (find_ruleset("cardsharks-detroit"), points(3, 2), None),
        (
            BID_FAIR,
            HandFacts(total_points={"N": 800, "S": 310}),
            "Nobody reached 801 points. Was the time over?",
        ),
    ],
)
def test_who_enters_an_odd_total_is_asked_about_it(ruleset, facts, question):
    assert odd_total(ruleset, facts, NAMES) == question


def test_once_time_is_up_nobody_is_asked_whether_it_was():
    assert odd_total(WHIST, points(6, 1), NAMES, is_time_up=True) is None


@pytest.mark.parametrize("game", [game.key for game in all_games()])
def test_every_game_asks_for_its_total(game):
    ruleset = find_ruleset(game)
    entry = total_entry(ruleset)
    field = "total_hands" if ruleset.ends.counts_hands else "total_points"
    facts = HandFacts(**{field: {side: number for number, side in enumerate(reversed(ruleset.sides))}})

    assert entry.facts(entry.answers(facts)) == facts
    assert score_total(ruleset, facts).winner == ruleset.sides[0]


def test_what_is_left_empty_is_not_told():
    entry = total_entry(FAHRENHEIT)

    assert entry.gaps({}) == {"total_hands_ns": "Write the hands of both sides, or tap who won."}
    assert entry.gaps({"won_by": "NS"}) == {}
    assert not is_total(entry.facts({}))
    assert is_total(entry.facts({"won_by": "NS"}))
    assert entry.facts({"total_points_ns": "-3"}) == HandFacts(total_points={"NS": -3})


def test_players_who_come_alone_have_no_both_sides():
    entry = total_entry(find_ruleset("solo-bid-euchre"))

    assert entry.gaps({})["total_points_n"] == "Write the points of every player, or tap who won."


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
    counted = {"total_hands": {"NS": won, "EW": lost}} if ruleset.ends.counts_hands else {}
    facts = points(one, other, won_by=named, **counted)
    try:
        score = score_total(ruleset, facts)
    except ImpossibleHand:
        return

    swap = {"NS": "EW", "EW": "NS"}
    swapped = {"total_hands": {"NS": lost, "EW": won}} if counted else {}
    mirrored = points(other, one, won_by=swap.get(named), **swapped)
    assert score.winner in ruleset.sides
    assert score_total(ruleset, read_facts(facts.as_json())) == score
    assert (odd_total(ruleset, facts) or "?").endswith("?")
    assert score_total(ruleset, mirrored).winner == swap[score.winner]
