"""The effect of rulings on hands and teams."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.competition.rulings import judge_misdeal, judge_offence, judge_renege
from rules.games import find_ruleset
from rules.ruleset.hands import HandFacts, ImpossibleHand

NAMES = {"NS": "Kitty Katz", "EW": "Boston Bound"}
FIVE_UP = HandFacts(bidder="NS", level=5, strain="uptown", books=11)
FAHRENHEIT = find_ruleset("fahrenheit", {})


def judged(reneges, played=FIVE_UP, ruleset=FAHRENHEIT, **more):
    return judge_renege(ruleset, played, reneges, names=NAMES, **more)


def test_a_renege_takes_three_books_and_sets_the_bid():
    ruling = judged(["NS"])

    assert ruling.headline == "Kitty Katz reneged: three books go to Boston Bound."
    assert ruling.score.headline == (
        "Kitty Katz bid 5 Uptown and took 11, minus 3 for a renege: 8, set, counts one for Boston Bound."
    )
    assert ruling.facts == replace(FIVE_UP, reneges=("NS",))
    assert ruling.because[0].source == "F-17"
    assert ruling.score.books == {"NS": 8, "EW": 5}


def test_offenders_with_fewer_than_three_books_lose_all_thirteen():
    ruling = judged(["EW"], replace(FIVE_UP, books=12))

    assert "fewer than three: the hand is scored as though Kitty Katz won all 13." in ruling.headline
    assert ruling.because[0].source == "F-18"
    assert ruling.score.awarded


@pytest.mark.parametrize(
    ("more", "house", "because"),
    [
        ({"is_in_time": False}, {}, "It was called too late"),
        ({"is_pointed_out": False}, {"must_identify_book": True}, "not pointed out"),
    ],
)
def test_what_is_not_proven_costs_nothing(more, house, because):
    ruling = judged(["NS"], ruleset=find_ruleset("fahrenheit", house), **more)

    assert ruling.headline.startswith("No penalty.")
    assert because in ruling.because[0].sentence
    assert ruling.facts == FIVE_UP


def test_nobody_need_point_out_the_book_unless_the_house_rules_ask_for_it():
    assert judged(["NS"], is_pointed_out=False).score.books == {"NS": 8, "EW": 5}


def test_a_renege_in_a_hand_that_cannot_be_is_refused():
    with pytest.raises(ImpossibleHand):
        judged(["NS"], replace(FIVE_UP, books=99))


PLAYED = st.builds(
    HandFacts,
    bidder=st.sampled_from(["NS", "EW"]),
    level=st.integers(4, 7),
    strain=st.sampled_from(["uptown", "downtown", "no_trump"]),
    books=st.integers(1, 13),
)


@given(PLAYED, st.lists(st.sampled_from(["NS", "EW"]), max_size=6))
def test_a_ruling_scores_what_the_hand_written_down_from_it_scores(played, reneges):
    ruling = judged(reneges, played)

    assert FAHRENHEIT.score(ruling.facts, NAMES) == ruling.score
    assert all(reason.source for reason in ruling.because)


@pytest.mark.parametrize(
    ("game", "house", "says"),
    [
        pytest.param("fahrenheit", {}, ("The same dealer deals again.", "F-22"), id="the same dealer"),
        pytest.param(
            "bid-whist", {"misdeal": "next_dealer"}, ("The deal passes to the left.", "W-19"), id="the next"
        ),
        pytest.param(
            "bid-whist",
            {"misdeal": "second_passes"},
            ("The same dealer deals again; a second misdeal in a row loses the deal.", "W-19"),
            id="the second time",
        ),
        pytest.param("bid-euchre", {}, ("The same dealer deals again.", "R-3"), id="a silent game"),
    ],
)
def test_a_misdeal_has_no_score_and_is_dealt_again(game, house, says):
    ruling = judge_misdeal(find_ruleset(game, house))

    assert ruling.headline.startswith("Misdeal: the hand has no score.")
    assert [(reason.sentence, reason.source) for reason in ruling.because] == [says]


def test_a_penalty_says_what_the_table_gives():
    ruling = judge_offence("conduct", "EW", "warning", earlier=0, names=NAMES)

    assert ruling.headline == "Boston Bound: conduct. A warning."
    assert [reason.sentence for reason in ruling.because] == [
        "The first time, conduct costs by the table: a warning."
    ]


def test_a_referee_who_leaves_the_table_says_so():
    ruling = judge_offence("delay", "NS", "game", earlier=1, names=NAMES)

    assert [reason.sentence for reason in ruling.because] == [
        "The second time, delay costs by the table: the hand is forfeited.",
        "The referee chose otherwise: the game is forfeited.",
        "The other team is given the hands it still needs, with no points.",
    ]
